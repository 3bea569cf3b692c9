-- The state of a parcel by its events, sorted by the carrier's time (S09); equal to `stateOf` in domain/shipping, which
-- a test compares.
create or replace function shipment_state(about bigint) returns text language plpgsql stable
set search_path = pg_catalog, public, pg_temp as $$
declare
  state text := 'preparing';
  kind text;
begin
  for kind in select e.kind from public.shipment_events e join public.shipment_event_kinds k on k.kind = e.kind
    where e.order_id = about order by e.at, k.rank loop
    state := coalesce((select t.to_state from public.shipment_transitions t
      where t.event = kind and t.from_state = state), state);
  end loop;
  return state;
end $$;

-- At commit a parcel's state is what its events say, and its times are theirs.
create or replace function check_shipment() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
declare
  parcel record;
  due text;
begin
  select s.state, s.posted_at, s.delivered_at,
      (select min(e.at) from public.shipment_events e where e.order_id = s.order_id) as first_at
    into parcel from public.shipments s where s.order_id = new.order_id;
  if parcel.state = 'cancelled' then return null; end if;
  due := public.shipment_state(new.order_id);
  if parcel.state <> due or parcel.posted_at is distinct from parcel.first_at then
    raise exception 'the parcel of order % is % and not %', new.order_id, due, parcel.state
      using errcode = '23514', constraint = 'shipment_state';
  end if;
  return null;
end $$;

-- The parcel of an order that ended before it was posted is not sent; one that is reinstated is (P07).
create or replace function follow_order_with_shipment() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.state = 'paid' then
    update public.shipments s set state = 'preparing' where s.order_id = new.id and s.state = 'cancelled'
      and s.label_id is null;
  else
    update public.shipments s set state = 'cancelled', next_check_at = null
      where s.order_id = new.id and s.state = 'preparing';
  end if;
  return null;
end $$;
