-- N13: the end of a securing takes the rest of its pause off the order's timer, so that the buyer has the whole time to
-- confirm from then on.
create or replace function end_account_securing() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.ended_at <> public.market_now() then
    raise exception 'the securing of order % ends now', new.order_id
      using errcode = '23514', constraint = 'account_securings_now';
  end if;
  update public.orders o set due_at = o.due_at - greatest(new.until - new.ended_at, interval '0')
    where o.id = new.order_id and o.state = 'delivered' and o.due_event = 'confirm_by_time';
  if not found then
    raise exception 'no time to confirm runs for order %', new.order_id
      using errcode = '23514', constraint = 'account_securings_running';
  end if;
  return null;
end $$;
revoke execute on function end_account_securing() from public;
