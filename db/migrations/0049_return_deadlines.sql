-- N03, S11: a contested return that staff do not decide ends by the guarantee fund (decision 141).
alter table fund_payments add column return_id bigint constraint fund_payments_return unique references returns;
grant insert (return_id) on fund_payments to praca_app;
-- safe: the fund has paid for a few cases at most, so the scans take no time.
alter table fund_payments
  drop constraint fund_payments_cause,
  add constraint fund_payments_cause check (cause in ('complaint', 'appeal', 'regret', 'return')),
  drop constraint fund_payments_about,
  add constraint fund_payments_about check (num_nonnulls(complaint_id, regret_id, return_id) = 1
    and (regret_id is null) = (cause <> 'regret') and (return_id is null) = (cause <> 'return'));

-- What was contested before this rule gets its deadline from a sweep.
-- safe: returns are about one in a hundred orders, so the scan is short.
alter table returns
  drop constraint returns_due_event_check,
  add constraint returns_due_event_check
    check (due_event = any ('{remind,lapse,arrive,lose,accept_by_time,pay_by_fund}')),
  drop constraint returns_outcome_check,
  add constraint returns_outcome_check check (outcome = any ('{full,partial,none,fund}')),
  drop constraint returns_timer,
  add constraint returns_timer check ((due_at is null) = (due_event is null)
    and case when state = any ('{to_post,posted,checking}') then due_event <> 'pay_by_fund' and due_at is not null
      when state = 'contested' then due_at is null or due_event = 'pay_by_fund'
      else due_at is null end);
insert into case_transitions (noun, event, actor, from_state, to_state) values
  ('return', 'pay_by_fund', 'system', 'contested', 'completed');
