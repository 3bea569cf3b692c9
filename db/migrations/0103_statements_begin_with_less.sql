-- What every statement of a purchase does before it does anything: less of it. Measured in docs/benchmarks.md.

-- The market's present is asked some forty times. Read from its table, each was a query of its own, which PostgreSQL starts
-- and ends; as an expression it becomes a part of the statement that asks, and the planner sees its value. The table stays
-- the truth: whoever changes its number writes the function anew.
create function write_clock() returns trigger language plpgsql as $$
begin
  execute format($f$create or replace function public.market_now() returns timestamptz language sql stable parallel safe
    return pg_catalog.now() + %s * interval '1 millisecond'$f$, new.offset_ms);
  return null;
end $$;
revoke execute on function write_clock() from public;
create trigger clock_is_written after update of offset_ms on clock for each row execute function write_clock();
update clock set offset_ms = offset_ms;

-- As before, kept parsed: two checks of `orders` had PostgreSQL read these texts at each of its writes.
create or replace function money.commission_of(amount bigint, bps integer, at_least integer, at_most integer)
returns bigint language sql immutable parallel safe
return least(greatest((amount * bps * 2 + 10000) / 20000, at_least), at_most, amount);
create or replace function money.share_of(amount bigint, bps bigint) returns bigint language sql immutable parallel safe
return (amount * bps * 2 + 10000) / 20000;
