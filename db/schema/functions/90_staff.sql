-- Raises the error of a change that needs two people.
create or replace function require_two_people(reason text) returns void language plpgsql as $$
begin
  raise exception 'this change needs two people: %', reason using errcode = '23514', constraint = 'two_people';
end $$;

-- Sets who may propose and how long the proposal lives; the caller cannot.
create or replace function open_proposal() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
declare
  admins bigint[];
begin
  perform pg_advisory_xact_lock(hashtext('admins'));
  select array_agg(id) into admins from public.users where role = 'admin' and state = 'active';
  if not new.proposed_by = any(coalesce(admins, '{}')) then
    perform public.require_two_people('an active admin proposes');
  end if;
  new.state := 'pending';
  new.proposed_at := public.market_now();
  -- An admin who suspends the others does not become the only one by it: they count for as long as a proposal lives.
  new.alone := cardinality(admins) = 1 and not exists (select from public.users
    where role = 'admin' and state <> 'closed' and admin_out_at > public.market_now()
      - public.rule_ms('{proposals,expiryMs}', 604800000) * interval '1 millisecond');
  -- Where there is no other account yet, there are no money and no people to protect from a change.
  new.takes_effect_at := case when new.alone then new.proposed_at
    + case when exists (select from public.users where id <> new.proposed_by) then
      public.rule_ms('{proposals,aloneDelayMs}', 86400000) * interval '1 millisecond' else interval '0' end end;
  new.expires_at := coalesce(new.takes_effect_at, new.proposed_at)
    + public.rule_ms('{proposals,expiryMs}', 604800000) * interval '1 millisecond';
  return new;
end $$;

-- A proposal ends once: confirmed by another admin of before it, applied after the wait where there is only one,
-- stopped by staff, or expired.
create or replace function close_proposal() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.state <> 'pending' or new.state = 'pending' then
    perform public.require_two_people('a proposal ends once');
  end if;
  if new.state = 'applied' and old.alone and public.market_now() < old.takes_effect_at then
    perform public.require_two_people('the wait is not over');
  elsif new.state = 'applied' and public.market_now() >= old.expires_at then
    perform public.require_two_people('the proposal expired');
  elsif new.state = 'applied' and not old.alone and not exists (select from public.users u
      where u.id = new.confirmed_by and u.id <> old.proposed_by and u.role = 'admin' and u.state = 'active'
        and u.admin_since < old.proposed_at) then
    perform public.require_two_people('another admin of before the proposal confirms');
  elsif new.state = 'stopped' and not exists (select from public.users u
      where u.id = new.stopped_by and u.role <> 'user' and u.state = 'active') then
    perform public.require_two_people('staff stop a proposal');
  elsif new.state = 'expired' and public.market_now() < old.expires_at then
    perform public.require_two_people('the proposal is not expired');
  end if;
  new.closed_at := public.market_now();
  new.sealed := null;
  new.applied_in := case new.state when 'applied' then pg_current_xact_id()::text end;
  return new;
end $$;

-- Whether this very transaction applies a proposal with these facts.
create or replace function proposal_applied(of_kind text, subject bigint, key text, facts jsonb) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (select from public.staff_proposals p
    where p.kind = of_kind and p.subject_id = subject and p.subject_key = key and p.payload @> facts
      and p.state = 'applied' and p.applied_in = pg_current_xact_id()::text and p.closed_at = public.market_now())
$$;

-- The keys of accounts and documents, sorted.
create or replace function beneficiary_keys(accounts bigint[], documents text[] default '{}') returns text[] language sql stable
set search_path = pg_catalog, public, pg_temp as $$
  select coalesce(array_agg(distinct key order by key), '{}') from (
    select 'user:' || id as key from unnest(accounts) id
    union all
    select 'document:' || encode(sha256(convert_to(d, 'UTF8')), 'hex') from (
      select unnest(documents) as d
      union all select u.cpf from public.users u where u.id = any (accounts)
      union all select u.cnpj from public.users u where u.id = any (accounts)) known
    where d <> '') keys
$$;

-- The keys of a side of an order. `payer`: the buyer, and the person whom the bank named as payer.
create or replace function beneficiary_keys_of_order(about bigint, side text) returns text[] language sql stable
set search_path = pg_catalog, public, pg_temp as $$
  select public.beneficiary_keys(
    case side when 'seller' then array[o.seller_id] when 'both' then array[o.buyer_id, o.seller_id]
      else array[o.buyer_id] end,
    case side when 'payer' then array(select p.payer_document from public.payments p
      where p.order_id = o.id and p.payer_document is not null) else '{}' end)
  from public.orders o where o.id = about
$$;

-- What the window already holds. `person_cents`: released to any of these people, by anybody. `alone_cents`: decided
-- by this person without a second. `first_cents`: the same, plus what a second person confirmed.
create or replace function money_decision_sums(about_kind text, decider bigint, people text[], apart_from_order bigint,
  out person_cents bigint, out alone_cents bigint, out first_cents bigint, out window_ms bigint)
language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
declare
  since timestamptz;
begin
  window_ms := public.rule_in_force('{moneyDecisions,windowMs}', 86400000);
  since := public.market_now() - window_ms * interval '1 millisecond';
  select coalesce(sum(d.amount_cents), 0) into person_cents from (
    select distinct on (p.decision_id) p.amount_cents from public.money_decision_people p
    where p.key = any (people) and p.kind = about_kind and p.decided_at > since
      and (apart_from_order is null or p.order_id is distinct from apart_from_order)) d;
  select coalesce(sum(d.amount_cents) filter (where d.second_id is null), 0), coalesce(sum(d.amount_cents), 0)
    into alone_cents, first_cents from public.money_decisions d
    where d.decider_id = decider and d.kind = about_kind and d.decided_at > since
      and (apart_from_order is null or d.order_id is distinct from apart_from_order);
end $$;

-- Locks the decider and the beneficiaries, in one order, until the transaction ends, and returns their sums.
create or replace function lock_money_decision_sums(about_kind text, decider bigint, people text[], apart_from_order bigint,
  out person_cents bigint, out alone_cents bigint, out first_cents bigint, out window_ms bigint)
language plpgsql volatile set search_path = pg_catalog, public, pg_temp as $$
declare
  name text;
begin
  -- What a rule lets go is posted, and refused there.
  if decider is not null and current_setting('transaction_isolation') = 'repeatable read' then
    raise exception 'a money decision must see what others wrote'
      using errcode = '25001', constraint = 'no_snapshot';
  end if;
  for name in select distinct key from unnest(people || coalesce(array['decider:' || decider], '{}')) key order by key loop
    perform pg_advisory_xact_lock(hashtextextended(name, 75));
  end loop;
  select * into person_cents, alone_cents, first_cents, window_ms
    from public.money_decision_sums(about_kind, decider, people, apart_from_order);
end $$;

-- Stores a decision and refuses it over a limit. `together`: its amount with the rest of its order. A limit of null
-- does not exist. `by_rule_cents`: the most that is released without a person.
create or replace function record_money_decision(about text, about_kind text, of_order bigint, decider bigint, second bigint,
  amount bigint, together bigint, people text[], support_cents bigint, two_people_cents bigint, by_rule_cents bigint)
returns void language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  sums record;
  new_id bigint;
begin
  select * into sums from public.lock_money_decision_sums(about_kind, decider, people, of_order);
  if decider is null and sums.person_cents + together > by_rule_cents then
    raise exception '% of % needs a person: % in the window', about, together, sums.person_cents
      using errcode = '23514', constraint = 'money_decision_by_rule';
  end if;
  if second is null and greatest(sums.person_cents, sums.alone_cents) + together > two_people_cents
    and decider is not null then
    raise exception '% of % needs two people: % to the person, % by the decider', about, together, sums.person_cents,
      sums.alone_cents using errcode = '23514', constraint = 'money_decision_two_people';
  end if;
  if decider is not null and greatest(sums.person_cents, sums.first_cents) + together > support_cents
    and not exists (select from public.users u where u.id in (decider, second) and u.role = 'admin') then
    raise exception '% of % needs an admin', about, together
      using errcode = '23514', constraint = 'money_decision_role';
  end if;
  insert into public.money_decisions (subject, kind, order_id, decider_id, second_id, amount_cents, decided_at)
    values (about, about_kind, of_order, decider, second, amount, public.market_now()) returning id into new_id;
  insert into public.money_decision_people (decision_id, key, kind, order_id, amount_cents, decided_at)
    select new_id, key, about_kind, of_order, amount, public.market_now() from unnest(people) key;
end $$;
revoke execute on function record_money_decision(text, text, bigint, bigint, bigint, bigint, bigint, text[], bigint, bigint, bigint)
  from public;

-- The first or only person, and the second: null when both are the same.
create or replace function second_person(first bigint, last bigint, out decider bigint, out second bigint) language sql immutable as
  $$ select coalesce(first, last), case when first <> last then last end $$;
