-- The only way an order changes state: the row changes once and `order_events` grows by one row per event. `states`
-- are the state it must be in, followed by the one after each event. Dates and the reason follow from the states;
-- `note` is the seller's when delivered, otherwise the reason. A complaint stores the interrupted state and the time
-- its timer had left; no timer starts while the sale is stopped. Fails with 40001 when the order has moved meanwhile,
-- and with 23503 on an unknown transition.
create or replace function transition_order(about bigint, at_seq integer, events text[], states text[], moved_by text,
  mover bigint, moved_at timestamptz, rings_at timestamptz, rings_for text, note text)
returns void language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  last_state text := states[cardinality(events) + 1];
  closes boolean := last_state in ('completed', 'refunded', 'cancelled', 'expired');
  stops boolean := last_state = 'in_complaint';
  stands boolean := public.sale_stop_reason(about) is not null;
begin
  if (array_ndims(events) = 1 and array_ndims(states) = 1 and array_lower(events, 1) = 1 and array_lower(states, 1) = 1
    and cardinality(states) = cardinality(events) + 1) is not true then
    raise exception 'not a turn of an order: % %', events, states using errcode = '23514', constraint = 'order_turn';
  end if;
  update public.orders o set state = last_state, state_seq = at_seq + cardinality(events),
      due_at = case when not stands then rings_at end, due_event = case when not stands then rings_for end,
      paid_at = case when 'paid' = any (states[2:]) then moved_at else o.paid_at end,
      started_at = case when last_state = 'in_delivery' and not o.state = 'in_complaint' then moved_at
        else o.started_at end,
      delivered_at = case when last_state = 'delivered' and not o.state = 'in_complaint' then moved_at
        else o.delivered_at end,
      delivery_note = case when last_state = 'delivered' and not o.state = 'in_complaint' then note
        else o.delivery_note end,
      closed_at = case when stops then o.closed_at
        when last_state = 'completed' then coalesce(o.closed_at, moved_at) when closes then moved_at end,
      cancel_reason = case when closes then note end,
      state_before = case when stops then states[cardinality(events)] end,
      stopped_event = case when stops then coalesce(o.due_event, o.stopped_event) when stands then rings_for end,
      stopped_ms = case when stops and o.due_at is null then o.stopped_ms
        when stops then greatest(extract(epoch from o.due_at
          - least(moved_at, greatest(public.deadline_now(), o.counted_from))) * 1000, 0)::bigint
        when stands and rings_at is not null then greatest(extract(epoch from rings_at - moved_at) * 1000, 0)::bigint end
    where o.id = about and o.state = states[1] and o.state_seq = at_seq;
  if not found then
    raise exception 'order % is no longer % (seq %)', about, states[1], at_seq
      using errcode = '40001', constraint = 'order_event_stale';
  end if;
  insert into public.order_events (order_id, seq, event, from_state, to_state, actor, actor_id, at)
    select about, at_seq + n, events[n], states[n], states[n + 1], moved_by, mover, moved_at
    from generate_subscripts(events, 1) n;
end $$;
revoke execute on function transition_order(bigint, integer, text[], text[], text, bigint, timestamptz, timestamptz, text, text)
  from public;
grant execute on function transition_order(bigint, integer, text[], text[], text, bigint, timestamptz, timestamptz, text, text)
  to praca_app;

-- Pauses the timer of an order while its sale is stopped, and resumes it with the time it had left.
create or replace function pause_or_resume_timer(about bigint) returns void language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
declare
  stands boolean := public.sale_stop_reason(about) is not null;
begin
  update public.orders o set due_at = null, due_event = null, stopped_event = o.due_event,
      stopped_ms = greatest(extract(epoch from o.due_at
        - greatest(public.deadline_now(), o.counted_from)) * 1000, 0)::bigint
    where o.id = about and o.due_at is not null and stands;
  if found then return; end if;
  update public.orders o set due_at = public.market_now() + o.stopped_ms * interval '1 millisecond',
      due_event = o.stopped_event, stopped_event = null, stopped_ms = null
    where o.id = about and o.stopped_event is not null and o.state <> 'in_complaint' and not stands;
  if not found then update public.orders o set due_at = o.due_at where o.id = about; end if;
end $$;
revoke execute on function pause_or_resume_timer(bigint) from public;
grant execute on function pause_or_resume_timer(bigint) to praca_app;

-- Whether a bank contests money that the sale was paid with; money that arrived and is refunded stops no sale.
-- Volatile: a transaction that waited for the order's lock must read the payments again, which PostgreSQL does by itself for the
-- locked row only.
create or replace function is_sale_contested(about bigint) returns boolean language plpgsql volatile
set search_path = pg_catalog, public, pg_temp set plan_cache_mode = force_generic_plan as $$
begin
  if not exists (select from public.payments p where p.order_id = about and p.state = 'contested') then
    return false;
  end if;
  return exists (select from public.payments p where p.order_id = about and p.state = 'contested'
    and (exists (select from money.journals j where j.payment_id = p.id and j.kind = 'capture')
      or exists (select from public.refunds part where part.payment_id = p.id and part.state = 'used')));
end $$;

-- Why a sale is stopped, the strongest reason first; null while it is not. Volatile for the reason of `is_sale_contested`.
-- A purchase asks four times, from sessions with different search paths: with a path of its own and a generic plan it
-- is planned once per session (docs/benchmarks.md).
create or replace function sale_stop_reason(about bigint) returns text language plpgsql volatile
set search_path = pg_catalog, public, pg_temp set plan_cache_mode = force_generic_plan as $$
begin
  if public.is_sale_contested(about) then return 'bank'; end if;
  if exists (select from public.analyses a where a.order_id = about and a.ended_at is null) then return 'analysis'; end if;
  return coalesce((select case r.state when 'requested' then 'regret' else 'return' end from public.refunds r
    where r.order_id = about and r.state in ('requested', 'awaiting_return') limit 1),
    (select 'block' from public.staff_blocks k where k.order_id = about and k.ended_at is null));
end $$;

-- Only a sale whose money was received is analysed, by a person who is not a party to it, and it lapses only when its
-- time is over.
create or replace function guard_analysis() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' and not exists (select from public.settlements s where s.order_id = new.order_id
    and s.state <> 'reversed') then
    raise exception 'order % has no money to analyse', new.order_id
      using errcode = '23514', constraint = 'analysis_of_nothing';
  end if;
  if exists (select from public.orders o where o.id = new.order_id
    and (o.buyer_id in (new.marked_by, new.ended_by) or o.seller_id in (new.marked_by, new.ended_by))) then
    raise exception 'order % is analysed by a party to it', new.order_id
      using errcode = '23514', constraint = 'analysis_by_party';
  end if;
  if new.outcome = 'lapsed' and new.until > public.market_now() then
    raise exception 'the analysis of order % is not over', new.order_id
      using errcode = '23514', constraint = 'analysis_early';
  end if;
  return new;
end $$;

-- Copies the accepted terms and the tax type of both sides to a new order; the application cannot set them.
create or replace function snapshot_parties() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
begin
  select terms_version into new.buyer_terms from public.users where id = new.buyer_id;
  select terms_version, tax_type into new.seller_terms, new.seller_tax_type
    from public.users where id = new.seller_id;
  return new;
end $$;

-- What the parties had accepted never changes.
create or replace function refuse_party_change() returns trigger language plpgsql as $$
begin
  raise exception 'order % keeps what its parties had accepted', old.id
    using errcode = '23514', constraint = 'order_parties_kept';
end $$;

-- Only a paid order has an invoice.
create or replace function guard_order_invoice() returns trigger language plpgsql as $$
begin
  if not exists (select from public.orders where id = new.order_id and paid_at is not null)
    or (tg_op = 'UPDATE' and new.order_id <> old.order_id) then
    raise exception 'order % is no paid one', new.order_id using errcode = '23514', constraint = 'order_invoice_paid';
  end if;
  return new;
end $$;

-- Stores the deadline that an unpaid order missed (P07, ADR 0073): late money is judged by the deadline, not by when
-- the job noticed it.
create or replace function store_missed_deadline() returns trigger language plpgsql as $$
begin
  new.lapsed_at := case when old.due_at <= new.closed_at then old.due_at end;
  return new;
end $$;

-- The side that gains by a forced move.
create or replace function forced_move_side(event text) returns text language sql immutable parallel safe
return case when event = any ('{force_delivery,force_conclusion}') then 'seller' else 'buyer' end;

-- A forced move counts toward the limits of money decisions.
create or replace function record_forced_move_decision() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
declare
  people record := public.second_person(new.asked_by, coalesce(new.approved_by, new.asked_by));
  total bigint;
begin
  select o.total_cents into total from public.orders o where o.id = new.order_id;
  perform public.record_money_decision('forced_move:' || new.id, 'forced_move', null, people.decider, people.second, total, total,
    public.beneficiary_keys_of_order(new.order_id, public.forced_move_side(new.event)), 0,
    public.rule_in_force('{refunds,forcedAloneCents}', 50000), 0);
  return null;
end $$;
