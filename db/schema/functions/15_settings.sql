-- Versions take effect in the order in which they were written: a later one may be scheduled, but never begins before
-- the one it was made from, which would otherwise come back and undo it.
create or replace function rule_version_follows() returns trigger language plpgsql as $$
begin
  if new.starts_at < (select starts_at from rule_versions where id = new.based_on) then
    raise exception 'a version cannot begin before the one it was made from'
      using errcode = '23514', constraint = 'rule_version_follows';
  end if;
  return new;
end $$;

-- A number of milliseconds of the rules in force, or `usual` where their version is older than that rule.
create or replace function rule_ms(path text[], usual bigint) returns bigint language sql stable
set search_path = pg_catalog, public, pg_temp as $$
  select coalesce((select (v.rules #>> path)::bigint from public.rule_versions v
    where v.starts_at <= public.market_now() order by v.starts_at desc, v.id desc limit 1), usual)
$$;

-- A number of the rules in force, or `otherwise` where their version is older than that rule.
create or replace function rule_in_force(path text[], otherwise bigint) returns bigint language sql stable
set search_path = pg_catalog, public, pg_temp as $$
  select coalesce((select (rules #>> path)::bigint from public.rule_versions
    where starts_at <= public.market_now() order by starts_at desc, id desc limit 1), otherwise)
$$;

-- Every setting of a rules document with its path.
create or replace function setting_leaves(rules jsonb) returns table (path text, value jsonb) language sql immutable
set search_path = pg_catalog, public, pg_temp as $$
  with recursive leaves as (
    select e.key as path, e.value from jsonb_each(rules) e
    union all
    select l.path || '.' || e.key, e.value from leaves l
      cross join lateral jsonb_each(case jsonb_typeof(l.value) when 'object' then l.value else '{}' end) e)
  select l.path, l.value from leaves l where jsonb_typeof(l.value) <> 'object'
$$;

-- Settings beyond `one_person_settings` change by a confirmed proposal only.
create or replace function guard_rules() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  base jsonb;
begin
  if public.is_table_owner(tg_relid) then return new; end if;
  if new.author_id is null and (public.has_no_active_admin() or (select movable from public.clock)) then return new; end if;
  select v.rules into base from public.rule_versions v where v.id = new.based_on;
  if base is null or (exists (select from public.rule_versions v where v.id > new.based_on)
      and not exists (select from public.rule_versions v where v.based_on = new.based_on)) then
    perform public.require_two_people('a version continues the newest');
  end if;
  if exists (
    select from (
      select coalesce(n.path, b.path) as place, n.value
      from public.setting_leaves(new.rules) n full join public.setting_leaves(base) b on b.path = n.path
      where n.value is distinct from b.value) changed
    where not exists (select from public.one_person_settings o
        where changed.place = o.path or starts_with(changed.place, o.path || '.'))
      and not exists (select from public.staff_proposals p
          cross join lateral jsonb_array_elements(p.payload -> 'changes') c
        where p.kind = 'settings' and p.state = 'applied' and p.applied_in = pg_current_xact_id()::text
          and p.closed_at = public.market_now() and p.proposed_by = new.author_id
          and c ->> 'path' = changed.place and c -> 'after' = changed.value)) then
    perform public.require_two_people('a setting is proposed');
  end if;
  return new;
end $$;

-- Credentials change by a confirmed proposal only; a rotation of SECRET_KEY changes only the key they are encrypted
-- under.
create or replace function guard_credentials() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if public.is_table_owner(tg_relid) then return coalesce(new, old); end if;
  if tg_op = 'DELETE' then
    if not public.proposal_applied('credentials', 1, old.service, '{"provider": null}') then
      perform public.require_two_people('the removal of credentials is proposed');
    end if;
    return old;
  end if;
  if tg_op = 'UPDATE' then
    if (new.service, new.provider, new.version, new.author_id, new.set_at)
        = (old.service, old.provider, old.version, old.author_id, old.set_at)
      and substr(new.sealed, 1, 8) <> substr(old.sealed, 1, 8)
      and length(new.sealed) - length(old.sealed) in (0, 8) then
      return new;
    end if;
  end if;
  if not public.proposal_applied('credentials', 1, new.service, jsonb_build_object('provider', new.provider,
      'sealedHash', encode(sha256(new.sealed), 'hex'))) then
    perform public.require_two_people('credentials are proposed');
  end if;
  return new;
end $$;

-- Whether the session is the table's owner, who could drop every trigger anyway.
create or replace function is_table_owner(of_table oid) returns boolean language sql stable
set search_path = pg_catalog, public, pg_temp as $$
  select current_user = pg_get_userbyid(relowner) from pg_class where oid = of_table
$$;
