-- Payments, what providers report about them, the daily reconciliation, and chargebacks.

-- Attempts to pay an order, and money that arrived besides a charge (`attempt` is null then).
create table payments (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders,
  provider text not null,
  -- Which methods are open is a setting, not a constraint (§4.6).
  method text not null check (method = any ('{pix,card,boleto,balance,manual}')),
  state text not null default 'created',
  amount_cents bigint not null check (amount_cents between 1 and 10000000000),
  -- Our id at the provider: 32 alphanumerics, a valid Pix txid.
  reference text not null unique check (reference ~ '^[a-zA-Z0-9]{26,35}$'),
  provider_id text,
  pix_code text,
  receiver_name text,
  expires_at timestamptz not null,
  -- What arrived, and the bank's own id of it: one bank movement pays one thing.
  received_cents bigint not null default 0 check (received_cents >= 0),
  end_to_end_id text unique,
  confirmed_at timestamptz,
  created_at timestamptz not null default market_now(),
  -- Which attempt of the order's it is; null for a row of money that arrived besides a charge.
  attempt integer default 1 check (attempt >= 1),
  -- When the provider was asked to charge the card: the token was sent along and is stored nowhere.
  asked_at timestamptz,
  declined_reason text check (length(declined_reason) <= 60),
  pay_url text check (length(pay_url) <= 500),
  boleto_line text check (boleto_line ~ '^\d{47,48}$'),
  boleto_barcode text check (boleto_barcode ~ '^\d{44}$'),
  boleto_url text check (length(boleto_url) <= 500),
  card_brand text check (length(card_brand) <= 30),
  card_last4 text check (card_last4 ~ '^\d{4}$'),
  installments smallint check (installments between 1 and 12),
  -- All instalments together: with interest, more than the order's price, which is all that we receive.
  card_total_cents bigint check (card_total_cents >= amount_cents),
  -- Why it is under review, until when, and what was decided.
  review_reason text check (review_reason = any ('{provider,third_party}')),
  review_until timestamptz,
  payer_document text check (length(payer_document) <= 14),
  review_decision text check (review_decision = any ('{release,refund}')),
  reviewed_by bigint references users,
  reviewed_at timestamptz,
  review_note text check (length(review_note) <= 500),
  -- Since when it is contested at the bank.
  contested_at timestamptz,
  -- The process that inserted the payment opens its charge at the provider and no other does until then; after a
  -- crash another one takes over at that time.
  asked_until timestamptz,
  -- Finds an order's payments, and is what references to a payment of an order point to.
  constraint payments_of_order unique (order_id, id),
  check (state = any
    ('{created,pending,in_review,confirmed,partially_refunded,refunded,declined,expired,cancelled,contested,upheld,charged_back}')),
  constraint confirmed_has_money check (
    state = any ('{created,pending,in_review,declined,expired,cancelled}') or received_cents > 0),
  constraint received_has_bank_id check (method = 'balance' and end_to_end_id is null
    or method <> 'balance' and (received_cents > 0) = (end_to_end_id is not null)),
  constraint payments_card_fields check (method = 'card' or (card_brand is null and card_last4 is null
    and installments is null and card_total_cents is null and asked_at is null)),
  constraint payments_decision check ((review_decision is null) = (reviewed_at is null)),
  constraint payments_contested_at check
    (state <> all ('{contested,upheld,charged_back}') or contested_at is not null)
) with (fillfactor = 70);
-- Charges whose money has not arrived, open or closed: it may arrive late and without a notice.
create index payments_awaited on payments (expires_at) where end_to_end_id is null;
create index payments_in_review on payments (review_until) where state = 'in_review';
create index payments_by_state on payments (state, id);
create index payments_by_amount on payments (amount_cents, id);
-- Nearly every row is Pix, which needs no index: its first fifty are the first fifty.
create index payments_by_method on payments (method, id) where method <> 'pix';
create index payments_contested on payments (contested_at) where state = 'contested';
create index payments_payer on payments (payer_document) where payer_document is not null;
create trigger payments_state before update of state on payments for each row
  when (new.state <> old.state) execute function guard_case_state('payment');
create trigger payments_received_once before update of received_cents, end_to_end_id on payments for each row
  when (old.received_cents > 0 and
    (new.received_cents <> old.received_cents or new.end_to_end_id is distinct from old.end_to_end_id))
  execute function refuse_change();
create constraint trigger payments_money after update on public.payments deferrable initially deferred
  for each row when (new.received_cents <> old.received_cents) execute function money.check_case('payment');
create trigger payments_manual before update of end_to_end_id on payments for each row
  when (new.method = 'manual' and new.end_to_end_id is not null and old.end_to_end_id is null)
  execute function require_bank_line();
create constraint trigger payments_contested_money after update of state on payments deferrable initially deferred
  for each row when (new.state <> old.state and new.state = any ('{contested,charged_back}'))
  execute function money.check_case('payment');
create trigger payments_third_party_recorded after update of state on payments for each row
  when (new.state = 'confirmed' and old.state <> 'confirmed' and new.attempt is not null
    and new.payer_document is not null)
  execute function record_third_party_payment();
create trigger payments_comparison_queued after update of payer_document on payments for each row
  when (new.payer_document is not null and new.payer_document is distinct from old.payer_document)
  execute function queue_sale_comparison();
revoke insert, update, delete on payments from praca_app;
grant insert (order_id, provider, method, amount_cents, reference, provider_id, pix_code, receiver_name, expires_at,
  attempt, asked_at, installments, card_total_cents, asked_until) on payments to praca_app;
grant update (state, provider_id, pix_code, receiver_name, expires_at, received_cents, end_to_end_id, confirmed_at,
  asked_at, declined_reason, pay_url, boleto_line, boleto_barcode, boleto_url, card_brand, card_last4, installments,
  card_total_cents, review_reason, review_until, payer_document, review_decision, reviewed_by, reviewed_at,
  review_note, contested_at, asked_until) on payments to praca_app;

-- Provider events as they arrived: the primary key makes the hundredth copy a no-op.
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
-- Everything the provider reported about a charge, for the team: by our id of it, or by the provider's where only
-- that is given.
create index provider_events_of_charge on provider_events ((coalesce(body ->> 'reference', body ->> 'providerId')));

-- What the daily reconciliation with the provider's own list of movements found, for a person to resolve.
create table payment_differences (
  id bigint generated always as identity primary key,
  provider text not null,
  -- The day of the movement in São Paulo.
  day date not null,
  kind text not null check (kind = any ('{receipt,refund,payout,chargeback}')),
  problem text not null check (problem = any ('{ours_missing,theirs_missing,amount_differs,refunded_twice}')),
  -- The provider's id of the movement.
  movement_id text not null,
  reference text,
  our_cents bigint,
  their_cents bigint,
  found_at timestamptz not null default market_now(),
  unique (provider, kind, movement_id, problem),
  check ((our_cents is null) = (problem = 'ours_missing') and (their_cents is null) = (problem = 'theirs_missing'))
);
create trigger payment_differences_append_only before update or delete or truncate on payment_differences
  execute function refuse_change();
revoke insert, update, delete on payment_differences from praca_app;
grant insert (provider, day, kind, problem, movement_id, reference, our_cents, their_cents)
  on payment_differences to praca_app;

-- The days already reconciled, so that each is reconciled once.
create table reconciled_days (
  provider text not null,
  day date not null,
  movements integer not null check (movements >= 0),
  differences integer not null check (differences >= 0),
  at timestamptz not null default market_now(),
  primary key (provider, day)
);
revoke update, delete on reconciled_days from praca_app;

-- Money that a bank took back beyond what is left of the sale.
create table chargebacks (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders,
  payment_id bigint not null,
  -- The buyer who owes it; null when the guarantee fund bears it.
  user_id bigint references users,
  -- `taken`: by the bank. `returned`: the dispute was won after it had been lost.
  direction text not null constraint chargebacks_direction check (direction = any ('{taken,returned}')),
  amount_cents bigint not null constraint chargebacks_amount check (amount_cents > 0),
  created_at timestamptz not null default market_now(),
  constraint chargebacks_payment foreign key (payment_id, order_id) references payments (id, order_id)
);
create index chargebacks_order on chargebacks (order_id);
create index chargebacks_user on chargebacks (user_id) where user_id is not null;
create trigger chargebacks_append_only before update or delete or truncate on chargebacks
  execute function refuse_change();
create constraint trigger chargebacks_money_born after insert on chargebacks deferrable initially deferred
  for each row execute function money.check_case('chargeback');
create trigger chargebacks_of_taken before insert on chargebacks for each row execute function guard_chargeback();
revoke insert, update, delete on chargebacks from praca_app;
grant insert (order_id, payment_id, user_id, direction, amount_cents) on chargebacks to praca_app;

-- Each time a person's balance paid off the debt of a chargeback.
create table debt_payments (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  amount_cents bigint not null constraint debt_payments_amount check (amount_cents > 0),
  created_at timestamptz not null default market_now()
);
create index debt_payments_user on debt_payments (user_id);
create trigger debt_payments_append_only before update or delete or truncate on debt_payments
  execute function refuse_change();
create constraint trigger debt_payments_money_born after insert on debt_payments deferrable initially deferred
  for each row execute function money.check_case('debt_payment');
revoke insert, update, delete on debt_payments from praca_app;
grant insert (user_id, amount_cents) on debt_payments to praca_app;

insert into case_transitions (noun, event, actor, from_state, to_state) values
  ('payment', 'charge', 'system', 'created', 'pending'),
  ('payment', 'confirm', 'system', 'created', 'confirmed'),
  ('payment', 'confirm', 'system', 'pending', 'confirmed'),
  ('payment', 'confirm', 'system', 'in_review', 'confirmed'),
  ('payment', 'confirm', 'system', 'expired', 'confirmed'),
  ('payment', 'confirm', 'system', 'cancelled', 'confirmed'),
  ('payment', 'expire', 'system', 'created', 'expired'),
  ('payment', 'expire', 'system', 'pending', 'expired'),
  ('payment', 'cancel', 'system', 'created', 'cancelled'),
  ('payment', 'cancel', 'system', 'pending', 'cancelled'),
  ('payment', 'decline', 'system', 'created', 'declined'),
  ('payment', 'decline', 'system', 'pending', 'declined'),
  ('payment', 'decline', 'system', 'in_review', 'declined'),
  ('payment', 'refund_part', 'system', 'confirmed', 'partially_refunded'),
  ('payment', 'refund_part', 'system', 'partially_refunded', 'partially_refunded'),
  ('payment', 'refund_all', 'system', 'confirmed', 'refunded'),
  ('payment', 'refund_all', 'system', 'partially_refunded', 'refunded'),
  ('payment', 'review', 'system', 'created', 'in_review'),
  ('payment', 'review', 'system', 'pending', 'in_review'),
  ('payment', 'cancel', 'system', 'in_review', 'cancelled'),
  ('payment', 'confirm', 'system', 'declined', 'confirmed'),
  ('payment', 'contest', 'system', 'confirmed', 'contested'),
  ('payment', 'contest', 'system', 'partially_refunded', 'contested'),
  ('payment', 'contest', 'system', 'upheld', 'contested'),
  ('payment', 'uphold', 'system', 'contested', 'upheld'),
  ('payment', 'charge_back', 'system', 'contested', 'charged_back'),
  ('payment', 'refund_part', 'system', 'upheld', 'partially_refunded'),
  ('payment', 'refund_all', 'system', 'upheld', 'refunded'),
  ('payment', 'contest', 'system', 'refunded', 'contested'),
  ('payment', 'contest', 'system', 'charged_back', 'contested'),
  ('payment', 'win', 'system', 'charged_back', 'upheld');
