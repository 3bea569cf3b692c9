-- Whoever waits for an order while the bank begins or ends to look at its payment must read that anew once the row is
-- theirs. PostgreSQL looks again at a row that was written meanwhile, but at nothing beside it: a volatile function
-- does, and the row is written whatever becomes of its clock.
create or replace function contested_sale(about bigint) returns boolean language plpgsql volatile as $$
begin
  if not exists (select from public.payments p where p.order_id = about and p.state = 'contested') then
    return false;
  end if;
  return exists (select from public.payments p where p.order_id = about and p.state = 'contested'
    and (exists (select from money.journals j where j.payment_id = p.id and j.kind = 'capture')
      or exists (select from public.refunds part where part.payment_id = p.id and part.state = 'used')));
end $$;

create or replace function stop_or_start_clock(about bigint) returns void language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
declare
  stands boolean := public.contested_sale(about);
begin
  update public.orders o set due_at = null, due_event = null, stopped_event = o.due_event,
      stopped_ms = greatest(extract(epoch from o.due_at - public.market_now()) * 1000, 0)::bigint
    where o.id = about and o.due_at is not null and stands;
  if found then return; end if;
  update public.orders o set due_at = public.market_now() + o.stopped_ms * interval '1 millisecond',
      due_event = o.stopped_event, stopped_event = null, stopped_ms = null
    where o.id = about and o.stopped_event is not null and o.state <> 'in_complaint' and not stands;
  if not found then update public.orders o set due_at = o.due_at where o.id = about; end if;
end $$;
