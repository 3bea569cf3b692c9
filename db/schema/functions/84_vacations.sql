-- Until which day a seller is on vacation now, that day included; null while not. plpgsql, because the table comes later.
create or replace function away_until(seller bigint) returns date language plpgsql stable as $$
begin
  return (select v.ends_on from public.vacations v where v.seller_id = seller and v.cancelled_at is null
    and v.starts_at <= public.market_now() and v.ends_at > public.market_now());
end $$;

-- The first instant of a day in São Paulo.
create or replace function start_of_day(day date) returns timestamptz language sql immutable
return day::timestamp at time zone 'America/Sao_Paulo';

-- Holds the vacations of a seller still: alone for who changes them, together for new orders, which must not fall into a
-- vacation that begins at the same moment. Not the account's row, which orders of one seller would queue for.
create or replace function lock_vacations(seller bigint, alone boolean) returns void language plpgsql as $$
begin
  if alone then perform pg_advisory_xact_lock(hashtextextended('vacations:' || seller, 0));
  else perform pg_advisory_xact_lock_shared(hashtextextended('vacations:' || seller, 0)); end if;
end $$;

-- Whether these days, with the seller's other vacations, are more than the rules in force allow in some window of days.
-- A window holds most when it ends with the last day of a vacation, so only those are counted.
create or replace function exceeds_vacations(seller bigint, vacation bigint, first date, last date) returns boolean
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  most bigint := public.rule_in_force(array['vacations', 'maxDays'], 90);
  span integer := public.rule_in_force(array['vacations', 'windowDays'], 365);
begin
  return exists (
    with own as (
      select first as starts_on, last as ends_on
      union all select v.starts_on, v.ends_on from public.vacations v
        where v.seller_id = seller and v.id <> vacation and v.cancelled_at is null and v.ends_on > first - span)
    select from own w where w.ends_on >= first and w.ends_on - span < last
      and most < (select sum(least(o.ends_on, w.ends_on) - greatest(o.starts_on, w.ends_on - span + 1) + 1) from own o
        where o.starts_on <= w.ends_on and o.ends_on > w.ends_on - span));
end $$;

-- A vacation begins today or later and is not moved once it began; its end is never in the past. One that is over or
-- cancelled stays as it was. What adds no days is always allowed, whatever the rules say meanwhile.
create or replace function guard_vacation() returns trigger language plpgsql as $$
declare
  today date := (public.market_now() at time zone 'America/Sao_Paulo')::date;
  is_new boolean := tg_op = 'INSERT';
  fault text;
begin
  perform public.lock_vacations(new.seller_id, true);
  if not is_new and (old.cancelled_at is not null or old.ends_at <= public.market_now()) then fault := 'vacation_is_over';
  elsif not is_new and old.starts_at <= public.market_now()
    and (new.cancelled_at is not null or new.starts_on <> old.starts_on) then fault := 'vacation_has_begun';
  elsif new.ended_at is not null and (is_new or old.starts_at > public.market_now()) then fault := 'vacation_has_not_begun';
  elsif new.starts_on < today and (is_new or new.starts_on <> old.starts_on) then fault := 'vacation_begins_today';
  end if;
  if fault is null and new.ended_at is not null then
    new.ended_at := public.market_now();
    new.ends_on := today;
  end if;
  if fault is null and new.cancelled_at is null then
    if new.ends_on < today then fault := 'vacation_ends_today';
    elsif (is_new or new.starts_on < old.starts_on or new.ends_on > old.ends_on)
      and public.exceeds_vacations(new.seller_id, new.id, new.starts_on, new.ends_on) then fault := 'vacation_days';
    end if;
  end if;
  if fault is not null then
    raise exception 'vacation of seller %: %', new.seller_id, fault using errcode = '23514', constraint = fault;
  end if;
  if is_new or new.starts_on <> old.starts_on then
    new.starts_at := greatest(public.start_of_day(new.starts_on), public.market_now());
  end if;
  new.ends_at := coalesce(new.ended_at, public.start_of_day(new.ends_on + 1));
  return new;
end $$;

-- No order falls into a vacation of its seller. The clock is read after the lock, so that an order that waited for the
-- start of a vacation sees it.
create or replace function refuse_away_seller() returns trigger language plpgsql as $$
declare moment timestamptz;
begin
  perform public.lock_vacations(new.seller_id, false);
  moment := clock_timestamp() + (public.market_now() - now());
  if exists (select from public.vacations v where v.seller_id = new.seller_id and v.cancelled_at is null
    and v.starts_at <= moment and v.ends_at > moment) then
    raise exception 'seller % is on vacation', new.seller_id using errcode = '23514', constraint = 'seller_is_here';
  end if;
  return new;
end $$;
