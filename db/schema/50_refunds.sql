-- Refunds. A part of a price that arrived before the rest is one too, in state `held`.

create table refunds (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders,
  payment_id bigint not null references payments,
  reason text not null,
  amount_cents bigint not null check (amount_cents between 1 and 10000000000),
  -- Every refund starts in one of the first states; amount and order are set once.
  state text not null default 'approved',
  attempts integer not null default 0,
  provider_id text,
  last_error text,
  created_at timestamptz not null default market_now(),
  completed_at timestamptz,
  destination text not null default 'original',
  -- The transition of its order, for a refund that is decided later.
  event text,
  -- Whose money it is: the sale's, the platform's own (M10), or money that arrived and belongs to no sale.
  source text not null default 'sale',
  asked_by bigint references users,
  note text check (length(note) <= 2000),
  decided_by bigint references users,
  decided_at timestamptz,
  decision_note text check (length(decision_note) <= 2000),
  seconded_by bigint references users,
  seconded_at timestamptz,
  -- The bank's id of a Pix that a person sent by hand.
  hand_end_to_end_id text unique,
  -- One process at a time asks the bank: a provider without idempotency keys, asked twice at once, pays twice. Set
  -- while a reply is awaited; after a crash another process takes over at that time.
  asked_until timestamptz,
  -- The bank took it back itself, so nothing was sent.
  taken boolean not null default false,
  -- A refund returns a payment of its own order.
  foreign key (payment_id, order_id) references payments (id, order_id),
  constraint refunds_destination check (destination = any ('{original,balance}')),
  constraint refunds_source check (source = any ('{sale,platform,arrival}')),
  -- `requested`: asked for and not owed yet. `in_review`: owed, and awaits a person before it is sent.
  check (state = any ('{requested,held,in_review,approved,processing,completed,failed,manual,rejected,used}')),
  constraint refunds_held check (state <> all ('{held,used}') or source = 'arrival'),
  constraint refunds_two_people check (seconded_by is null or (decided_by is not null and seconded_by <> decided_by)),
  constraint refunds_taken check
    (not taken or state = 'completed' and destination = 'original' and hand_end_to_end_id is null)
);
-- A refund sent by hand cannot become balance as well. Not validated for older rows.
alter table refunds add constraint refund_by_hand_left
  check (hand_end_to_end_id is null or destination = 'original') not valid;
create index refunds_order on refunds (order_id);
create index refunds_open on refunds (id) where state in ('approved', 'processing', 'failed');
create index refunds_queue on refunds (id) where state = any ('{requested,in_review,manual}');
create index refunds_by_state on refunds (state, id);
-- The parts of an order's price.
create index refunds_parts on refunds (order_id) where state = any ('{held,used}');
-- A regret is requested once; granted, it may be refunded to two payments.
create unique index refunds_one_regret on refunds (order_id, payment_id) where reason = 'regret';
create trigger refunds_state before update of state on refunds for each row
  when (new.state <> old.state) execute function guard_case_state('refund');
create constraint trigger refunds_money_born after insert on public.refunds deferrable initially deferred
  for each row execute function money.check_case('refund');
create constraint trigger refunds_money after update of state on public.refunds deferrable initially deferred
  for each row execute function money.check_case('refund');
-- The destination is final once the refund is sent.
create trigger refunds_destination_once before update of destination on refunds for each row
  when (old.state = any ('{processing,completed}') and new.destination <> old.destination)
  execute function refuse_change();
create trigger refunds_first_state before insert on refunds for each row
  when (new.state <> all ('{requested,held,in_review,approved}')) execute function refuse_change();
create trigger refunds_divided before update of amount_cents, payment_id on refunds for each row
  when (new.amount_cents <> old.amount_cents or new.payment_id <> old.payment_id)
  execute function guard_refund_split();
-- The destination is compared with the payment before the refund is sent, too.
create constraint trigger refunds_destination_money after update of destination on public.refunds
  deferrable initially deferred for each row when (new.destination <> old.destination)
  execute function money.check_case('refund');
create trigger refunds_held_under_lock before insert on refunds for each row when (new.state = 'held')
  execute function money.lock_unpaid_order();
create trigger refunds_by_bank before update of state, taken on refunds for each row
  when (new.taken <> old.taken or new.state <> old.state and new.state = any ('{processing,completed}'))
  execute function guard_refund_by_bank();
create constraint trigger refunds_stop after insert on refunds deferrable initially deferred
  for each row when (new.reason = 'regret' and new.state = 'requested') execute function money.check_stop();
create trigger refunds_to_payer before insert or update of destination on refunds for each row
  when (new.destination = 'balance') execute function refuse_third_party_balance();
create trigger refunds_to_card before insert or update of destination, payment_id on refunds for each row
  when (new.destination = 'balance') execute function refuse_card_balance();
create trigger refunds_recorded_at_insert after insert on refunds for each row
  when (new.state = 'approved') execute function record_refund_decision();
create trigger refunds_recorded after update of state on refunds for each row
  when (new.state = 'approved' and old.state = any ('{requested,in_review,held}')
    or new.state = 'completed' and old.state = 'manual' and new.hand_end_to_end_id is not null)
  execute function record_refund_decision();
create trigger refunds_part_recorded after insert on refunds for each row
  when (new.state = 'held') execute function record_third_party_payment();
-- The application never writes the amount of an existing refund: `split_refund` does.
revoke insert, update, delete on refunds from praca_app;
grant insert (order_id, payment_id, reason, amount_cents, state, destination, event, source, asked_by, note)
  on refunds to praca_app;
grant update (state, attempts, provider_id, last_error, completed_at, destination, decided_by, decided_at,
  decision_note, seconded_by, seconded_at, hand_end_to_end_id, asked_until, taken) on refunds to praca_app;

-- `keep_as_balance`: what no bank accepts back needs no manual transfer if its buyer prefers it as balance.
-- `overtake`: a regret that awaits a decision ends when the whole sale is refunded in another way.
insert into case_transitions (noun, event, actor, from_state, to_state) values
  ('refund', 'process', 'system', 'approved', 'processing'),
  ('refund', 'complete', 'system', 'processing', 'completed'),
  ('refund', 'fail', 'system', 'processing', 'failed'),
  ('refund', 'retry', 'system', 'failed', 'processing'),
  ('refund', 'give_up', 'system', 'failed', 'manual'),
  ('refund', 'approve', 'staff', 'requested', 'approved'),
  ('refund', 'approve', 'staff', 'in_review', 'approved'),
  ('refund', 'reject', 'staff', 'requested', 'rejected'),
  ('refund', 'pay_by_hand', 'staff', 'manual', 'completed'),
  ('refund', 'need_hand', 'system', 'approved', 'manual'),
  ('refund', 'keep_as_balance', 'buyer', 'manual', 'approved'),
  ('refund', 'use', 'system', 'held', 'used'),
  ('refund', 'lapse', 'system', 'held', 'approved'),
  ('refund', 'lapse_to_review', 'system', 'held', 'in_review'),
  ('refund', 'overtake', 'system', 'requested', 'rejected'),
  ('refund', 'take', 'system', 'in_review', 'completed'),
  ('refund', 'take', 'system', 'approved', 'completed'),
  ('refund', 'take', 'system', 'failed', 'completed'),
  ('refund', 'take', 'system', 'manual', 'completed');
