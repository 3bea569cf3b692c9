-- R05, R09: whoever has a case is no party to its order, and an appeal is with nobody who decided it.
create function guard_case_taker() returns trigger language plpgsql as $$
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
create constraint trigger complaints_taker after update of taken_by, state on complaints deferrable initially deferred
  for each row when (new.taken_by is not null and (new.taken_by is distinct from old.taken_by or new.state <> old.state))
  execute function guard_case_taker();

-- P08: paid orders whose codes were not all there. Others of this kind are delivered in the breath in which they are paid.
create index orders_undelivered on orders (paid_at) where state = 'paid' and delivery_type = 'automatic';

-- P14: a seller who refuses to cancel proves that the delivery goes on, with files of the same kind and care as those of
-- a delivery (P13).
alter table delivery_files add column proves text not null default 'delivery'
    check (proves = any ('{delivery,refusal}')),
  drop constraint delivery_files_order_id_place_key, add unique (order_id, proves, place);
grant insert (proves) on delivery_files to praca_app;

-- As before; for a refusal an image or a PDF, while the wish to cancel waits for its answer.
create or replace function guard_delivery_file() returns trigger language plpgsql as $$
declare
  about bigint := case when tg_op = 'DELETE' then old.order_id else new.order_id end;
  deal public.orders := (select o from public.orders o where o.id = about);
begin
  if tg_op = 'INSERT' then
    if deal.state <> 'in_delivery' or deal.seller_id <> new.uploader_id
      or new.proves = 'delivery' and not new.kind = any (case deal.delivery_proof when 'file' then '{image,pdf}'::text[]
        when 'video' then '{mp4,mov,webm}' else '{}' end)
      or new.proves = 'refusal' and (not new.kind = any ('{image,pdf}') or not exists (
        select from public.cancellation_requests q where q.order_id = about and q.state = 'open'))
      or (select count(*) from public.delivery_files f where f.order_id = about and f.proves = new.proves) >= 10 then
      raise exception 'order % takes no such file', about using errcode = '23514', constraint = 'delivery_file_fits';
    end if;
    return new;
  end if;
  if old.place is not null and not (tg_op = 'DELETE' and deal.closed_at < public.market_now() - interval '5 years') then
    raise exception 'file % belongs to a delivery', old.id using errcode = '23514', constraint = 'delivery_file_sent';
  end if;
  if tg_op = 'DELETE' then return old; end if;
  if deal.state <> 'in_delivery' then
    raise exception 'order % is not being delivered', about
      using errcode = '23514', constraint = 'delivery_file_in_time';
  end if;
  return new;
end $$;

-- As before: what proved a refusal does not prove the delivery.
create or replace function demand_delivery_proof() returns trigger language plpgsql as $$
declare
  deal public.orders := (select o from public.orders o where o.id = new.order_id);
begin
  if length(trim(coalesce(deal.delivery_note, ''))) < 10
    or deal.delivery_proof <> 'text' and not exists (select from public.delivery_files f
      where f.order_id = deal.id and f.proves = 'delivery' and f.place is not null) then
    raise exception 'order % is delivered without its proof', deal.id
      using errcode = '23514', constraint = 'delivery_proof';
  end if;
  return new;
end $$;
