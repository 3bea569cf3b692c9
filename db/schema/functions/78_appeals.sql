-- Whom a decision of staff is about, by its event.
create or replace function affected_by_decision(affected text, subject text, about bigint, facts jsonb) returns bigint
language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
declare
  buyer bigint;
  seller bigint;
begin
  if affected = 'owner' then
    return case subject
      when 'user' then about
      when 'listing' then (select l.seller_id from public.listings l where l.id = about)
      when 'withdrawal' then (select w.user_id from public.withdrawals w where w.id = about)
      when 'question' then (select q.asker_id from public.questions q where q.id = about) end;
  end if;
  select o.buyer_id, o.seller_id into buyer, seller from public.orders o where o.id = about and subject = 'order';
  return case coalesce(case affected when 'rater' then facts ->> 'role' when 'writer' then facts ->> 'to' end, affected)
    when 'buyer' then buyer when 'seller' then seller end;
end $$;

-- Keeps a decision of staff that can be appealed, with its deciders: its actor, and those whom the event names besides
-- (`deciders`), or who proposed the refusal of a payment proof. A contest that was accepted takes nothing from anybody.
create or replace function note_appealable_decision() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
declare
  found_kind record;
  person bigint;
  people bigint[];
begin
  select k.kind, k.affected into found_kind from public.appeal_kinds k where k.kind = new.kind;
  if found_kind.kind is null or new.actor_id is null or (new.data ->> 'accepted')::boolean then return null; end if;
  person := public.affected_by_decision(found_kind.affected, new.subject_kind, new.subject_id, new.data);
  select array_agg(distinct d.id) into people from (
    select new.actor_id as id
    union all select jsonb_array_elements_text(coalesce(new.data -> 'deciders', '[]'))::bigint
    union all select e.actor_id from public.events e where new.kind = 'receipt.rejected'
      and e.kind = 'receipt.rejection_proposed' and e.subject_kind = new.subject_kind
      and e.subject_id = new.subject_id and e.actor_id is not null) d;
  -- What people do to what is theirs is no decision about them.
  if person is null or person = any (people) then return null; end if;
  insert into public.appealable_decisions (event_id, kind, person_id, deciders, decided_at, appeal_until)
    values (new.id, new.kind, person, people, new.at,
      new.at + public.rule_ms('{appeals,windowMs}', 259200000) * interval '1 millisecond');
  return null;
end $$;
revoke execute on function note_appealable_decision() from public;

-- N04: the person appeals within the time, and the team has its own time from then on.
create or replace function guard_appeal() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
declare
  person bigint;
  until timestamptz;
begin
  select d.person_id, d.appeal_until + public.outage_since(d.decided_at) into person, until from public.appealable_decisions d
    where d.event_id = new.decision_id;
  if person is distinct from new.appellant_id then
    raise exception 'decision % is about another person', new.decision_id
      using errcode = '23514', constraint = 'appeal_person';
  elsif public.market_now() >= until then
    raise exception 'the time to appeal against % is over', new.decision_id
      using errcode = '23514', constraint = 'appeal_time';
  end if;
  new.state := 'open';
  new.created_at := public.market_now();
  new.decide_by := new.created_at + public.rule_ms('{appeals,decideMs}', 259200000) * interval '1 millisecond';
  return new;
end $$;

-- N04: an appeal is decided once, by an active member of the team who is neither a decider of the decision nor its
-- person; or by time in the person's favour, where the kind allows that. What was undone is noted with the decision.
create or replace function guard_appeal_decision() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
declare
  people bigint[];
  may_end boolean;
begin
  if (new.id, new.decision_id, new.appellant_id, new.words, new.created_at, new.decide_by)
    is distinct from (old.id, old.decision_id, old.appellant_id, old.words, old.created_at, old.decide_by) then
    raise exception 'appeal % stays as it was written', old.id using errcode = '42501';
  end if;
  if old.state <> 'open' then
    if old.undone is not null or new.undone is null or old.decided_at <> public.market_now()
      or (new.state, new.decided_by, new.decided_at, new.reason, new.escalated_at)
        is distinct from (old.state, old.decided_by, old.decided_at, old.reason, old.escalated_at) then
      raise exception 'appeal % is decided', old.id using errcode = '23514', constraint = 'appeal_decided_once';
    end if;
    return new;
  end if;
  if new.state = 'open' then return new; end if;
  select d.deciders, k.by_time into people, may_end from public.appealable_decisions d
    join public.appeal_kinds k on k.kind = d.kind where d.event_id = old.decision_id;
  if new.decided_by is null then
    if not may_end or new.state <> 'overturned' or public.market_now() < old.decide_by then
      raise exception 'appeal % waits for a person', old.id using errcode = '23514', constraint = 'appeal_by_time';
    end if;
  elsif new.decided_by = any (people) or new.decided_by = old.appellant_id
    or not exists (select from public.users u where u.id = new.decided_by and u.role <> 'user' and u.state = 'active') then
    raise exception 'appeal % is decided by another person of the team', old.id
      using errcode = '23514', constraint = 'appeal_other_person';
  end if;
  new.decided_at := public.market_now();
  return new;
end $$;

-- Whether a decision about this order was overturned on appeal.
create or replace function is_overturned(of_kind text, about bigint, facts jsonb) returns boolean
language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
begin
  return exists (select from public.events e join public.appeals a on a.decision_id = e.id
    where e.subject_kind = 'order' and e.subject_id = about and e.kind = of_kind and e.data @> facts
      and a.state = 'overturned' and a.undone is null and a.decided_at = public.market_now());
end $$;

-- A removed rating returns only when its removal was overturned on appeal.
create or replace function guard_rating_return() returns trigger language plpgsql as $$
begin
  if new.removed_at is not null or new.removed_for is not null
    or not public.is_overturned('rating.removed', new.order_id, jsonb_build_object('role', new.author_role)) then
    raise exception 'rating % stays removed', old.id using errcode = '42501';
  end if;
  return new;
end $$;

-- A contest is decided once; a rejected one is accepted when its rejection was overturned on appeal.
create or replace function guard_contest_again() returns trigger language plpgsql as $$
begin
  if old.state <> 'rejected' or new.state <> 'accepted'
    or not public.is_overturned('order.counting_decided', new.order_id, '{}') then
    raise exception 'contest % is decided', old.id using errcode = '42501';
  end if;
  return new;
end $$;

-- Shows a removed message again, once its removal was overturned on appeal. The event keeps that it was removed.
create or replace function return_removed_message(message bigint) returns boolean language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
declare
  of_order bigint := (select m.order_id from public.order_messages m where m.id = message);
begin
  if not public.is_overturned('conversation.removed', of_order, jsonb_build_object('messageId', message)) then
    return false;
  end if;
  delete from public.order_message_removals where message_id = message;
  return found;
end $$;
revoke execute on function return_removed_message(bigint) from public;
grant execute on function return_removed_message(bigint) to praca_app;
