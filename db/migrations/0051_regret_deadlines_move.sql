-- N14: the deadline at which the guarantee fund pays a regret moves with an outage, as the other final deadlines do.
-- Since when it runs; null in rows of before.
alter table refunds add column counted_from timestamptz;
alter table refunds alter column counted_from set default market_now();
