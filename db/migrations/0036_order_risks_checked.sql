-- The reasons of 0035, checked for the rows of before.
alter table analyses validate constraint analyses_reason_check;
alter table analyses validate constraint analyses_marked;
