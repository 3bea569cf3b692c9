-- Orders, their stock, payments, refunds, settlements, withdrawals, and the inbox of provider events.

create table order_states (
  state text primary key,
  -- What the order's escrow account must be at commit: nothing in it, or the money held.
  escrow_rule text not null check (escrow_rule in ('empty', 'held'))
);
insert into order_states values
  ('awaiting_payment', 'empty'), ('payment_in_review', 'empty'), ('paid', 'held'), ('in_delivery', 'held'),
  ('delivered', 'held'), ('in_complaint', 'held'), ('completed', 'empty'), ('refunded', 'empty'),
  ('cancelled', 'empty'), ('expired', 'empty');

create table order_transitions (
  event text not null,
  from_state text not null references order_states,
  to_state text not null references order_states,
  actor text not null check (actor in ('buyer', 'seller', 'staff', 'system')),
  primary key (event, from_state, to_state, actor)
);
insert into order_transitions (event, actor, from_state, to_state) values
  ('pay', 'system', 'awaiting_payment', 'paid'),
  ('pay', 'system', 'payment_in_review', 'paid'),
  ('reinstate', 'system', 'expired', 'paid'),
  ('reinstate', 'system', 'cancelled', 'paid'),
  ('expire', 'system', 'awaiting_payment', 'expired'),
  ('abandon', 'buyer', 'awaiting_payment', 'cancelled'),
  ('deliver_codes', 'system', 'paid', 'delivered'),
  ('start_delivery', 'seller', 'paid', 'in_delivery'),
  ('withdraw_purchase', 'buyer', 'paid', 'cancelled'),
  ('cancel_sale', 'seller', 'paid', 'cancelled'),
  ('cancel_sale', 'seller', 'in_delivery', 'cancelled'),
  ('cancel_idle', 'system', 'paid', 'cancelled'),
  ('deliver', 'seller', 'in_delivery', 'delivered'),
  ('cancel_late', 'system', 'in_delivery', 'cancelled'),
  ('confirm', 'buyer', 'delivered', 'completed'),
  ('confirm_by_time', 'system', 'delivered', 'completed');
revoke insert, update, delete, truncate on order_states, order_transitions from praca_app;

create table orders (
  id bigint generated always as identity primary key,
  -- 160 random bits: whoever has the link sees the redacted page.
  hash text not null unique check (length(hash) >= 26),
  buyer_id bigint not null references users,
  seller_id bigint not null references users,
  listing_id bigint not null references listings,
  listing_version_id bigint not null references listing_versions,
  rule_version_id bigint not null references rule_versions,
  quantity integer not null check (quantity between 1 and 999),
  unit_price_cents bigint not null check (unit_price_cents between 100 and 5000000),
  total_cents bigint not null check (total_cents = unit_price_cents * quantity and total_cents <= 10000000000),
  -- The split of the sale, computed once by domain/ledger/fees.ts when the order is born.
  commission_cents bigint not null check (commission_cents between 0 and total_cents),
  guarantee_cents bigint not null check (guarantee_cents between 0 and commission_cents),
  delivery_type text not null check (delivery_type in ('automatic', 'manual')),
  promised_hours integer not null,
  state text not null default 'awaiting_payment' references order_states,
  state_seq integer not null default 0,
  -- The one timer of the present state: when it rings and what happens then. Null in a final state.
  due_at timestamptz,
  due_event text check (due_event in ('expire', 'cancel_idle', 'cancel_late', 'confirm_by_time')),
  created_at timestamptz not null default market_now(),
  paid_at timestamptz,
  started_at timestamptz,
  delivered_at timestamptz,
  delivery_note text check (length(delivery_note) <= 2000),
  revealed_at timestamptz,
  closed_at timestamptz,
  cancel_reason text,
  check (buyer_id <> seller_id),
  check ((due_at is null) = (due_event is null))
) with (fillfactor = 70);
create index orders_due on orders (due_at) where due_at is not null;
create index orders_buyer on orders (buyer_id, id desc);
create index orders_seller on orders (seller_id, id desc);
create index orders_listing on orders (listing_id);
create index orders_unpaid on orders (buyer_id) where state = 'awaiting_payment';

-- Amounts, parties and state are set once or by the event trigger; the application may only turn the rest.
revoke insert, update, delete, truncate on orders from praca_app;
grant insert (hash, buyer_id, seller_id, listing_id, listing_version_id, rule_version_id, quantity, unit_price_cents,
  total_cents, commission_cents, guarantee_cents, delivery_type, promised_hours, due_at, due_event) on orders to praca_app;
grant update (due_at, due_event, paid_at, started_at, delivered_at, delivery_note, revealed_at, closed_at,
  cancel_reason) on orders to praca_app;

create table order_events (
  order_id bigint not null references orders,
  seq integer not null check (seq >= 1),
  event text not null,
  from_state text not null,
  to_state text not null,
  actor text not null,
  actor_id bigint references users,
  at timestamptz not null default market_now(),
  primary key (order_id, seq),
  foreign key (event, from_state, to_state, actor) references order_transitions
);

-- A state change is an insert here: the row must continue the order's story exactly, then the state follows.
create function apply_order_event() returns trigger language plpgsql security definer
set search_path = pg_catalog, public as $$
declare
  present record;
begin
  select state, state_seq into present from public.orders where id = new.order_id for no key update;
  if present.state is distinct from new.from_state or present.state_seq + 1 <> new.seq then
    raise exception 'order % is % (seq %), not % (seq %)', new.order_id, present.state, present.state_seq,
      new.from_state, new.seq - 1 using errcode = '40001', constraint = 'order_event_stale';
  end if;
  update public.orders set state = new.to_state, state_seq = new.seq where id = new.order_id;
  return new;
end $$;
create trigger order_events_apply before insert on order_events
  for each row execute function apply_order_event();
create trigger order_events_append_only before update or delete or truncate on order_events
  execute function refuse_change();
revoke update, delete, truncate on order_events from praca_app;

-- Codes for automatic delivery, each encrypted by itself (AES-256-GCM); the fingerprint is an HMAC (N06).
create table stock_units (
  id bigint generated always as identity primary key,
  listing_id bigint not null references listings,
  state text not null default 'available'
    check (state in ('available', 'reserved', 'delivered', 'replaced', 'invalidated')),
  sealed bytea not null,
  fingerprint bytea not null unique,
  last4 text not null,
  order_id bigint references orders,
  created_at timestamptz not null default market_now(),
  check ((state in ('reserved', 'delivered')) = (order_id is not null) or state in ('replaced', 'invalidated'))
);
create index stock_units_available on stock_units (listing_id, id) where state = 'available';
create index stock_units_order on stock_units (order_id) where order_id is not null;

-- The reveal of a secret is a recorded fact: who, when, from where, which content (N05).
create table reveals (
  order_id bigint not null references orders,
  unit_id bigint not null references stock_units,
  viewer_id bigint not null references users,
  at timestamptz not null default market_now(),
  ip text not null,
  user_agent text not null,
  content_hash bytea not null,
  primary key (order_id, unit_id)
);
create trigger reveals_append_only before update or delete or truncate on reveals
  execute function refuse_change();
revoke update, delete, truncate on reveals from praca_app;

create table payments (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders,
  provider text not null,
  method text not null check (method in ('pix')),
  state text not null default 'created' check (state in ('created', 'pending', 'in_review', 'confirmed',
    'partially_refunded', 'refunded', 'declined', 'expired', 'cancelled', 'contested', 'upheld', 'charged_back')),
  amount_cents bigint not null check (amount_cents between 1 and 10000000000),
  -- Our id at the provider: 32 alphanumerics, a valid Pix txid (facts §1.4).
  reference text not null unique check (reference ~ '^[a-zA-Z0-9]{26,35}$'),
  provider_id text,
  pix_code text,
  receiver_name text,
  expires_at timestamptz not null,
  -- What really arrived, and the bank's own id of it: one bank movement pays one thing.
  received_cents bigint not null default 0 check (received_cents >= 0),
  end_to_end_id text unique,
  confirmed_at timestamptz,
  created_at timestamptz not null default market_now()
);
create index payments_order on payments (order_id);
create index payments_open on payments (created_at) where state in ('created', 'pending');

create table refunds (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders,
  payment_id bigint not null references payments,
  reason text not null,
  amount_cents bigint not null check (amount_cents between 1 and 10000000000),
  state text not null check (state in ('requested', 'approved', 'processing', 'completed', 'failed', 'manual', 'rejected')),
  attempts integer not null default 0,
  provider_id text,
  last_error text,
  created_at timestamptz not null default market_now(),
  completed_at timestamptz
);
create index refunds_order on refunds (order_id);
create index refunds_open on refunds (id) where state in ('approved', 'processing', 'failed');

-- The sale's money after delivery: held, released, blocked. One row an order, born when it is paid.
create table settlements (
  order_id bigint primary key references orders,
  seller_id bigint not null references users,
  state text not null check (state in ('in_escrow', 'pending_release', 'released', 'blocked', 'reversed')),
  net_cents bigint not null check (net_cents >= 0),
  release_at timestamptz,
  released_at timestamptz
);
create index settlements_due on settlements (release_at) where state = 'pending_release';
create index settlements_seller on settlements (seller_id, state);

create table withdrawals (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  amount_cents bigint not null check (amount_cents between 1 and 10000000000),
  fee_cents bigint not null check (fee_cents >= 0 and fee_cents < amount_cents),
  state text not null default 'requested' check (state in ('requested', 'in_review', 'approved', 'processing',
    'paid', 'failed', 'returned', 'cancelled', 'rejected')),
  pix_key_type text not null check (pix_key_type in ('cpf', 'cnpj', 'email', 'phone', 'random')),
  pix_key text not null check (length(pix_key) between 5 and 77),
  holder_name text not null,
  attempts integer not null default 0,
  provider_id text,
  last_error text,
  decided_by bigint references users,
  decided_at timestamptz,
  decision_note text,
  paid_at timestamptz,
  created_at timestamptz not null default market_now(),
  -- Four eyes begin here: nobody approves their own money.
  check (decided_by <> user_id)
);
create index withdrawals_user on withdrawals (user_id, id desc);
create index withdrawals_queue on withdrawals (id) where state in ('requested', 'in_review');
create index withdrawals_open on withdrawals (id) where state in ('approved', 'processing', 'failed');

-- Provider events as they came: the primary key makes the hundredth copy a no-op.
create table provider_events (
  provider text not null,
  event_id text not null,
  body jsonb not null,
  received_at timestamptz not null default now(),
  processed_at timestamptz,
  attempts integer not null default 0,
  last_error text,
  primary key (provider, event_id)
);
create index provider_events_open on provider_events (received_at) where processed_at is null;
