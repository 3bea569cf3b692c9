-- What a bank took although it had been refunded, or gave back of a sale that ended by it, is a difference that the team
-- reads beside those of the daily comparison (decision 71).
alter table payment_differences
  drop constraint payment_differences_kind_check,
  add constraint payment_differences_kind_check check (kind = any ('{receipt,refund,payout,chargeback}')),
  drop constraint payment_differences_problem_check,
  add constraint payment_differences_problem_check check
    (problem = any ('{ours_missing,theirs_missing,amount_differs,refunded_twice}'));
