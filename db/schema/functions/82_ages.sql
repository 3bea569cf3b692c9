-- Whole years between a birth and a day. A person born on 29 February is a year older on 1 March of other years
-- (Lei 810/1949, art. 3).
create or replace function age_on(born_on date, day date) returns integer language sql immutable strict parallel safe
return (extract(year from day) - extract(year from born_on))::integer
  - (to_char(day, 'MMDD') < to_char(born_on, 'MMDD'))::integer;

-- The age of an account whose birth is proven, by today's date in São Paulo (F58); null for one without a proof. A
-- guardian's word proves a minor only: who says they became of age by it shows a document.
create or replace function proven_age(account bigint) returns integer language plpgsql stable
set search_path = pg_catalog, public, pg_temp as $$
begin
  return (select a.years from public.proven_births b,
      lateral (select public.age_on(b.born_on, (public.market_now() at time zone 'America/Sao_Paulo')::date) as years) a
    where b.user_id = account and (b.source <> 'guardian' or a.years < 18));
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

-- A number of the rules for ages in force, or `otherwise` where their version is older than these rules.
create or replace function age_rule(name text, otherwise bigint) returns bigint language sql stable
return public.rule_in_force(array['ages', name], otherwise);

-- Whether ages are enforced (F58); a version of the rules from before them enforces them.
create or replace function ages_enforced() returns boolean language sql stable
set search_path = pg_catalog, public, pg_temp as $$
  select coalesce((select (rules #>> '{ages,enforced}')::boolean from public.rule_versions
    where starts_at <= public.market_now() order by starts_at desc, id desc limit 1), true)
$$;

-- Whether an account is from before these rules, and its time to prove an age still runs.
create or replace function has_age_grace(account bigint) returns boolean language plpgsql stable
set search_path = pg_catalog, public, pg_temp as $$
begin
  return exists (select from public.users u, public.installation i where u.id = account
    and u.created_at < i.minors_protected_since
    and public.market_now() < i.minors_protected_since + public.age_rule('graceDays', 30) * interval '1 day');
end $$;

-- What the guardian of a minor allows a month, in cents; null without a consent in force. A guardian who is suspended,
-- gone, or no proven adult any more allows nothing.
create or replace function guardian_allowance(minor bigint) returns bigint language plpgsql stable
set search_path = pg_catalog, public, pg_temp as $$
begin
  return (select c.monthly_limit_cents from public.guardian_consents c join public.users g on g.id = c.guardian_id
    where c.minor_id = minor and c.given_at is not null and c.ended_at is null
      and g.state in ('active', 'restricted') and public.proven_age(g.id) >= 18);
end $$;

-- The accounts that count as one person for the limits by age: those of one document, and those of children who were born
-- on one day and have one guardian.
create or replace function accounts_of_one_person(account bigint) returns setof bigint language plpgsql stable
set search_path = pg_catalog, public, pg_temp as $$
begin
  return query select account
    union select o.id from public.users u join public.users o on o.cpf = u.cpf where u.id = account
    union select c.minor_id from public.guardian_consents mine
      join public.guardian_consents c on c.guardian_id = mine.guardian_id and c.born_on = mine.born_on
      where mine.minor_id = account and mine.given_at is not null and c.given_at is not null;
end $$;

-- What a person has bought in this calendar month of São Paulo, over all of their accounts, in cents.
create or replace function spent_this_month(account bigint) returns bigint language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  return (select coalesce(sum(o.total_cents), 0) from public.orders o
    where o.buyer_id in (select public.accounts_of_one_person(account))
      and o.created_at >= date_trunc('month', public.market_now() at time zone 'America/Sao_Paulo') at time zone 'America/Sao_Paulo'
      and o.state not in ('cancelled', 'expired'));
end $$;

-- Orders of one person are counted one after the other, over all of their accounts: by their document, or guardian.
create or replace function lock_spending(account bigint) returns void language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('spending:' || k.name, 0)) from (
    select 'account ' || account as name
    union select 'document ' || u.cpf from public.users u where u.id = account and u.cpf is not null
    union select 'guardian ' || c.guardian_id from public.guardian_consents c
      where c.minor_id = account and c.given_at is not null
    order by 1) k;
end $$;

-- Whether only adults buy this: an account, or what chance decides. The nearest category says what is sold, any of the
-- path that it is random.
create or replace function is_for_adults(path bigint[]) returns boolean language plpgsql stable
set search_path = pg_catalog, public, pg_temp as $$
begin
  return exists (select from public.categories c where c.id = any(path) and c.random_content)
    or coalesce((select c.kind from public.categories c where c.id = any(path) and c.kind is not null
      order by array_position(path, c.id) desc limit 1), '') = 'account';
end $$;

-- No order breaks the protection of minors (F58): its seller is of age, and its buyer for what only adults buy; other
-- buyers stay within the limits of their age. Volatile, so that it counts what others committed meanwhile.
create or replace function guard_order_ages() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  age integer;
  allowed bigint;
begin
  if not public.ages_enforced() then return new; end if;
  age := public.proven_age(new.seller_id);
  if coalesce(age, case when public.has_age_grace(new.seller_id) then 18 else 0 end) <
      public.rule_in_force(array['verification', 'minAge'], 18) then
    raise exception 'seller % is not of age by a proof', new.seller_id using errcode = '23514', constraint = 'order_seller_age';
  end if;
  age := public.proven_age(new.buyer_id);
  if age >= 18 or age is null and public.has_age_grace(new.buyer_id) then return new; end if;
  if public.is_for_adults((select l.category_path from public.listings l where l.id = new.listing_id)) then
    raise exception 'buyer % is not of age by a proof', new.buyer_id using errcode = '23514', constraint = 'order_buyer_age';
  end if;
  perform public.lock_spending(new.buyer_id);
  allowed := case
    when age is null then public.age_rule('unprovenPerMonthCents', 100000)
    when age < 12 then 0
    else coalesce(least(public.guardian_allowance(new.buyer_id), public.age_rule('guardedPerMonthCents', 100000)),
      public.age_rule('minorPerMonthCents', 10000)) end;
  if new.total_cents + public.spent_this_month(new.buyer_id) > allowed
    or age is null and new.total_cents > public.age_rule('unprovenPerOrderCents', 50000)
    or age is not null and public.guardian_allowance(new.buyer_id) is null
      and new.total_cents > public.age_rule('minorPerOrderCents', 5000) then
    raise exception 'order of % is beyond the limit of its buyer''s age', new.buyer_id
      using errcode = '23514', constraint = 'order_age_limit';
  end if;
  return new;
end $$;

-- A consent is what a proven adult gives for a minor, at most so many at once and never beyond the maximum; what has ended
-- stays as it is.
create or replace function guard_guardian_consent() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'UPDATE' and old.ended_at is not null then
    raise exception 'consent % has ended', old.id using errcode = '23514', constraint = 'guardian_consent_ended';
  end if;
  if tg_op = 'UPDATE' and old.given_at is not null and (new.given_at, new.wrong_tries) is distinct from
      (old.given_at, old.wrong_tries) then
    raise exception 'consent % was given', old.id using errcode = '23514', constraint = 'guardian_consent_given';
  end if;
  if new.given_at is null or new.ended_at is not null then return new; end if;
  perform pg_advisory_xact_lock(hashtextextended('guardian:' || new.guardian_id, 0));
  if coalesce((select b.source from public.proven_births b where b.user_id = new.guardian_id), 'guardian') = 'guardian'
      or public.proven_age(new.guardian_id) < 18 then
    raise exception 'account % is no proven adult', new.guardian_id
      using errcode = '23514', constraint = 'guardian_consent_by_adult';
  end if;
  if coalesce(public.proven_age(new.minor_id), 0) not between 12 and 17 then
    raise exception 'account % is no minor of 12 or more', new.minor_id
      using errcode = '23514', constraint = 'guardian_consent_for_minor';
  end if;
  if exists (select from public.users m join public.users g on g.id = new.guardian_id
      where m.id = new.minor_id and m.cpf = g.cpf) then
    raise exception 'accounts % and % have one document', new.minor_id, new.guardian_id
      using errcode = '23514', constraint = 'guardian_consent_other_person';
  end if;
  if tg_op = 'UPDATE' and old.given_at is null and new.expires_at <= public.market_now() then
    raise exception 'the request % is over', new.id using errcode = '23514', constraint = 'guardian_consent_expired';
  end if;
  if new.monthly_limit_cents > public.age_rule('guardedPerMonthCents', 100000) then
    raise exception 'consent % is beyond the maximum', new.id using errcode = '23514', constraint = 'guardian_consent_maximum';
  end if;
  -- A consent that was given stays within what was allowed then.
  if (tg_op = 'INSERT' or old.given_at is null) and (select count(*) from public.guardian_consents c
      where c.guardian_id = new.guardian_id and c.id <> new.id and c.given_at is not null and c.ended_at is null and public.proven_age(c.minor_id) < 18)
      >= public.age_rule('minorsPerGuardian', 4) then
    raise exception 'guardian % answers for too many', new.guardian_id
      using errcode = '23514', constraint = 'guardian_consent_count';
  end if;
  return new;
end $$;
