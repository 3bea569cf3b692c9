-- Folds a username to what the eye reads, so that two names that look alike count as one: 0/o, 1/l/i, 5/s, rn/m,
-- vv/w, _.
create or replace function username_skeleton(name text) returns text language sql immutable strict parallel safe as $$
  select translate(replace(replace(replace(lower(name), '_', ''), 'rn', 'm'), 'vv', 'w'), '015l', 'oisi') $$;

-- Publishes to every process that the people of deleted sessions must reconnect.
create or replace function notify_ended_sessions() returns trigger language plpgsql as $$
begin
  perform pg_notify('praca_realtime', jsonb_build_object('id', k.id, 'channels', k.channels, 'event', k.event,
    'data', k.data, 'except', null)::text) from publish_ended_sessions(array(select distinct user_id from gone)) k;
  return null;
end $$;

-- The first proof of an e-mail address is refused while the account has keys that another session set before: a
-- stranger may have registered the address (ADR 0070, T50).
create or replace function refuse_inherited_keys() returns trigger language plpgsql as $$
declare proving bigint := new.email_proof_session_id;
begin
  if proving is not null and not exists (select from sessions where id = proving and user_id = new.id and registered) then
    raise exception 'session % did not register account %', proving, new.id
      using errcode = 'check_violation', constraint = 'first_proof_without_older_keys';
  end if;
  if exists (select from sessions where user_id = new.id and id is distinct from proving)
    or exists (select from passkeys where user_id = new.id and (proving is null or session_id is distinct from proving))
    or exists (select from totp_secrets where user_id = new.id and (proving is null or session_id is distinct from proving))
    or exists (select from identities where user_id = new.id and (proving is null or session_id is distinct from proving))
    or (new.phone is not null and (proving is null or new.phone_session_id is distinct from proving))
    or (proving is null and (new.password_hash is not null
      or exists (select from recovery_codes where user_id = new.id)
      or exists (select from devices where user_id = new.id))) then
    raise exception 'account % has keys that are older than the proof of its address', new.id
      using errcode = 'check_violation', constraint = 'first_proof_without_older_keys';
  end if;
  return new;
end $$;

-- The version of /termos in force; 1 before the first one is written.
create or replace function terms_in_force() returns integer language sql stable as $$
  select coalesce((select version from public.page_texts
    where slug = 'termos' and starts_at <= public.market_now() order by version desc limit 1), 1) $$;

-- Copies the newest accepted version of the terms to the account.
create or replace function store_accepted_terms() returns trigger language plpgsql as $$
begin
  update public.users set terms_version = greatest(terms_version, new.page_version), terms_accepted_at = new.at
    where id = new.user_id and terms_version <= new.page_version;
  return new;
end $$;

-- Whether there is no active admin who could confirm a change: a new installation, or one whose admins are all gone.
create or replace function has_no_active_admin() returns boolean language sql stable
set search_path = pg_catalog, public, pg_temp as $$
  select not exists (select from public.users where role = 'admin' and state = 'active')
$$;

-- A role changes by a confirmed proposal only; `admin_since` and `admin_out_at` follow the role and the state.
create or replace function guard_role() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    -- Seeds and tests make people of the team, in a market whose clock may be moved.
    if new.role <> 'user' and not public.is_table_owner(tg_relid) and not public.has_no_active_admin()
      and not (select movable from public.clock) then
      perform public.require_two_people('a role is proposed');
    end if;
    new.admin_since := case new.role when 'admin' then public.market_now() end;
    return new;
  end if;
  if new.role <> old.role then
    perform pg_advisory_xact_lock(hashtext('admins'));
    if not public.is_table_owner(tg_relid) and not public.has_no_active_admin()
      and not public.proposal_applied('role', new.id, '', jsonb_build_object('before', old.role, 'after', new.role)) then
      perform public.require_two_people('a role is proposed');
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

-- A document as bank statements print it: never whole.
create or replace function masked_document(document text) returns text language sql immutable parallel safe
return case length(document)
  when 11 then '***.' || substr(document, 4, 3) || '.' || substr(document, 7, 3) || '-**'
  else '**.' || substr(document, 3, 3) || '.' || substr(document, 6, 3) || '/****-**' end;

-- Every document of an account, declared or paid from.
create or replace function documents_of(account bigint) returns setof text language sql stable as $$
  select u.cpf from public.users u where u.id = account and u.cpf is not null
  union select u.cnpj from public.users u where u.id = account and u.cnpj is not null
  union select p.payer_document from public.orders o join public.payments p on p.order_id = o.id
    where o.buyer_id = account and p.payer_document is not null $$;

-- The network of an address, as `networkOf` computes it; null without an address and for private addresses.
create or replace function network_of(ip text) returns text language sql immutable as $$
  select case when not pg_input_is_valid(ip, 'inet') then null
    when ip::inet <<= any ('{127.0.0.0/8,10.0.0.0/8,192.168.0.0/16,172.16.0.0/12,::1/128,fc00::/7}'::inet[]) then null
    when family(ip::inet) = 6 then text(network(set_masklen(ip::inet, 64))) else host(ip::inet) end $$;
