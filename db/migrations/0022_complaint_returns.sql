-- A complaint may end with a return (S11): everything goes back once the thing has come back.
alter table complaints
  drop constraint complaints_result_check,
  add constraint complaints_result_check
    check (result = any ('{full,return,partial,replacement,release,split}')),
  drop constraint complaints_ending_check,
  add constraint complaints_ending_check check (ending = any
    ('{agreed,decided,appeal_decided,silence,withdrawn,forced,charged_back,return_failed}'));
alter table complaint_decisions
  drop constraint complaint_decisions_result_check,
  add constraint complaint_decisions_result_check
    check (result = any ('{full,return,partial,replacement,release,split}'));
alter table complaint_proposals
  drop constraint complaint_proposals_kind_check,
  add constraint complaint_proposals_kind_check
    check (kind = any ('{full,return,partial,replacement,fix,keep}')),
  drop constraint complaint_proposals_check2,
  add constraint complaint_proposals_refund check (kind in ('full', 'return', 'partial') or refund_cents = 0);

alter table returns
  -- Why it was opened: a regret, a decision about a complaint, or an agreement of its sides.
  add column reason text not null default 'regret' check (reason = any ('{regret,complaint,agreement}')),
  add column complaint_id bigint unique references complaints,
  add constraint returns_reason check ((reason = 'regret') = (complaint_id is null)),
  drop constraint returns_due_event_check,
  add constraint returns_due_event_check
    check (due_event = any ('{remind,lapse,arrive,lose,accept_by_time}')),
  drop constraint returns_contest,
  -- A parcel that went back to the buyer is decided without words of the seller.
  add constraint returns_contest check ((contest is null or contested_at is not null)
    and (state <> 'contested' or contested_at is not null));
alter table returns alter column reason drop default;
grant insert (reason, complaint_id) on returns to praca_app;

insert into case_transitions (noun, event, actor, from_state, to_state) values
  ('return', 'post', 'carrier', 'to_post', 'posted'),
  ('return', 'lose', 'carrier', 'posted', 'completed'),
  ('return', 'lose', 'system', 'posted', 'completed'),
  ('return', 'bounce', 'carrier', 'posted', 'contested'),
  ('return', 'bounce', 'carrier', 'checking', 'contested'),
  ('refund', 'contest_return', 'system', 'awaiting_return', 'requested'),
  ('complaint', 'end_return', 'system', 'closed', 'closed');
insert into order_transitions (event, from_state, to_state, actor) values
  ('refund_return', 'delivered', 'refunded', 'system'),
  ('refund_return', 'completed', 'refunded', 'system'),
  ('refund_return', 'delivered', 'refunded', 'staff'),
  ('refund_return', 'completed', 'refunded', 'staff');

-- A closed complaint changes only with the end of its return.
drop trigger complaints_closed on complaints;
create trigger complaints_closed before update on complaints for each row
  when (old.state = 'closed') execute function guard_closed_complaint();
create constraint trigger complaints_return after update of state on complaints deferrable initially deferred
  for each row when (new.state = 'closed' and new.result = 'return') execute function check_complaint_return();
create constraint trigger returns_complaint after update of state on returns deferrable initially deferred
  for each row when (new.complaint_id is not null and new.state <> old.state)
  execute function end_complaint_return();
