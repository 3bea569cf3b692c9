-- At commit the refund of a return waits while the return goes on, is decided by staff once it is contested, and has
-- ended with it.
create or replace function check_return() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
declare
  fault text := public.return_fault(new.id);
begin
  if fault is not null then
    raise exception 'return %: %', new.id, fault using errcode = '23514', constraint = 'return_refund';
  end if;
  return null;
end $$;

create or replace function check_return_of_refund() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
declare
  fault text := (select public.return_fault(t.id) from public.returns t where t.refund_id = new.id);
begin
  if fault is not null then
    raise exception 'refund %: %', new.id, fault using errcode = '23514', constraint = 'return_refund';
  end if;
  return null;
end $$;

-- Why a return and its refund disagree; null when they agree. `none` is a refund that staff rejected, `fund` one that the
-- guarantee fund paid instead (N03).
create or replace function return_fault(about bigint) returns text language plpgsql stable
set search_path = pg_catalog, public, pg_temp as $$
begin
  return (select case
    when t.order_id <> r.order_id then 'the refund is another order''s'
    when (t.reason = 'regret') <> (r.reason = 'regret') then 'the refund has another reason'
    when t.complaint_id is not null and not exists (select from public.complaints c where c.id = t.complaint_id
      and c.order_id = t.order_id and c.state = 'closed') then 'its complaint goes on'
    when t.state in ('to_post', 'posted', 'checking') and r.state <> 'awaiting_return' then 'the refund does not wait'
    when t.state = 'contested' and r.state <> 'requested' then 'staff do not decide'
    when t.state in ('lapsed', 'cancelled') and r.state <> 'rejected' then 'the refund goes on'
    when t.state = 'completed' and r.state in ('requested', 'awaiting_return') then 'the refund waits'
    when t.state = 'completed' and (t.outcome in ('none', 'fund')) <> (r.state = 'rejected')
      then 'the outcome is another'
    when t.outcome = 'fund' and not exists (select from public.fund_payments f where f.return_id = t.id)
      then 'the fund paid nothing'
    end
  from public.returns t join public.refunds r on r.id = t.refund_id where t.id = about);
end $$;

-- The state of a parcel on its way back by its events, by the table of shipments (S09).
create or replace function return_parcel_state(about bigint) returns text language plpgsql stable
set search_path = pg_catalog, public, pg_temp as $$
declare
  state text := 'preparing';
  kind text;
begin
  for kind in select e.kind from public.return_events e join public.shipment_event_kinds k on k.kind = e.kind
    where e.return_id = about order by e.at, k.rank loop
    state := coalesce((select t.to_state from public.shipment_transitions t
      where t.event = kind and t.from_state = state), state);
  end loop;
  return state;
end $$;

-- At commit the state of a parcel on its way back is what its events say.
create or replace function check_return_parcel() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
declare
  stored text := (select t.parcel_state from public.returns t where t.id = new.return_id);
  due text := public.return_parcel_state(new.return_id);
begin
  if stored <> due then
    raise exception 'the parcel of return % is % and not %', new.return_id, due, stored
      using errcode = '23514', constraint = 'return_parcel_state';
  end if;
  return null;
end $$;

-- A return ends with its order, whichever way the money went back.
create or replace function end_return_with_order() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
begin
  update public.refunds r set state = 'rejected', decision_note = 'O valor já voltou por outro caminho.'
    from public.returns t where t.order_id = new.id and t.refund_id = r.id
      and t.state in ('to_post', 'posted', 'checking', 'contested') and r.state in ('requested', 'awaiting_return');
  update public.returns t set state = 'cancelled', closed_at = public.market_now(), due_at = null, due_event = null,
      next_check_at = case when t.posted_at is not null then t.next_check_at end
    where t.order_id = new.id and t.state in ('to_post', 'posted', 'checking', 'contested');
  return null;
end $$;

-- Claims a tracking code for one parcel, and gives up the one that it had.
create or replace function claim_tracking_code() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'UPDATE' then
    if new.tracking_code is not distinct from old.tracking_code then return null; end if;
    delete from public.tracking_codes where code = old.tracking_code;
  end if;
  if new.tracking_code is not null then
    insert into public.tracking_codes (code) values (new.tracking_code);
  end if;
  return null;
end $$;

-- A complaint that ended with a return has one.
create or replace function check_complaint_return() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.ending in ('agreed', 'decided', 'appeal_decided') and not exists (select from public.returns t
    where t.complaint_id = new.id and (t.reason = 'agreement') = (new.ending = 'agreed')) then
    raise exception 'complaint % has no return', new.id using errcode = '23514', constraint = 'complaint_return';
  end if;
  return null;
end $$;

-- At commit a complaint whose return brought less than everything back ends with what did go back, usually nothing. Where
-- the fund paid, the buyer got what was decided and the sale stays: neither side has lost.
create or replace function end_complaint_return() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
declare
  about public.complaints := (select c from public.complaints c where c.id = new.complaint_id);
  kept bigint := (select o.total_cents - o.refunded_cents from public.orders o where o.id = new.order_id);
begin
  if new.state not in ('completed', 'lapsed', 'cancelled') or kept = 0 then return null; end if;
  update public.complaints c set state_seq = c.state_seq + 1,
      refund_cents = case when new.outcome = 'fund' then c.refund_cents else c.refund_cents - kept end,
      result = case when new.outcome = 'fund' then c.result when c.refund_cents > kept then 'partial'
        else 'release' end,
      ending = case new.outcome when 'partial' then c.ending when 'fund' then 'fund' else 'return_failed' end
    where c.id = about.id;
  insert into public.complaint_events (complaint_id, seq, event, from_state, to_state, actor, facts, at)
    values (about.id, about.state_seq + 1, 'end_return', 'closed', 'closed', 'system', '{}', public.market_now());
  return null;
end $$;

-- A closed complaint changes once, with the end of its return.
create or replace function guard_closed_complaint() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - '{result,refund_cents,ending,state_seq}'::text[]
      <> to_jsonb(old) - '{result,refund_cents,ending,state_seq}'::text[]
    or old.result <> 'return' or not exists (select from public.returns t where t.complaint_id = old.id
      and t.state in ('completed', 'lapsed', 'cancelled')) then
    raise exception 'complaint % is closed', old.id using errcode = '23514', constraint = 'complaint_closed';
  end if;
  return new;
end $$;
