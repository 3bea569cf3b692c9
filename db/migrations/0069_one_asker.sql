-- The bank is asked by one process at a time: a provider without idempotency keys, asked twice at the same moment, pays
-- twice. Set while an answer is waited for; whoever died with it is waited for until then.
alter table refunds add column asked_until timestamptz;
alter table withdrawals add column asked_until timestamptz;
grant update (asked_until) on refunds, withdrawals to praca_app;
