-- Changes of power need two different people (decision 74). A guarded change is written only in the transaction that
-- applies a proposal which says exactly this change.

-- Since when somebody is an admin: only who was one before a proposal was made confirms it.
alter table users add column admin_since timestamptz,
  -- Since when an admin is suspended or banned.
  add column admin_out_at timestamptz;
update users set admin_since = created_at where role = 'admin';

create table staff_proposals (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('settings', 'role', 'credentials', 'level', 'receipt', 'page')),
  -- The user or the receipt; 1 for the installation.
  subject_id bigint not null check (subject_id > 0),
  -- Which service or page of the installation.
  subject_key text not null default '' check (length(subject_key) <= 60),
  payload jsonb not null check (length(payload::text) <= 300000),
  -- Secrets of a proposed account; forgotten when the proposal ends.
  sealed bytea check (octet_length(sealed) <= 40000),
  reason text not null check (length(reason) between 1 and 500),
  proposed_by bigint not null references users,
  proposed_at timestamptz not null default market_now(),
  -- The market had one active admin: nobody confirms, the change waits.
  alone boolean not null,
  takes_effect_at timestamptz,
  expires_at timestamptz not null,
  state text not null default 'pending' check (state in ('pending', 'applied', 'stopped', 'expired', 'outdated')),
  confirmed_by bigint references users,
  stopped_by bigint references users,
  stop_reason text check (length(stop_reason) <= 500),
  closed_at timestamptz,
  -- The transaction that may write the change.
  applied_in text,
  constraint staff_proposal_two_people check (confirmed_by <> proposed_by),
  constraint staff_proposal_wait check (alone = (takes_effect_at is not null)),
  constraint staff_proposal_times check (expires_at > coalesce(takes_effect_at, proposed_at)),
  constraint staff_proposal_closed check ((state = 'pending') = (closed_at is null)),
  constraint staff_proposal_applied check ((state = 'applied') = (applied_in is not null)),
  constraint staff_proposal_confirmed check ((state = 'applied' and not alone) = (confirmed_by is not null)),
  constraint staff_proposal_stopped check ((state = 'stopped') = (stopped_by is not null))
);
-- Several changes of settings may be pending; of anything else one at a time.
create unique index staff_proposals_one on staff_proposals (kind, subject_id, subject_key)
  where state = 'pending' and kind <> 'settings';
create index staff_proposals_pending on staff_proposals (id) where state = 'pending';
revoke insert, update, delete, truncate on staff_proposals from praca_app;
grant insert (kind, subject_id, subject_key, payload, sealed, reason, proposed_by),
  update (state, confirmed_by, stopped_by, stop_reason) on staff_proposals to praca_app;
create trigger staff_proposals_stay before delete or truncate on staff_proposals execute function refuse_change();

create function refuse_alone(reason text) returns void language plpgsql as $$
begin
  raise exception 'this change needs two people: %', reason using errcode = '23514', constraint = 'two_people';
end $$;

-- How many milliseconds a rule in force says, or the usual number where its version is older than the rule.
create function rule_ms(path text[], usual bigint) returns bigint language sql stable
set search_path = pg_catalog, pg_temp as $$
  select coalesce((select (v.rules #>> path)::bigint from public.rule_versions v
    where v.starts_at <= public.market_now() order by v.starts_at desc, v.id desc limit 1), usual)
$$;

-- Who may propose, and how the proposal ends, is not the caller's to say.
create function open_proposal() returns trigger language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
declare
  admins bigint[];
begin
  perform pg_advisory_xact_lock(hashtext('admins'));
  select array_agg(id) into admins from public.users where role = 'admin' and state = 'active';
  if not new.proposed_by = any(coalesce(admins, '{}')) then
    perform public.refuse_alone('an active admin proposes');
  end if;
  new.state := 'pending';
  new.proposed_at := public.market_now();
  -- Whoever suspends the other admins is not alone by it: they count for as long as a proposal lives.
  new.alone := cardinality(admins) = 1 and not exists (select from public.users
    where role = 'admin' and state <> 'closed' and admin_out_at > public.market_now()
      - public.rule_ms('{proposals,expiryMs}', 604800000) * interval '1 millisecond');
  new.takes_effect_at := case when new.alone then new.proposed_at
    + public.rule_ms('{proposals,aloneDelayMs}', 86400000) * interval '1 millisecond' end;
  new.expires_at := coalesce(new.takes_effect_at, new.proposed_at)
    + public.rule_ms('{proposals,expiryMs}', 604800000) * interval '1 millisecond';
  return new;
end $$;
create trigger staff_proposals_open before insert on staff_proposals for each row execute function open_proposal();

create function close_proposal() returns trigger language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
begin
  if old.state <> 'pending' or new.state = 'pending' then
    perform public.refuse_alone('a proposal ends once');
  end if;
  if new.state = 'applied' and old.alone and public.market_now() < old.takes_effect_at then
    perform public.refuse_alone('the wait is not over');
  elsif new.state = 'applied' and public.market_now() >= old.expires_at then
    perform public.refuse_alone('the proposal expired');
  elsif new.state = 'applied' and not old.alone and not exists (select from public.users u
      where u.id = new.confirmed_by and u.id <> old.proposed_by and u.role = 'admin' and u.state = 'active'
        and u.admin_since < old.proposed_at) then
    perform public.refuse_alone('another admin of before the proposal confirms');
  elsif new.state = 'stopped' and not exists (select from public.users u
      where u.id = new.stopped_by and u.role <> 'user' and u.state = 'active') then
    perform public.refuse_alone('staff stop a proposal');
  elsif new.state = 'expired' and public.market_now() < old.expires_at then
    perform public.refuse_alone('the proposal is not expired');
  end if;
  new.closed_at := public.market_now();
  new.sealed := null;
  new.applied_in := case new.state when 'applied' then pg_current_xact_id()::text end;
  return new;
end $$;
create trigger staff_proposals_close before update on staff_proposals for each row execute function close_proposal();

-- Whether this very transaction applies a proposal with these facts.
create function proposal_applied(of_kind text, subject bigint, key text, facts jsonb) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select exists (select from public.staff_proposals p
    where p.kind = of_kind and p.subject_id = subject and p.subject_key = key and p.payload @> facts
      and p.state = 'applied' and p.applied_in = pg_current_xact_id()::text and p.closed_at = public.market_now())
$$;

-- The owner of the database may write what it wants: it can take every trigger away.
create function writes_as_owner(of_table oid) returns boolean language sql stable
set search_path = pg_catalog, pg_temp as $$
  select current_user = pg_get_userbyid(relowner) from pg_class where oid = of_table
$$;

-- Nobody is there who could confirm: a new installation, or one whose admins are all gone.
create function without_admin() returns boolean language sql stable
set search_path = pg_catalog, pg_temp as $$
  select not exists (select from public.users where role = 'admin' and state = 'active')
$$;

create function guard_role() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    -- Seeds and tests make people of the team, in a market whose clock may be moved.
    if new.role <> 'user' and not public.writes_as_owner(tg_relid) and not public.without_admin()
      and not (select movable from public.clock) then
      perform public.refuse_alone('a role is proposed');
    end if;
    new.admin_since := case new.role when 'admin' then public.market_now() end;
    return new;
  end if;
  if new.role <> old.role then
    perform pg_advisory_xact_lock(hashtext('admins'));
    if not public.writes_as_owner(tg_relid) and not public.without_admin()
      and not public.proposal_applied('role', new.id, '', jsonb_build_object('before', old.role, 'after', new.role)) then
      perform public.refuse_alone('a role is proposed');
    end if;
  end if;
  -- Who comes back is as new as who was promoted: a suspension lifted meanwhile brings no second admin.
  if new.role <> 'admin' then
    new.admin_since := null;
  elsif old.role <> 'admin' or (new.state = 'active' and old.state <> 'active') then
    new.admin_since := public.market_now();
  else
    new.admin_since := old.admin_since;
  end if;
  new.admin_out_at := case
    when new.role <> 'admin' or new.state = 'active' then null
    when old.state = 'active' then public.market_now()
    else old.admin_out_at end;
  return new;
end $$;
create trigger users_role before insert or update of role, state, admin_since, admin_out_at on users for each row
  execute function guard_role();

-- Settings that one person may change: harmless texts, prices and sizes. A path stands for all below it. Whatever is
-- not named here needs two people (domain/settings/one-person-settings.ts).
create table one_person_settings (path text primary key);
insert into one_person_settings values
  ('brand'), ('plans'), ('timers.pixExpiryMs'), ('maxUnpaidOrders'), ('payments.cardExpiryMs'),
  ('payments.boletoBusinessDays'), ('reminders'), ('calendar'), ('listingExpiryMs'), ('listings'), ('questions'),
  ('ratings'), ('reputation'), ('conversations'), ('favorites'), ('follows'), ('reports'), ('tickets'), ('holds'),
  ('deliveries'), ('complaints.words'), ('complaints.files'), ('complaints.fileMegabytes'), ('receipts.fileMegabytes'),
  ('security.username'), ('letters.confirmar-email'), ('letters.trocar-email-novo'), ('letters.email-em-uso'),
  ('letters.ja-tem-conta'), ('letters.nova-senha'), ('letters.codigo-de-confirmacao'), ('letters.dados-prontos'),
  ('letters.exclusao-pedida'), ('letters.exclusao-perto'), ('letters.conta-excluida'), ('letters.desistencia'),
  ('letters.avalie-o-pedido'), ('letters.avaliacoes-publicadas'), ('letters.avaliacao-respondida'),
  ('letters.conta-suspensa');
revoke insert, update, delete, truncate on one_person_settings from praca_app;

create function setting_leaves(rules jsonb) returns table (path text, value jsonb) language sql immutable
set search_path = pg_catalog, pg_temp as $$
  with recursive leaves as (
    select e.key as path, e.value from jsonb_each(rules) e
    union all
    select l.path || '.' || e.key, e.value from leaves l
      cross join lateral jsonb_each(case jsonb_typeof(l.value) when 'object' then l.value else '{}' end) e)
  select l.path, l.value from leaves l where jsonb_typeof(l.value) <> 'object'
$$;

create function guard_rules() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  base jsonb;
begin
  if public.writes_as_owner(tg_relid) then return new; end if;
  if new.author_id is null and (public.without_admin() or (select movable from public.clock)) then return new; end if;
  select v.rules into base from public.rule_versions v where v.id = new.based_on;
  if base is null or (exists (select from public.rule_versions v where v.id > new.based_on)
      and not exists (select from public.rule_versions v where v.based_on = new.based_on)) then
    perform public.refuse_alone('a version continues the newest');
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
    perform public.refuse_alone('a setting is proposed');
  end if;
  return new;
end $$;
create trigger rule_versions_two_people before insert on rule_versions for each row execute function guard_rules();

create function guard_credentials() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if public.writes_as_owner(tg_relid) then return coalesce(new, old); end if;
  if tg_op = 'DELETE' then
    if not public.proposal_applied('credentials', 1, old.service, '{"provider": null}') then
      perform public.refuse_alone('the removal of credentials is proposed');
    end if;
    return old;
  end if;
  if not public.proposal_applied('credentials', 1, new.service, jsonb_build_object('provider', new.provider,
      'sealedHash', encode(sha256(new.sealed), 'hex'))) then
    perform public.refuse_alone('credentials are proposed');
  end if;
  return new;
end $$;
create trigger credentials_two_people before insert or update or delete on credentials for each row
  execute function guard_credentials();
