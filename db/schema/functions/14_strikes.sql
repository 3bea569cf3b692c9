-- F55: active staff give a strike to another person. Its number is one more than the strikes in force. The person's row is
-- locked, so that concurrent strikes are counted one after the other.
create or replace function guard_strike() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
declare
  found_state text;
  in_force integer;
begin
  select u.state into found_state from public.users u where u.id = new.user_id for update;
  if found_state in ('banned', 'closed') then
    raise exception 'account % is over', new.user_id using errcode = '23514', constraint = 'strike_of_open_account';
  end if;
  if not exists (select from public.users u where u.id = new.given_by and u.role <> 'user' and u.state = 'active') then
    raise exception 'account % is not staff', new.given_by using errcode = '23514', constraint = 'strike_by_staff';
  end if;
  select count(*) into in_force from public.strikes s
    where s.user_id = new.user_id and s.revoked_at is null and s.expires_at > public.market_now();
  if new.step <> in_force + 1 then
    raise exception 'account % has % strikes', new.user_id, in_force using errcode = '23514', constraint = 'strike_step';
  end if;
  new.given_at := public.market_now();
  new.expires_at := new.given_at + public.rule_ms('{strikes,expireMs}', 15552000000) * interval '1 millisecond';
  return new;
end $$;
revoke execute on function guard_strike() from public;

-- F55: a strike stays as it was given. It is revoked once, by another person; what it brings only becomes milder or ends sooner.
create or replace function guard_strike_change() returns trigger language plpgsql as $$
begin
  if (new.id, new.user_id, new.broken_rule, new.reason, new.given_by, new.given_at, new.expires_at)
    is distinct from (old.id, old.user_id, old.broken_rule, old.reason, old.given_by, old.given_at, old.expires_at)
    or old.revoked_at is not null and (new.revoked_at, new.revoked_by) is distinct from (old.revoked_at, old.revoked_by) then
    raise exception 'strike % stays as it was given', old.id using errcode = '42501';
  elsif new.step > old.step or coalesce(new.measure_until, '-infinity') > coalesce(old.measure_until, '-infinity') then
    raise exception 'strike % becomes no harder', old.id using errcode = '23514', constraint = 'strike_milder';
  end if;
  return new;
end $$;

-- F55: closing an account takes two people: the giver of the strike that proposed it does not close it.
create or replace function guard_struck_closing() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select from public.strikes s where s.user_id = new.subject_id and s.given_by = new.actor_id
    and s.measure = 'closing' and s.revoked_at is null and s.expires_at > public.market_now()) then
    raise exception 'account % is closed by another person', new.subject_id
      using errcode = '23514', constraint = 'strike_two_people';
  end if;
  return new;
end $$;
revoke execute on function guard_struck_closing() from public;
