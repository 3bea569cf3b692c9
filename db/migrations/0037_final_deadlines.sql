-- N03: staff who miss the final deadline make the platform pay (decision 131). One row for each payment of the guarantee
-- fund: a complaint without a decision, an appeal without one, or a regret without an answer.
create table fund_payments (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders,
  cause text not null constraint fund_payments_cause check (cause in ('complaint', 'appeal', 'regret')),
  complaint_id bigint constraint fund_payments_complaint unique references complaints,
  -- The regret that was not answered.
  regret_id bigint constraint fund_payments_regret unique references refunds,
  -- What the fund refunds to the buyer, and what it pays the seller of a sale that had been refunded before.
  buyer_cents bigint not null constraint fund_payments_buyer check (buyer_cents between 0 and 10000000000),
  seller_cents bigint not null constraint fund_payments_seller check (seller_cents between 0 and 10000000000),
  paid_at timestamptz not null default market_now(),
  constraint fund_payments_about check ((complaint_id is null) = (cause = 'regret')
    and (regret_id is null) = (cause <> 'regret'))
);
create index fund_payments_order on fund_payments (order_id);
create index fund_payments_day on fund_payments (paid_at, id);
create trigger fund_payments_append_only before update or delete or truncate on fund_payments
  execute function refuse_change();
create trigger fund_payments_guard before insert on fund_payments
  for each row execute function guard_fund_payment();
create constraint trigger fund_payments_money after insert on fund_payments deferrable initially deferred
  for each row execute function check_fund_payment();
revoke insert, update, delete on fund_payments from praca_app;
grant insert (order_id, cause, complaint_id, regret_id, buyer_cents, seller_cents) on fund_payments to praca_app;

-- safe: complaints are about one in a hundred orders, so the scan is short.
alter table complaints
  drop constraint complaints_ending_check,
  add constraint complaints_ending_check check (ending = any
    ('{agreed,decided,appeal_decided,silence,withdrawn,forced,charged_back,return_failed,fund}')),
  drop constraint complaints_due_event_check,
  add constraint complaints_due_event_check check (due_event = any
    ('{remind_first,remind_last,presume_silent,mediate,promise,confirm,raise,close,close_appeals,pay_by_fund}')),
  drop constraint complaints_timer,
  add constraint complaints_timer check (case when state in ('open', 'negotiating', 'decided') then due_at is not null
    when state = 'appealed' then due_at is null or due_event = any ('{close_appeals,pay_by_fund}')
    when state = 'closed' then due_at is null else true end);
create constraint trigger complaints_fund after update of state on complaints deferrable initially deferred
  for each row when (new.ending = 'fund') execute function check_fund_ending();
create trigger complaints_after_fund before insert on complaints
  for each row execute function refuse_complaint_after_fund();
insert into case_transitions (noun, event, actor, from_state, to_state) values
  ('complaint', 'pay_by_fund', 'system', 'in_mediation', 'closed'),
  ('complaint', 'pay_by_fund', 'system', 'appealed', 'closed');

-- When a regret that staff have not answered is paid by the fund; null before they are asked.
alter table refunds add column fund_at timestamptz;
grant insert (fund_at) on refunds to praca_app;

-- N02: an admin blocks the money of one completed sale, with a reason that its seller reads (decision 130). A sale is
-- blocked once; another admin may renew the block once, and then it ends for good.
create table staff_blocks (
  order_id bigint primary key references orders,
  cause text not null constraint staff_blocks_cause
    check (cause in ('stolen_goods', 'fraud', 'related_sale', 'authority', 'other')),
  words text not null constraint staff_blocks_words check (length(words) between 1 and 1000),
  created_by bigint not null references users,
  created_at timestamptz not null default market_now(),
  ends_at timestamptz not null,
  renewed_by bigint references users,
  renewed_at timestamptz,
  renewal_words text constraint staff_blocks_renewal_words check (length(renewal_words) between 1 and 1000),
  ended_at timestamptz,
  ended_by bigint references users,
  constraint staff_blocks_renewed check ((renewed_by is null) = (renewed_at is null)
    and (renewed_by is null) = (renewal_words is null)),
  constraint staff_blocks_other_person check (renewed_by <> created_by),
  constraint staff_blocks_ended check (ended_by is null or ended_at is not null)
);
create index staff_blocks_open on staff_blocks (ends_at) where ended_at is null;
create trigger staff_blocks_guard before insert or update on staff_blocks
  for each row execute function guard_staff_block();
create trigger staff_blocks_not_deletable before delete or truncate on staff_blocks execute function refuse_change();
create constraint trigger staff_blocks_stop after insert on staff_blocks deferrable initially deferred
  for each row execute function money.check_stop();
revoke insert, update, delete on staff_blocks from praca_app;
grant insert (order_id, cause, words, created_by, ends_at) on staff_blocks to praca_app;
grant update (ends_at, renewed_by, renewed_at, renewal_words, ended_at, ended_by) on staff_blocks to praca_app;
