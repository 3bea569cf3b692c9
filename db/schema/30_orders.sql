-- Orders: their states and transitions, their history, reminders, forced moves, cancellation requests, invoices, and
-- payment analyses.

create table order_states (
  state text primary key,
  -- What the order's escrow account must be at commit: empty, or holding the money.
  escrow_rule text not null check (escrow_rule = any ('{empty,held,any}'))
);
revoke insert, update, delete on order_states from praca_app;
insert into order_states (state, escrow_rule) values
  ('awaiting_payment', 'empty'),
  ('payment_in_review', 'empty'),
  ('paid', 'held'),
  ('in_delivery', 'held'),
  ('delivered', 'held'),
  ('completed', 'empty'),
  ('refunded', 'empty'),
  ('cancelled', 'empty'),
  ('expired', 'empty'),
  ('in_complaint', 'any');

-- Equal to the table in domain/, which a test compares.
create table order_transitions (
  event text not null,
  from_state text not null references order_states,
  to_state text not null references order_states,
  actor text not null check (actor in ('buyer', 'seller', 'staff', 'system')),
  primary key (event, from_state, to_state, actor)
);
revoke insert, update, delete on order_transitions from praca_app;
-- `refund_analysed`: an admin refunds a concluded order while its payment is in analysis (P27).
insert into order_transitions (event, from_state, to_state, actor) values
  ('pay', 'awaiting_payment', 'paid', 'system'),
  ('pay', 'payment_in_review', 'paid', 'system'),
  ('reinstate', 'expired', 'paid', 'system'),
  ('reinstate', 'cancelled', 'paid', 'system'),
  ('expire', 'awaiting_payment', 'expired', 'system'),
  ('abandon', 'awaiting_payment', 'cancelled', 'buyer'),
  ('deliver_codes', 'paid', 'delivered', 'system'),
  ('start_delivery', 'paid', 'in_delivery', 'seller'),
  ('withdraw_purchase', 'paid', 'cancelled', 'buyer'),
  ('cancel_sale', 'paid', 'cancelled', 'seller'),
  ('cancel_sale', 'in_delivery', 'cancelled', 'seller'),
  ('cancel_idle', 'paid', 'cancelled', 'system'),
  ('deliver', 'in_delivery', 'delivered', 'seller'),
  ('cancel_late', 'in_delivery', 'cancelled', 'system'),
  ('confirm', 'delivered', 'completed', 'buyer'),
  ('confirm_by_time', 'delivered', 'completed', 'system'),
  ('review_payment', 'awaiting_payment', 'payment_in_review', 'buyer'),
  ('review_payment', 'awaiting_payment', 'payment_in_review', 'system'),
  ('reopen_payment', 'payment_in_review', 'awaiting_payment', 'staff'),
  ('reopen_payment', 'payment_in_review', 'awaiting_payment', 'system'),
  ('refuse_payment', 'payment_in_review', 'cancelled', 'staff'),
  ('refuse_payment', 'payment_in_review', 'cancelled', 'system'),
  ('expire', 'payment_in_review', 'expired', 'system'),
  ('cancel_agreed', 'in_delivery', 'cancelled', 'seller'),
  ('cancel_agreed', 'in_delivery', 'cancelled', 'system'),
  ('complain_late', 'in_delivery', 'in_complaint', 'buyer'),
  ('complain', 'delivered', 'in_complaint', 'buyer'),
  ('complain_concluded', 'completed', 'in_complaint', 'buyer'),
  ('resume_delivery', 'in_complaint', 'in_delivery', 'system'),
  ('resume_confirmation', 'in_complaint', 'delivered', 'system'),
  ('resume_conclusion', 'in_complaint', 'completed', 'system'),
  ('uphold_sale', 'in_complaint', 'completed', 'system'),
  ('refund_complaint', 'in_complaint', 'refunded', 'system'),
  ('settle_complaint', 'in_complaint', 'completed', 'system'),
  ('regret', 'delivered', 'refunded', 'buyer'),
  ('regret', 'completed', 'refunded', 'buyer'),
  ('regret', 'delivered', 'refunded', 'staff'),
  ('regret', 'completed', 'refunded', 'staff'),
  ('refund_sale', 'delivered', 'refunded', 'seller'),
  ('refund_sale', 'completed', 'refunded', 'seller'),
  ('force_cancellation', 'awaiting_payment', 'cancelled', 'staff'),
  ('force_cancellation', 'payment_in_review', 'cancelled', 'staff'),
  ('force_cancellation', 'paid', 'cancelled', 'staff'),
  ('force_cancellation', 'in_delivery', 'cancelled', 'staff'),
  ('force_delivery', 'in_delivery', 'delivered', 'staff'),
  ('force_conclusion', 'delivered', 'completed', 'staff'),
  ('force_conclusion', 'in_complaint', 'completed', 'staff'),
  ('force_refund', 'delivered', 'refunded', 'staff'),
  ('force_refund', 'in_complaint', 'refunded', 'staff'),
  ('charge_back_undelivered', 'paid', 'cancelled', 'system'),
  ('charge_back_undelivered', 'in_delivery', 'cancelled', 'system'),
  ('charge_back', 'delivered', 'refunded', 'system'),
  ('charge_back', 'in_complaint', 'refunded', 'system'),
  ('charge_back', 'completed', 'refunded', 'system'),
  ('refund_analysed', 'completed', 'refunded', 'staff');

-- A purchase of one listing by one buyer. The price, the commission and the terms are copied at placement and never
-- change. Only `transition_order` changes the state.
create table orders (
  id bigint generated always as identity primary key,
  -- 160 random bits: a person with the link sees the redacted page.
  hash text not null unique check (length(hash) >= 26),
  buyer_id bigint not null references users,
  seller_id bigint not null references users,
  listing_id bigint not null references listings,
  listing_version_id bigint not null references listing_versions,
  rule_version_id bigint not null references rule_versions,
  quantity integer not null check (quantity between 1 and 999),
  unit_price_cents bigint not null check (unit_price_cents between 100 and 10000000),
  total_cents bigint not null check (total_cents = unit_price_cents * quantity and total_cents <= 10000000000),
  -- The split of the sale, computed once by domain/ledger/fees.ts at placement.
  commission_cents bigint not null check (commission_cents between 0 and total_cents),
  guarantee_cents bigint not null check (guarantee_cents between 0 and commission_cents),
  delivery_type text not null check (delivery_type = any ('{automatic,manual}')),
  promised_hours integer not null,
  -- No foreign key: `order_events` has one to the transitions. The sets of this table are array constants because `in`
  -- makes every write compile a list of casts.
  state text not null default 'awaiting_payment',
  state_seq integer not null default 0,
  -- The one timer of the current state: when it is due and which event follows. Null in a final state.
  due_at timestamptz,
  due_event text check (due_event = any ('{expire,cancel_idle,cancel_late,confirm_by_time}')),
  created_at timestamptz not null default market_now(),
  paid_at timestamptz,
  started_at timestamptz,
  delivered_at timestamptz,
  delivery_note text check (length(delivery_note) <= 2000),
  revealed_at timestamptz,
  closed_at timestamptz,
  cancel_reason text,
  -- The fee rule itself, so that PostgreSQL can compute the commission of any part of the sale.
  commission_bps integer not null,
  min_commission_cents integer not null,
  max_commission_cents integer not null,
  guarantee_bps integer not null,
  -- What refunds took out of the sale; `money.order_fault` compares it with the ledger.
  refunded_cents bigint not null default 0,
  -- What a complaint interrupted: the state, and the event and remaining time of its timer.
  state_before text,
  stopped_event text,
  stopped_ms bigint,
  -- Days between delivery and release, where the category overrides the rule (7 to 90).
  hold_days integer check (hold_days between 7 and 90),
  -- The category's warranty at placement (P01).
  warranty_days integer not null default 7 check (warranty_days > 0),
  delivery_proof text not null default 'text' check (delivery_proof in ('text', 'file', 'video')),
  -- The versions of the terms that both had accepted (Decreto 7.962/2013, art. 4); set by `snapshot_parties`.
  buyer_terms integer not null check (buyer_terms >= 1),
  seller_terms integer not null check (seller_terms >= 1),
  -- Null where the seller had not verified an identity yet (level N1).
  seller_tax_type text check (seller_tax_type in ('individual', 'mei', 'company')),
  delivery_data text not null default 'none'
    constraint orders_delivery_data_fits
    check (delivery_data in ('none', 'optional', 'required') and (delivery_type = 'manual' or delivery_data = 'none')),
  -- The deadline that an unpaid order missed (P07, ADR 0073), set by `store_missed_deadline`.
  lapsed_at timestamptz,
  check (buyer_id <> seller_id),
  check ((due_at is null) = (due_event is null)),
  constraint orders_commission_by_rule check (commission_cents =
    money.commission_of(total_cents, commission_bps, min_commission_cents, max_commission_cents)),
  constraint orders_guarantee_by_rule check (guarantee_cents =
    least(money.share_of(total_cents, guarantee_bps), commission_cents)),
  constraint orders_refunded check (refunded_cents between 0 and total_cents),
  constraint orders_stopped check ((state = 'in_complaint') = (state_before is not null))
) with (fillfactor = 70);
create index orders_due on orders (due_at) where due_at is not null;
create index orders_buyer on orders (buyer_id, id desc);
create index orders_seller on orders (seller_id, id desc);
create index orders_listing on orders (listing_id);
-- What a person bought today and sold this month is counted at every placement (§4.14).
create index orders_bought on orders (buyer_id, created_at);
create index orders_sold on orders (seller_id, created_at);
-- Lists are paged by key: one index for each sort order, so that page 1000 costs what page 1 costs.
create index orders_by_state on orders (state, id);
create index orders_by_total on orders (total_cents, id);
-- Days are read as ranges of time and rows lie in that order, so a summary per few pages is enough.
create index orders_placed_on on orders using brin (created_at) with (pages_per_range = 32, autosummarize = on);
create index orders_paid_on on orders using brin (paid_at) with (pages_per_range = 32, autosummarize = on);
-- P08: paid orders whose codes were not all in stock. Others are delivered in the transaction that pays them.
create index orders_undelivered on orders (paid_at) where state = 'paid' and delivery_type = 'automatic';
-- P01: an order whose receipt is under review is unpaid and counts among the five.
create index orders_unpaid on orders (buyer_id) where state in ('awaiting_payment', 'payment_in_review');
-- A seller's page sums the paid sales of the last sixty days: one range.
create index orders_sold_paid on orders (seller_id, paid_at) where paid_at is not null;
create constraint trigger orders_money_born after insert on public.orders deferrable initially deferred
  for each row when (new.state <> 'awaiting_payment') execute function money.check_case('order');
create constraint trigger orders_money after update of state on public.orders deferrable initially deferred
  for each row execute function money.check_case('order');
create trigger orders_rateable after update of state on orders for each row
  when (new.state <> old.state and new.state in ('completed', 'refunded') and new.delivered_at is not null
    and new.closed_at is not null)
  execute function open_rating_window();
create constraint trigger orders_refunded_money after update of refunded_cents on public.orders
  deferrable initially deferred for each row when (old.refunded_cents <> new.refunded_cents)
  execute function money.check_case('order');
create constraint trigger orders_parts after update of state on public.orders deferrable initially deferred
  for each row when (old.state in ('awaiting_payment', 'payment_in_review')
    and new.state not in ('awaiting_payment', 'payment_in_review'))
  execute function money.check_parts();
create trigger orders_snapshot_parties before insert on orders for each row execute function snapshot_parties();
create trigger orders_keep_parties before update of buyer_terms, seller_terms, seller_tax_type on orders for each row
  when ((new.buyer_terms, new.seller_terms, new.seller_tax_type)
    is distinct from (old.buyer_terms, old.seller_terms, old.seller_tax_type))
  execute function refuse_party_change();
-- A receipt does not outlive the review of its order.
create trigger orders_expire_receipts after update of state on orders for each row
  when (old.state = 'payment_in_review' and new.state not in ('payment_in_review', 'awaiting_payment'))
  execute function expire_receipts();
create trigger orders_missed_deadline before update of state on orders for each row
  when (new.state in ('expired', 'cancelled') and old.paid_at is null) execute function store_missed_deadline();
create trigger orders_finished after update of state on orders for each row
  when (new.state <> old.state and new.state in ('completed', 'refunded')) execute function assess_ended_sale();
-- Parties and amounts are set once, the state by `transition_order`; the application moves a timer and notes a reveal.
revoke insert, update, delete on orders from praca_app;
grant insert (hash, buyer_id, seller_id, listing_id, listing_version_id, rule_version_id, quantity, unit_price_cents,
  total_cents, commission_cents, guarantee_cents, delivery_type, promised_hours, due_at, due_event, commission_bps,
  min_commission_cents, max_commission_cents, guarantee_bps, hold_days, warranty_days, delivery_proof,
  delivery_data) on orders to praca_app;
grant update (hash, due_at, revealed_at, refunded_cents) on orders to praca_app;

-- The history of an order: one row for each transition. Written by `transition_order` only.
create table order_events (
  -- No foreign key: the row is inserted under the lock of its order.
  order_id bigint not null,
  seq integer not null check (seq >= 1),
  event text not null,
  from_state text not null,
  to_state text not null,
  actor text not null,
  actor_id bigint references users,
  at timestamptz not null,
  primary key (order_id, seq),
  foreign key (event, from_state, to_state, actor) references order_transitions
);
-- Whether an order ever had a complaint is asked at every purchase by a new buyer, and few had: without it the
-- planner reads the history of all orders (1 ms of a purchase at 12,000 events, and growing).
create index order_events_complained on order_events (order_id) where to_state = 'in_complaint';
create trigger order_events_append_only before update or delete or truncate on order_events
  execute function refuse_change();
create trigger order_events_no_snapshot before insert on order_events
  when (current_setting('transaction_isolation') = 'repeatable read') execute function money.refuse_snapshot();
create trigger order_events_delivery_proof after insert on order_events
  for each row when (new.event = 'deliver') execute function require_delivery_proof();
revoke insert, update, delete on order_events from praca_app;

-- Reminders of an order's deadlines (P18, §4.16), each sent once by whichever process comes first.
create table order_reminders (
  order_id bigint not null references orders,
  kind text not null
    check (kind in ('payment_near', 'delivery_near', 'delivery_overdue', 'confirm_first', 'confirm_last')),
  told_at timestamptz not null default market_now(),
  primary key (order_id, kind)
);

-- Transitions that staff force against an order's normal course (P27).
create table forced_moves (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders,
  event text not null,
  reason text not null check (length(reason) between 1 and 2000),
  asked_by bigint not null references users,
  created_at timestamptz not null default market_now(),
  -- The second person, where the amount needs one.
  approved_by bigint references users,
  done_at timestamptz,
  dropped_by bigint references users,
  dropped_at timestamptz,
  constraint forced_by_two check (approved_by <> asked_by),
  constraint forced_or_dropped check ((dropped_by is null) = (dropped_at is null)
    and (dropped_at is null or done_at is null)),
  check (event = any ('{force_cancellation,force_delivery,force_conclusion,force_refund,refund_analysed}'))
);
create unique index forced_moves_waiting on forced_moves (order_id) where done_at is null and dropped_at is null;
create trigger forced_moves_recorded after update of done_at on forced_moves for each row
  when (new.done_at is not null and old.done_at is null) execute function record_forced_move_decision();
revoke insert, update, delete on forced_moves from praca_app;
grant insert (order_id, event, reason, asked_by) on forced_moves to praca_app;
grant update (approved_by, done_at, dropped_by, dropped_at) on forced_moves to praca_app;

-- A buyer's request to cancel a delivery that has started (P14).
create table cancellation_requests (
  -- One per order: after a refusal the next step is a complaint.
  order_id bigint primary key references orders,
  note text not null check (length(note) between 1 and 2000),
  -- `lapsed`: the seller did not answer in time, which is a yes. `moot`: the order moved on by itself.
  state text not null default 'open' check (state = any ('{open,accepted,refused,lapsed,moot}')),
  due_at timestamptz not null,
  created_at timestamptz not null default market_now(),
  answered_at timestamptz,
  answer_note text check (length(answer_note) <= 2000),
  check ((state = 'open') = (answered_at is null))
);
create index cancellation_requests_due on cancellation_requests (due_at) where state = 'open';
create constraint trigger cancellation_requests_refusal_proof after update on cancellation_requests
  deferrable initially deferred for each row when (new.state = 'refused' and old.state <> 'refused')
  execute function require_refusal_proof();
revoke insert, update, delete on cancellation_requests from praca_app;
grant insert (order_id, note, due_at) on cancellation_requests to praca_app;
grant update (state, answered_at, answer_note) on cancellation_requests to praca_app;

-- The access key of the NF-e of an order (44 characters, of which 7 to 20 are the CNPJ, with letters since 2026) or
-- of its NFS-e (50 digits). A wrong one may be corrected; the former is in `events`.
create table order_invoices (
  order_id bigint primary key references orders,
  access_key text not null unique check (access_key ~ '^([0-9]{6}[0-9A-Z]{14}[0-9]{24}|[0-9]{50})$'),
  informed_at timestamptz not null default market_now()
);
create trigger order_invoices_guard before insert or update on order_invoices for each row
  execute function guard_order_invoice();
revoke delete on order_invoices from praca_app;

-- Payments that an admin marked for analysis (§4.6, §4.15, ADR 0044). An order's payment is analysed once, for no
-- longer than the rule says. A sale's money and timer stop for three reasons: the payer's bank contests the payment
-- (P26), it is in analysis, or a regret awaits a decision (P24). `sale_stop_reason` names the one that applies.
create table analyses (
  order_id bigint primary key references orders,
  reason text not null
    check (reason = any ('{stolen_means,taken_account,own_purchase,unusual_sale,authority,other}')),
  note text not null check (length(note) between 10 and 2000),
  marked_by bigint not null references users,
  marked_at timestamptz not null default market_now(),
  until timestamptz not null,
  ended_at timestamptz,
  -- Null where its time was over.
  ended_by bigint references users,
  outcome text check (outcome = any ('{released,refunded,lapsed}')),
  end_note text check (length(end_note) between 1 and 2000),
  constraint analyses_time check (until > marked_at),
  constraint analyses_end check ((ended_at is null) = (outcome is null)
    and (ended_by is not null) = (coalesce(outcome, 'lapsed') <> 'lapsed') and (end_note is null) = (ended_by is null))
);
create index analyses_open on analyses (until) where ended_at is null;
create trigger analyses_guarded before insert or update on analyses for each row execute function guard_analysis();
create trigger analyses_ended_once before update on analyses for each row
  when (old.ended_at is not null) execute function refuse_change();
create constraint trigger analyses_stop after insert on analyses deferrable initially deferred
  for each row execute function money.check_stop();
revoke insert, update, delete on analyses from praca_app;
grant insert (order_id, reason, note, marked_by, until) on analyses to praca_app;
grant update (ended_at, ended_by, outcome, end_note) on analyses to praca_app;
