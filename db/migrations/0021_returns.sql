-- Returns (S11): what was bought comes back, and the refund waits for it.
alter table refunds
  drop constraint refunds_state_check,
  add constraint refunds_state_check check (state = any
    ('{requested,awaiting_return,held,in_review,approved,processing,completed,failed,manual,rejected,used}'));
-- A part that the first of two people approved of a contested return.
alter table refunds add column proposed_cents bigint check (proposed_cents > 0);
grant update (proposed_cents) on refunds to praca_app;
drop trigger refunds_first_state on refunds;
create trigger refunds_first_state before insert on refunds for each row
  when (new.state <> all ('{requested,awaiting_return,held,in_review,approved}')) execute function refuse_change();
drop trigger refunds_stop on refunds;
create constraint trigger refunds_stop after insert on refunds deferrable initially deferred
  for each row when (new.state = any ('{requested,awaiting_return}')) execute function money.check_stop();
drop trigger refunds_recorded on refunds;
create trigger refunds_recorded after update of state on refunds for each row
  when (new.state = 'approved' and old.state = any ('{requested,awaiting_return,in_review,held}')
    or new.state = 'completed' and old.state = 'manual' and new.hand_end_to_end_id is not null)
  execute function record_refund_decision();
insert into case_transitions (noun, event, actor, from_state, to_state) values
  ('refund', 'overtake', 'system', 'awaiting_return', 'rejected'),
  ('refund', 'grant_return', 'seller', 'awaiting_return', 'approved'),
  ('refund', 'grant_return', 'system', 'awaiting_return', 'approved'),
  ('refund', 'grant_return_to_review', 'seller', 'awaiting_return', 'in_review'),
  ('refund', 'grant_return_to_review', 'system', 'awaiting_return', 'in_review'),
  ('refund', 'contest_return', 'seller', 'awaiting_return', 'requested'),
  ('refund', 'drop_return', 'buyer', 'awaiting_return', 'rejected'),
  ('refund', 'drop_return', 'system', 'awaiting_return', 'rejected');

insert into order_transitions (event, from_state, to_state, actor) values
  ('regret', 'delivered', 'refunded', 'system'),
  ('regret', 'completed', 'refunded', 'system');

-- S06: the way back is paid by the seller or the platform, to the carrier or to the buyer who posted it.
insert into money.journal_kinds (kind, subject, key_form, takes_payment) values
  ('return_freight', 'refund', 'refund:#:return_freight', false);
insert into money.leg_rules (journal_kind, debit_kind, credit_kind, debit_case, credit_case, amount) values
  ('return_freight', 'guarantee_fund', 'freight_payable', 'platform', 'platform', 'share'),
  ('return_freight', 'available', 'freight_payable', 'seller', 'platform', 'share'),
  ('return_freight', 'recoverable', 'freight_payable', 'seller', 'platform', 'share'),
  ('return_freight', 'guarantee_fund', 'purchase_credit', 'platform', 'buyer', 'share'),
  ('return_freight', 'available', 'purchase_credit', 'seller', 'buyer', 'share'),
  ('return_freight', 'recoverable', 'purchase_credit', 'seller', 'buyer', 'share');

alter table delivery_files
  drop constraint delivery_files_proves_check,
  add constraint delivery_files_proves_check check (proves = any ('{delivery,refusal,return}'));

create table returns (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders,
  -- The refund that waits for it; staff decide a contested return by deciding this refund.
  refund_id bigint not null unique references refunds,
  way text not null check (way = any ('{label,own,hand}')),
  state text not null default 'to_post'
    check (state = any ('{to_post,posted,checking,contested,completed,lapsed,cancelled}')),
  -- The end of the time to post it, or to hand it back.
  post_by timestamptz not null,
  due_at timestamptz,
  due_event text check (due_event = any ('{remind,lapse,arrive,accept_by_time}')),
  opened_at timestamptz not null default market_now(),
  -- The one who pays the way back, and what the buyer gets for posting it at a counter.
  paid_by text not null check (paid_by = any ('{seller,platform}')),
  postage_cents bigint not null check (postage_cents between 0 and 10000000),
  -- The parcel on its way back, by its carrier's events.
  parcel_state text not null default 'preparing' check (parcel_state = any
    ('{preparing,posted,in_transit,out_for_delivery,awaiting_collection,delivered,failed,returning,returned,lost,cancelled}')),
  carrier text check (length(carrier) between 1 and 60),
  label_id text unique check (length(label_id) between 1 and 100),
  charged_cents bigint check (charged_cents between 0 and 10000000),
  tracking_code text unique check (tracking_code ~ '^[A-Z0-9]{6,40}$'),
  posted_at timestamptz,
  arrived_at timestamptz,
  closed_at timestamptz,
  -- When the carrier is asked again; null once nothing more is expected.
  next_check_at timestamptz,
  failed_checks smallint not null default 0,
  label_cancelled_at timestamptz,
  -- What the seller says is wrong with what came back.
  contest text check (length(contest) between 1 and 8000),
  contested_at timestamptz,
  outcome text check (outcome = any ('{full,partial,none}')),
  constraint returns_timer check ((due_at is null) = (due_event is null)
    and (due_at is not null) = (state = any ('{to_post,posted,checking}'))),
  constraint returns_closed check ((closed_at is not null) = (state = any ('{completed,lapsed,cancelled}'))),
  constraint returns_outcome check ((outcome is not null) = (state = 'completed')),
  constraint returns_contest check ((contest is null) = (contested_at is null)
    and (state <> 'contested' or contest is not null)),
  constraint returns_label_cost check ((label_id is null) = (charged_cents is null)),
  constraint returns_hand check (way <> 'hand' or tracking_code is null and carrier is null)
);
create unique index returns_one_open on returns (order_id)
  where state = any ('{to_post,posted,checking,contested}');
create index returns_order on returns (order_id, id);
create index returns_due on returns (due_at) where due_at is not null;
create index returns_checks on returns (next_check_at) where next_check_at is not null;
create index returns_contested on returns (contested_at, id) where state = 'contested';
create trigger returns_state before update of state on returns for each row
  when (new.state <> old.state) execute function guard_case_state('return');
revoke insert, update, delete on returns from praca_app;
grant insert (order_id, refund_id, way, post_by, due_at, due_event, paid_by, postage_cents) on returns
  to praca_app;
grant update (state, way, due_at, due_event, parcel_state, carrier, label_id, charged_cents, tracking_code, posted_at,
  arrived_at, closed_at, next_check_at, failed_checks, label_cancelled_at, contest, contested_at, outcome) on returns
  to praca_app;

insert into case_transitions (noun, event, actor, from_state, to_state) values
  ('return', 'post', 'buyer', 'to_post', 'posted'),
  ('return', 'hand_back', 'buyer', 'to_post', 'checking'),
  ('return', 'refund_at_posting', 'carrier', 'to_post', 'completed'),
  ('return', 'arrive', 'system', 'posted', 'checking'),
  ('return', 'accept', 'seller', 'to_post', 'completed'),
  ('return', 'accept', 'seller', 'posted', 'completed'),
  ('return', 'accept', 'seller', 'checking', 'completed'),
  ('return', 'accept_by_time', 'system', 'checking', 'completed'),
  ('return', 'contest', 'seller', 'posted', 'contested'),
  ('return', 'contest', 'seller', 'checking', 'contested'),
  ('return', 'decide', 'staff', 'contested', 'completed'),
  ('return', 'lapse', 'system', 'to_post', 'lapsed'),
  ('return', 'cancel', 'buyer', 'to_post', 'cancelled'),
  ('return', 'overtake', 'system', 'to_post', 'cancelled'),
  ('return', 'overtake', 'system', 'posted', 'cancelled'),
  ('return', 'overtake', 'system', 'checking', 'cancelled'),
  ('return', 'overtake', 'system', 'contested', 'cancelled');

-- What happened to a parcel on its way back (S09). A repeated report is one row.
create table return_events (
  id bigint generated always as identity primary key,
  return_id bigint not null references returns,
  kind text not null references shipment_event_kinds,
  at timestamptz not null,
  place text not null default '' check (length(place) <= 120),
  words text not null default '' check (length(words) <= 300),
  reported_by text not null check (reported_by = any ('{carrier,buyer,system}')),
  received_at timestamptz not null default market_now(),
  constraint return_events_once unique (return_id, kind, at)
);
create trigger return_events_append_only before update or delete or truncate on return_events
  for each statement execute function refuse_change();
revoke update, delete on return_events from praca_app;

-- At commit a return agrees with its refund, its parcel with its events.
create constraint trigger returns_agree after insert or update on returns deferrable initially deferred
  for each row execute function check_return();
create constraint trigger refunds_return after update of state on refunds deferrable initially deferred
  for each row when (new.state <> old.state) execute function check_return_of_refund();
create constraint trigger return_events_state after insert on return_events deferrable initially deferred
  for each row execute function check_return_parcel();
create trigger orders_return after update of state on orders for each row
  when (new.state <> old.state and new.state in ('refunded', 'cancelled')) execute function end_return_with_order();

-- S09: one code belongs to one parcel, on its way there or back.
create table tracking_codes (code text primary key);
revoke insert, update, delete on tracking_codes from praca_app;
insert into tracking_codes (code) select tracking_code from shipments where tracking_code is not null;
create trigger shipments_tracking_code after insert or update of tracking_code on shipments
  for each row execute function claim_tracking_code();
create trigger returns_tracking_code after insert or update of tracking_code on returns
  for each row execute function claim_tracking_code();
