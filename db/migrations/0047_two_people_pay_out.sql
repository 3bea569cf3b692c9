-- A large withdrawal is approved by two people (product §4.15): the first is kept, and is never the second.
alter table withdrawals
  add column first_by bigint references users,
  add column first_at timestamptz,
  add constraint withdrawals_first check ((first_by is null) = (first_at is null)),
  add constraint withdrawals_first_not_own check (first_by <> user_id),
  add constraint withdrawals_two_people check (state in ('requested', 'in_review', 'rejected', 'cancelled')
    or first_by <> decided_by);
grant update (first_by, first_at) on withdrawals to praca_app;
