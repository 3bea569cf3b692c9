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

-- Staff say what became of a parcel by a forced move of its order only (S15, P27).
create or replace function check_staff_fact() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (select from public.forced_moves f where f.order_id = new.order_id and f.done_at is not null
    and f.event = any (case new.kind when 'lost' then '{lose}' when 'delivered' then '{force_delivery}'
      else '{return_parcel,return_for_address}' end::text[])) then
    raise exception 'no forced move says that the parcel of order % is %', new.order_id, new.kind
      using errcode = '23514', constraint = 'shipment_event_forced';
  end if;
  return null;
end $$;

-- A wrong code is counted; after the tenth staff give all tries back (S12, S15).
create or replace function guard_pickup_tries() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.failed_tries <> old.failed_tries + 1 and not (old.failed_tries = 10 and new.failed_tries = 0) then
    raise exception 'the tries of pickup % go from % to %', new.order_id, old.failed_tries, new.failed_tries
      using errcode = '23514', constraint = 'pickup_tries';
  end if;
  return new;
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
