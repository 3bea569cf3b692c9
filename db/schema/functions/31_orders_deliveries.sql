-- The seller uploads files of the kind that the order asks for while it is being delivered; to refuse a cancellation
-- (P14), an image or a PDF while the request is open, and to contest a return (S11) while that is possible. What was
-- sent stays unchanged until five years after the
-- order's end.
create or replace function guard_delivery_file() returns trigger language plpgsql as $$
declare
  about bigint := case when tg_op = 'DELETE' then old.order_id else new.order_id end;
  deal public.orders := (select o from public.orders o where o.id = about);
begin
  if tg_op = 'INSERT' then
    if (case new.proves when 'return' then not exists (select from public.returns t
        where t.order_id = about and t.state in ('posted', 'checking'))
      else deal.state <> 'in_delivery' end) or deal.seller_id <> new.uploader_id
      or new.proves = 'delivery' and not new.kind = any (case deal.delivery_proof when 'file' then '{image,pdf}'::text[]
        when 'video' then '{mp4,mov,webm}' else '{}' end)
      or new.proves = 'refusal' and (not new.kind = any ('{image,pdf}') or not exists (
        select from public.cancellation_requests q where q.order_id = about and q.state = 'open'))
      or new.proves = 'return' and not new.kind = any ('{image,pdf}')
      or (select count(*) from public.delivery_files f where f.order_id = about and f.proves = new.proves) >= 10 then
      raise exception 'order % takes no such file', about using errcode = '23514', constraint = 'delivery_file_fits';
    end if;
    return new;
  end if;
  if old.place is not null and not (tg_op = 'DELETE' and deal.closed_at < public.market_now() - interval '5 years') then
    raise exception 'file % belongs to a delivery', old.id using errcode = '23514', constraint = 'delivery_file_sent';
  end if;
  if tg_op = 'DELETE' then return old; end if;
  if new.proves <> 'return' and deal.state <> 'in_delivery' then
    raise exception 'order % is not being delivered', about
      using errcode = '23514', constraint = 'delivery_file_in_time';
  end if;
  return new;
end $$;

-- Views are deleted with their file only.
create or replace function guard_delivery_view() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and exists (select from public.delivery_files f join public.orders o on o.id = f.order_id
    where f.id = old.file_id and o.closed_at < public.market_now() - interval '5 years') then
    return old;
  end if;
  raise exception 'view % is kept', old.id using errcode = '23514', constraint = 'delivery_view_kept';
end $$;

-- A seller delivers with the proof that the order asks for (P13); what proved a refusal does not prove a delivery.
-- Codes prove themselves, and forced moves (P27) state a reason instead.
create or replace function require_delivery_proof() returns trigger language plpgsql as $$
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

-- Deletes the proof of an order five years after its end, as a whole.
create or replace function delete_delivery_files(which bigint) returns void language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (select from public.orders
    where id = which and closed_at < public.market_now() - interval '5 years') then
    raise exception 'the proof of order % is still kept', which
      using errcode = '23514', constraint = 'delivery_proof_kept';
  end if;
  delete from public.delivery_file_views where file_id in (
    select id from public.delivery_files where order_id = which);
  delete from public.delivery_files where order_id = which;
end $$;
revoke execute on function delete_delivery_files(bigint) from public;
grant execute on function delete_delivery_files(bigint) to praca_app;

-- Delivery data is written until the delivery starts, opened then, and deleted when the order is over. A rotation of
-- SECRET_KEY changes only its encryption: the same length, plus eight bytes of key name where it had none.
create or replace function guard_delivery_data() returns trigger language plpgsql as $$
declare
  about bigint := case when tg_op = 'DELETE' then old.order_id else new.order_id end;
  deal public.orders := (select o from public.orders o where o.id = about);
begin
  if tg_op = 'DELETE' then
    if deal.closed_at is null then
      raise exception 'order % is not over', about using errcode = '23514', constraint = 'delivery_data_kept';
    end if;
    return old;
  end if;
  if tg_op = 'UPDATE' then
    if (new.order_id, new.written_at) = (old.order_id, old.written_at)
      and new.opened_at is not distinct from old.opened_at
      and substr(new.sealed, 1, 8) <> substr(old.sealed, 1, 8)
      and length(new.sealed) - length(old.sealed) in (0, 8) then
      return new;
    end if;
  end if;
  if deal.delivery_data = 'none'
    or not deal.state = any ('{awaiting_payment,payment_in_review,paid}')
    or tg_op = 'UPDATE' and (old.opened_at is not null or new.order_id <> old.order_id
      or new.opened_at is not null and (deal.state <> 'paid' or new.sealed <> old.sealed)) then
    raise exception 'order % takes no such delivery data', about
      using errcode = '23514', constraint = 'delivery_data_in_time';
  end if;
  return new;
end $$;
