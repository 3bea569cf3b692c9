-- The place of a level among them, the lowest first.
create or replace function seller_rank(level text) returns integer language sql immutable
return array_position(array['new', 'bronze', 'silver', 'gold', 'diamond'], level);

-- The first paid sale makes its seller's row. It is not counted before the next day, nor checked before the next month.
create or replace function enrol_seller() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into public.seller_levels (user_id, counted_on, checked_month)
    values (new.seller_id, (public.market_now() at time zone 'America/Sao_Paulo')::date,
      date_trunc('month', public.market_now() at time zone 'America/Sao_Paulo')::date)
    on conflict do nothing;
  return null;
end $$;
revoke execute on function enrol_seller() from public;

-- No check gives or leaves a level without the sales that the rules in force demand for it (§4.13).
create or replace function guard_seller_check() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.sales < public.rule_in_force(array['sellerLevels', new.level_after, 'sales'],
    case new.level_after when 'bronze' then 10 when 'silver' then 50 when 'gold' then 250 else 1000 end) then
    raise exception 'seller % has % sales, too few for %', new.user_id, new.sales, new.level_after
      using errcode = '23514', constraint = 'seller_check_sales';
  end if;
  return new;
end $$;
revoke execute on function guard_seller_check() from public;

-- A level is what the last monthly check found (§4.13).
create or replace function guard_seller_level() returns trigger language plpgsql as $$
begin
  if not exists (select from public.seller_checks c
    where c.user_id = new.user_id and c.month = new.checked_month and c.level_after = new.level) then
    raise exception 'no check gave seller % the level %', new.user_id, new.level
      using errcode = '23514', constraint = 'seller_level_by_check';
  end if;
  return null;
end $$;

-- A seller whose thermometer is red has no new orders (§4.13). Stable, so that it sees what the statement that places the
-- order sees, which refuses in words.
create or replace function refuse_stopped_seller() returns trigger language plpgsql stable as $$
begin
  if exists (select from public.seller_levels s where s.user_id = new.seller_id and s.colour = 'red') then
    raise exception 'seller % sells nothing now', new.seller_id using errcode = '23514', constraint = 'seller_sells';
  end if;
  return new;
end $$;
