-- Sales that say nothing of a seller: wholly refunded ones, and those with the same device, payout key or document on
-- both sides (security T109, ADR 0080). A shared network alone is shown to staff and takes nothing out.
create table doubtful_sales (
  order_id bigint primary key references orders,
  reasons text[] not null constraint doubtful_sales_reasons check (reasons <> '{}'
    and reasons <@ '{device,payout_key,document,network,refunded}'),
  -- Whether the two sides look like one person.
  related boolean not null generated always as (reasons && '{device,payout_key,document}') stored,
  excluded boolean not null generated always as (reasons && '{device,payout_key,document,refunded}') stored,
  noted_at timestamptz not null default market_now(),
  -- Null until the event for staff is recorded.
  reported_at timestamptz
);
create index doubtful_sales_unreported on doubtful_sales (noted_at) where reported_at is null;
revoke delete, truncate on doubtful_sales from praca_app;

-- People with a new device, key or document, whose earlier sales are looked at again.
create table sides_to_compare (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade
);

create index devices_token on devices (token_hash);
create index withdrawals_key on withdrawals (pix_key);
create index payments_payer on payments (payer_document) where payer_document is not null;

alter table ratings drop constraint ratings_discounted,
  add constraint ratings_discounted check (not discounted or state = 'published');
-- A sale that no longer counts is taken off what was sold.
alter table sales_to_count drop constraint sales_to_count_quantity_check,
  add constraint sales_to_count_quantity_check check (quantity <> 0);

create function is_related_sale(about bigint) returns boolean language sql stable
return exists (select from doubtful_sales d where d.order_id = about and d.related);
create function is_excluded_sale(about bigint) returns boolean language sql stable
return exists (select from doubtful_sales d where d.order_id = about and d.excluded);

-- An address's network as `networkOf` has it; null for no address and for addresses of the house.
create function network_of(ip text) returns text language sql immutable as $$
  select case when not pg_input_is_valid(ip, 'inet') then null
    when ip::inet <<= any ('{127.0.0.0/8,10.0.0.0/8,192.168.0.0/16,172.16.0.0/12,::1/128,fc00::/7}'::inet[]) then null
    when family(ip::inet) = 6 then text(network(set_masklen(ip::inet, 64))) else host(ip::inet) end $$;

-- Every document, declared or paid from, of an account.
create function documents_of(account bigint) returns setof text language sql stable as $$
  select u.cpf from public.users u where u.id = account and u.cpf is not null
  union select u.cnpj from public.users u where u.id = account and u.cnpj is not null
  union select p.payer_document from public.orders o join public.payments p on p.order_id = o.id
    where o.buyer_id = account and p.payer_document is not null $$;

-- What the two sides of an order have in common now, and whether it was wholly refunded.
create function sale_signs(about bigint) returns text[] language sql stable as $$
  select array_remove(array[
    case when exists (select from public.devices b join public.devices s on s.token_hash = b.token_hash
      where b.user_id = o.buyer_id and s.user_id = o.seller_id) then 'device' end,
    case when exists (select from public.withdrawals b join public.withdrawals s on s.pix_key = b.pix_key
      where b.user_id = o.buyer_id and s.user_id = o.seller_id) then 'payout_key' end,
    case when exists (select public.documents_of(o.buyer_id) intersect select public.documents_of(o.seller_id))
      then 'document' end,
    case when exists (select from public.sessions b join public.sessions s on s.user_id = o.seller_id
      and public.network_of(s.ip) = public.network_of(b.ip) where b.user_id = o.buyer_id) then 'network' end,
    case when o.state = 'refunded' then 'refunded' end], null)
  from public.orders o where o.id = about $$;

-- Takes an order's published ratings out of the figures, once. The order of the scores is that of publishing.
create function discount_ratings_of(about bigint) returns void language plpgsql as $$
declare
  gone record;
begin
  perform from public.rating_windows w where w.order_id = about for update;
  for gone in
    with out as (update public.ratings r set discounted = true
      where r.order_id = about and r.state = 'published' and not r.discounted and r.removed_at is null returning *)
    select s.subject, s.id, out.stars, coalesce(out.description_stars, 0) as description,
      coalesce(out.punctuality_stars, 0) as punctuality, coalesce(out.service_stars, 0) as service
    from out, lateral (values ('buyer', out.subject_id, 1, out.author_role = 'seller'),
      ('listing', out.listing_id, 2, out.author_role = 'buyer'),
      ('seller', out.subject_id, 3, out.author_role = 'buyer')) s (subject, id, place, applies)
    where s.applies order by s.place
  loop
    update public.rating_scores set ones = ones - (gone.stars = 1)::int, twos = twos - (gone.stars = 2)::int,
      threes = threes - (gone.stars = 3)::int, fours = fours - (gone.stars = 4)::int, fives = fives - (gone.stars = 5)::int,
      description_sum = description_sum - gone.description, punctuality_sum = punctuality_sum - gone.punctuality,
      service_sum = service_sum - gone.service
    where subject = gone.subject and subject_id = gone.id;
  end loop;
end $$;

-- The one place that decides whether a sale counts. Signs are only added: what was seen once stays.
create function judge_sale(about bigint) returns void language plpgsql as $$
declare
  signs text[] := public.sale_signs(about);
  was_excluded boolean := public.is_excluded_sale(about);
begin
  if signs is null or signs = '{}' then return; end if;
  insert into public.doubtful_sales as d (order_id, reasons) values (about, signs)
    on conflict (order_id) do update set reasons = array(
        select unnest(d.reasons) union select unnest(excluded.reasons) order by 1), reported_at = null
      where not d.reasons @> excluded.reasons;
  if was_excluded or not public.is_excluded_sale(about) then return; end if;
  perform public.discount_ratings_of(about);
  insert into public.sales_to_count (listing_id, quantity)
    select o.listing_id, -o.quantity from public.orders o where o.id = about and (o.state = 'completed'
      or exists (select from public.order_events e where e.order_id = o.id and e.to_state = 'completed'));
end $$;

create function judge_ended_sale() returns trigger language plpgsql as $$
begin
  perform public.judge_sale(new.id);
  return null;
end $$;
create trigger orders_judged after update of state on orders for each row
  when (new.state <> old.state and new.state in ('completed', 'refunded')) execute function judge_ended_sale();

-- A sign that comes after the sale counts as if it had come before.
create function note_new_sign() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'users' then
    insert into public.sides_to_compare (user_id) values (new.id);
  elsif tg_table_name = 'payments' then
    insert into public.sides_to_compare (user_id) select o.buyer_id from public.orders o where o.id = new.order_id;
  else
    insert into public.sides_to_compare (user_id) values (new.user_id);
  end if;
  return null;
end $$;
create trigger users_compared after update of cpf, cnpj on users for each row
  when ((new.cpf, new.cnpj) is distinct from (old.cpf, old.cnpj) and coalesce(new.cpf, new.cnpj) is not null)
  execute function note_new_sign();
create trigger devices_compared after insert on devices for each row execute function note_new_sign();
create trigger withdrawals_compared after insert on withdrawals for each row execute function note_new_sign();
create trigger payments_compared after update of payer_document on payments for each row
  when (new.payer_document is not null and new.payer_document is distinct from old.payer_document)
  execute function note_new_sign();

-- Judges again the ended sales between an account and those that share a device, key or document with it.
create function compare_sides(account bigint) returns void language sql as $$
  with others as (
    select s.user_id as id from public.devices m join public.devices s on s.token_hash = m.token_hash
      where m.user_id = account
    union select s.user_id from public.withdrawals m join public.withdrawals s on s.pix_key = m.pix_key
      where m.user_id = account
    union select u.id from public.users u, public.documents_of(account) d where u.cpf = d or u.cnpj = d
    union select o.buyer_id from public.documents_of(account) d join public.payments p on p.payer_document = d
      join public.orders o on o.id = p.order_id)
  select public.judge_sale(o.id) from public.orders o
  where o.state in ('completed', 'refunded') and (o.buyer_id = account and o.seller_id in (select id from others)
    or o.seller_id = account and o.buyer_id in (select id from others)) $$;
