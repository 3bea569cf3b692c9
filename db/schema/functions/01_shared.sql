-- Moves the clock by a number of milliseconds; refused unless the operator allowed it at start.
create or replace function move_clock(by_ms bigint) returns timestamptz language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
begin
  if not (select movable from public.clock) then
    raise exception 'the clock cannot be moved here' using errcode = '42501';
  end if;
  update public.clock set offset_ms = offset_ms + by_ms;
  return clock_timestamp() + (select offset_ms from public.clock) * interval '1 millisecond';
end $$;
revoke execute on function move_clock(bigint) from public;
grant execute on function move_clock(bigint) to praca_app;

-- Writes `market_now` again when its offset changes, so that the number is part of its text (docs/benchmarks.md).
create or replace function rewrite_market_now() returns trigger language plpgsql as $$
begin
  execute format($f$create or replace function public.market_now() returns timestamptz language sql stable parallel safe
    return pg_catalog.now() + %s * interval '1 millisecond'$f$, new.offset_ms);
  return null;
end $$;
revoke execute on function rewrite_market_now() from public;

-- Refuses every change of a row that is history.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = '42501';
end $$;

-- `unaccent` as an immutable function, for indexes. Every call is schema-qualified, so that a dump restores with an
-- empty search path.
create or replace function f_unaccent(text) returns text language sql immutable parallel safe strict as
$$ select public.unaccent('public.unaccent'::regdictionary, $1) $$;

-- Folds Portuguese as searches did before `search_index` had a version, for listings that are not indexed again yet: accents, thousands, units, -ão/-ões, -al/-ais, -m/-ns,
-- and plurals of loanwords, which the stemmer leaves as they are.
create or replace function fold_pt(t text) returns text language sql immutable parallel safe strict as $$
  select regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(
    regexp_replace(regexp_replace(regexp_replace(
    public.f_unaccent(lower(t)),
    '(\d)\.(\d{3})\y', '\1\2', 'g'),
    '(\d)(gb|tb|mb|mah|hz|mm|cm|kg|ml|w|v|pol)\y', '\1 \2', 'g'),
    '\yps ?([1-5])\y', 'playstation \1', 'g'),
    '(\w)oes\y|\y(p|c|alem|capit|catal|escriv|gui)aes\y', '\1\2ao', 'g'),
    '(\w\w)(eis|il)\y', '\1el', 'g'),
    '(infant|juven|perf|barr|fun|fuz|can|sut)is\y', '\1el', 'g'),
    '(\w\w)ais\y', '\1al', 'g'),
    '(\w\w)ois\y', '\1ol', 'g'),
    '(\w)ns\y', '\1m', 'g'),
    '(ae|ao|ai|ei|oi|au|eu)s\y', '\1', 'g'),
    '(\w[bcdfgkmptw])s\y', '\1', 'g') $$;

-- A change of state must be a row of `case_transitions`; who caused it is in `events`.
create or replace function guard_case_state() returns trigger language plpgsql as $$
begin
  if not exists (select from public.case_transitions t
    where t.noun = tg_argv[0] and t.from_state = old.state and t.to_state = new.state) then
    raise exception '% cannot go from % to %', tg_argv[0], old.state, new.state
      using errcode = '23514', constraint = 'case_state';
  end if;
  return new;
end $$;

-- R05, R09: a staff member handles no complaint about an own order, and no appeal against an own decision.
create or replace function guard_case_handler() returns trigger language plpgsql as $$
declare
  found public.complaints := (select c from public.complaints c where c.id = new.id);
begin
  if exists (select from public.orders o where o.id = found.order_id and found.taken_by in (o.buyer_id, o.seller_id))
    or found.state = 'appealed' and exists (select from public.complaint_decisions d
      where d.complaint_id = found.id and d.decided_by = found.taken_by) then
    raise exception 'case % is with the wrong person', found.id using errcode = '23514', constraint = 'case_taker';
  end if;
  return null;
end $$;

-- Seals up to `most` decisions that are not sealed yet, in the order of their ids; one committed after a higher id is
-- sealed after it. Returns how many.
create or replace function seal_decisions(most integer) returns integer language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
declare
  decision public.events;
  number bigint;
  newest bytea;
  sealed integer := 0;
begin
  if not pg_try_advisory_xact_lock(7214084) then return 0; end if;
  select s.n, s.hash into number, newest from public.audit_seals s order by s.n desc limit 1;
  number := coalesce(number, 0);
  newest := coalesce(newest, ''::bytea);
  for decision in
    select e.* from public.events e
    where e.actor_role in ('support', 'admin', 'operator')
      and e.id > coalesce((select max(s.event_id) from public.audit_seals s), 0) - 100000
      and not exists (select from public.audit_seals s where s.event_id = e.id)
    order by e.id limit most
  loop
    number := number + 1;
    newest := sha256(newest || public.sealed_part(decision));
    insert into public.audit_seals (n, event_id, hash) values (number, decision.id, newest);
    sealed := sealed + 1;
  end loop;
  return sealed;
end $$;
revoke execute on function seal_decisions(integer) from public;
grant execute on function seal_decisions(integer) to praca_app;
