-- A bank that refused a payout is asked again after a pause, or at once when somebody of the team says so (product
-- §4.10, design A9). Null in `failed`: due now.
alter table withdrawals
  add column retry_at timestamptz,
  add constraint withdrawals_retry check (retry_at is null or state = 'failed');
grant update (retry_at) on withdrawals to praca_app;
insert into case_transitions (noun, event, actor, from_state, to_state) values
  ('withdrawal', 'retry', 'staff', 'failed', 'processing');
