-- Who typed or uploaded a line of the statement neither proposes nor approves a payment by it, and who buys or sells
-- in an order decides nothing of its payment by hand (decision 74).

create function guard_line_deciders() returns trigger language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
declare
  deciders bigint[] := array_remove(array[new.proposed_by, new.decided_by], null);
begin
  if exists (select from public.orders o where o.id = new.order_id
      and (o.buyer_id = any(deciders) or o.seller_id = any(deciders))) then
    perform public.refuse_alone('buyer and seller do not decide their payment');
  end if;
  if exists (select from public.bank_lines l where l.id = new.bank_line_id and l.loaded_by = any(deciders)) then
    perform public.refuse_alone('who loaded a line does not decide by it');
  end if;
  return new;
end $$;
create trigger receipts_deciders before insert or update of bank_line_id, proposed_by, decided_by on receipts
  for each row execute function guard_line_deciders();
create trigger line_matches_deciders before insert or update on line_matches
  for each row execute function guard_line_deciders();
