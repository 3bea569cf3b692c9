-- As for refunds and withdrawals (0069): who wrote the payment asks the bank to open its charge, and nobody else does
-- meanwhile. Set with the row; whoever died with it is waited for until then.
alter table payments add column asked_until timestamptz;
grant insert (asked_until), update (asked_until) on payments to praca_app;
