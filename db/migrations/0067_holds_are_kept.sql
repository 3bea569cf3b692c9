-- A sale's money is free when its hold is over and not before (product §4.3), whoever releases it and by whatever clock:
-- the hold is the order's own, and once it is told it may become longer but not shorter.
create function guard_hold() returns trigger language plpgsql as $$
declare
  -- As the application reads a delivery: in whole milliseconds. Rules that tell of no hold are older than holds.
  held_until timestamptz := (select date_trunc('milliseconds', o.delivered_at) + coalesce(o.hold_days * 86400000::bigint,
      (r.rules -> 'timers' ->> 'holdMs')::bigint) * interval '1 millisecond'
    from public.orders o join public.rule_versions r on r.id = o.rule_version_id where o.id = new.order_id);
begin
  if new.release_at < greatest(old.release_at, held_until)
    or (old.release_at is not null or new.state = 'released') and new.release_at is null
    or new.state = 'released' and old.state = 'pending_release' and new.release_at > public.market_now() then
    raise exception 'the money of order % is on hold', new.order_id
      using errcode = '23514', constraint = 'settlement_hold';
  end if;
  return new;
end $$;
create trigger settlements_hold before update of state, release_at on settlements for each row
  when (new.release_at is distinct from old.release_at or (old.state = 'pending_release' and new.state = 'released'))
  execute function guard_hold();
