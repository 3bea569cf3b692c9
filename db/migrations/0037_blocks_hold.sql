-- A sale whose money is stopped stays stopped while any stop of it is open: lifting one that was lifted before, or one
-- of two, does not free the settlement. Found by the ledger's random test.
create function money.tie_blocks() returns trigger language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
begin
  if exists (select from public.sale_blocks b join public.settlements s on s.order_id = b.order_id
    where b.order_id = new.order_id and b.lifted_at is null and s.state <> 'blocked') then
    raise exception 'the money of order % is still stopped', new.order_id
      using errcode = '23514', constraint = 'block_money';
  end if;
  return null;
end $$;
create constraint trigger settlements_stay_blocked after update of state on public.settlements
  deferrable initially deferred for each row when (old.state = 'blocked' and new.state <> 'blocked')
  execute function money.tie_blocks();
