-- P13: what a delivery by hand brings as its proof, chosen for each category (the nearest above it that has one, else
-- words alone). An order keeps what was asked for when it was placed. The kinds of files that prove are `provingKinds`,
-- the bounds `deliveryLimits` (domain/orders/delivery-proofs.ts).

alter table categories add column delivery_proof text,
  add constraint categories_delivery_proof_check check (delivery_proof in ('text', 'file', 'video'));

alter table orders add column delivery_proof text not null default 'text',
  add constraint orders_delivery_proof_check check (delivery_proof in ('text', 'file', 'video'));
grant insert (delivery_proof) on orders to praca_app;

-- Private files, each with the SHA-256 of what is kept. One without a place waits for its delivery; with a place it is
-- part of the proof.
create table delivery_files (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders,
  uploader_id bigint not null references users,
  place smallint check (place between 1 and 10),
  name text not null check (length(name) between 1 and 120),
  kind text not null check (kind in ('image', 'pdf', 'mp4', 'mov', 'webm')),
  bytes integer not null check (bytes between 1 and 209715200),
  file_key text not null unique check (file_key ~ '^[A-Za-z0-9_-]{32,64}$'),
  content_hash bytea not null check (length(content_hash) = 32),
  created_at timestamptz not null default market_now(),
  unique (order_id, place)
);
create index delivery_files_of on delivery_files (order_id, id);
create index delivery_files_waiting on delivery_files (created_at) where place is null;
revoke insert, update, truncate on delivery_files from praca_app;
grant insert (order_id, uploader_id, name, kind, bytes, file_key, content_hash), update (place) on delivery_files
  to praca_app;

-- Who opened which part of a proof, when and from where.
create table delivery_file_views (
  id bigint generated always as identity primary key,
  file_id bigint not null references delivery_files,
  viewer_id bigint not null references users,
  viewer_is text not null check (viewer_is in ('buyer', 'seller', 'staff')),
  at timestamptz not null default market_now(),
  ip text not null
);
create index delivery_file_views_of on delivery_file_views (file_id, id);
revoke insert, update, delete, truncate on delivery_file_views from praca_app;
grant insert (file_id, viewer_id, viewer_is, ip) on delivery_file_views to praca_app;

-- Only the seller brings files, of the kind that the order asks for, while it is being delivered; what was delivered
-- stays as it is until the order is five years over.
create function guard_delivery_file() returns trigger language plpgsql as $$
declare
  about bigint := case when tg_op = 'DELETE' then old.order_id else new.order_id end;
  deal public.orders := (select o from public.orders o where o.id = about);
begin
  if tg_op = 'INSERT' then
    if deal.state <> 'in_delivery' or deal.seller_id <> new.uploader_id
      or not new.kind = any (case deal.delivery_proof when 'file' then '{image,pdf}'::text[]
        when 'video' then '{mp4,mov,webm}' else '{}' end)
      or (select count(*) from public.delivery_files f where f.order_id = about) >= 10 then
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
create trigger delivery_files_guard before insert or update or delete on delivery_files
  for each row execute function guard_delivery_file();

create function guard_delivery_view() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and exists (select from public.delivery_files f join public.orders o on o.id = f.order_id
    where f.id = old.file_id and o.closed_at < public.market_now() - interval '5 years') then
    return old;
  end if;
  raise exception 'view % is kept', old.id using errcode = '23514', constraint = 'delivery_view_kept';
end $$;
create trigger delivery_file_views_guard before update or delete on delivery_file_views
  for each row execute function guard_delivery_view();

-- A seller delivers with the proof that the order asks for, or not at all. Codes prove themselves, and the team, which
-- moves an order against its own course (P27), says why.
create function demand_delivery_proof() returns trigger language plpgsql as $$
declare
  deal public.orders := (select o from public.orders o where o.id = new.order_id);
begin
  if length(trim(coalesce(deal.delivery_note, ''))) < 10
    or deal.delivery_proof <> 'text' and not exists (select from public.delivery_files f
      where f.order_id = deal.id and f.place is not null) then
    raise exception 'order % is delivered without its proof', deal.id
      using errcode = '23514', constraint = 'delivery_proof';
  end if;
  return new;
end $$;
create trigger order_events_delivery_proof after insert on order_events
  for each row when (new.event = 'deliver') execute function demand_delivery_proof();

-- Five years after the end of the order its proof has served its time, and goes as a whole.
create function forget_delivery_files(which bigint) returns void language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
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
revoke execute on function forget_delivery_files(bigint) from public;
grant execute on function forget_delivery_files(bigint) to praca_app;
