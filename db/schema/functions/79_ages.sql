-- Whole years between a birth and a day. A person born on 29 February is a year older on 1 March of other years
-- (Lei 810/1949, art. 3).
create or replace function age_on(born_on date, day date) returns integer language sql immutable strict parallel safe
return (extract(year from day) - extract(year from born_on))::integer
  - (to_char(day, 'MMDD') < to_char(born_on, 'MMDD'))::integer;

-- The age of an account whose birth is proven, by today's date in São Paulo (F58); null for one without a proof.
create or replace function proven_age(account bigint) returns integer language plpgsql stable
set search_path = pg_catalog, public, pg_temp as $$
begin
  return (select public.age_on(b.born_on, (public.market_now() at time zone 'America/Sao_Paulo')::date)
    from public.proven_births b where b.user_id = account);
end $$;

-- A proven birth is another by the word of staff only, with a reason; a document may confirm the same day. Staff are staff,
-- and a guardian is of age by a proof that is not a guardian's.
create or replace function guard_proven_birth() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'UPDATE' and (new.user_id <> old.user_id
      or new.source <> 'staff' and (new.born_on <> old.born_on or new.source <> 'document' or old.source <> 'guardian')) then
    raise exception 'the proven birth of account % changes by staff only', old.user_id
      using errcode = '23514', constraint = 'proven_birth_by_staff';
  end if;
  if new.source <> 'guardian' and new.proven_by is not null and not exists (
      select from public.users where id = new.proven_by and role in ('support', 'admin')) then
    raise exception 'account % is not staff', new.proven_by using errcode = '23514', constraint = 'proven_birth_by_staff';
  end if;
  if new.source = 'guardian' and not exists (select from public.proven_births b where b.user_id = new.proven_by
      and b.source <> 'guardian'
      and public.age_on(b.born_on, (public.market_now() at time zone 'America/Sao_Paulo')::date) >= 18) then
    raise exception 'account % is no proven adult', new.proven_by
      using errcode = '23514', constraint = 'proven_birth_by_adult';
  end if;
  new.proven_at := public.market_now();
  return new;
end $$;
