-- Opens the rating of an order that ended after delivery; one that ends a second time keeps its window. In a trigger
-- and not in the commands, because orders end in many of them. The time to rate is in the rules the order was placed
-- under; versions older than that rule have its default.
create or replace function open_rating_window() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  rules jsonb := (select r.rules -> 'ratings' from public.rule_versions r where r.id = new.rule_version_id);
  closes timestamptz := new.closed_at
    + coalesce((rules ->> 'windowMs')::bigint, 30 * 86400000::bigint) * interval '1 millisecond';
  asks timestamptz := new.closed_at
    + coalesce((rules ->> 'askAfterMs')::bigint, 86400000::bigint) * interval '1 millisecond';
begin
  insert into public.rating_windows (order_id, buyer_id, seller_id, opened_at, closes_at, due_at, due_event)
    values (new.id, new.buyer_id, new.seller_id, new.closed_at, closes, least(asks, closes), 'ask')
    on conflict do nothing;
  return null;
end $$;

-- A rating is by one party of its order about the other, written while the window is open and the order has no open
-- complaint; a published rating and its one reply never change.
create or replace function guard_rating() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' and not exists (
    select from public.rating_windows w join public.orders o on o.id = w.order_id
    where w.order_id = new.order_id and w.closed_at is null and o.state <> 'in_complaint'
      and o.listing_id = new.listing_id
      and (new.author_role, new.author_id, new.subject_id) in (('buyer', o.buyer_id, o.seller_id),
        ('seller', o.seller_id, o.buyer_id))) then
    raise exception 'order % cannot be rated so', new.order_id using errcode = '23514', constraint = 'rating_party';
  end if;
  if tg_op = 'UPDATE' and old.state = 'published' and (
    (new.stars, new.description_stars, new.punctuality_stars, new.service_stars, new.text, new.published_at)
      is distinct from
    (old.stars, old.description_stars, old.punctuality_stars, old.service_stars, old.text, old.published_at)
    or (old.reply is not null and (new.reply, new.replied_at) is distinct from (old.reply, old.replied_at))) then
    raise exception 'rating % is published', old.id using errcode = '23514', constraint = 'rating_published';
  end if;
  return new;
end $$;

-- What the two sides of an order have in common now, and whether it was fully refunded.
create or replace function sale_signs(about bigint) returns text[] language sql stable as $$
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

-- Takes an order's published ratings out of the scores, once, in the order in which publishing locks them.
create or replace function discount_ratings_of(about bigint) returns void language plpgsql as $$
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
create or replace function assess_sale(about bigint) returns void language plpgsql as $$
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

-- Judges a sale when it ends.
create or replace function assess_ended_sale() returns trigger language plpgsql as $$
begin
  perform public.assess_sale(new.id);
  return null;
end $$;

-- A sign found after the sale counts as if it had been there before.
create or replace function queue_sale_comparison() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'users' then
    insert into public.parties_to_compare (user_id) values (new.id);
  elsif tg_table_name = 'payments' then
    insert into public.parties_to_compare (user_id) select o.buyer_id from public.orders o where o.id = new.order_id;
  else
    insert into public.parties_to_compare (user_id) values (new.user_id);
  end if;
  return null;
end $$;

-- Judges again the ended sales between an account and those that share a device, key or document with it.
create or replace function compare_parties(account bigint) returns void language sql as $$
  with others as (
    select s.user_id as id from public.devices m join public.devices s on s.token_hash = m.token_hash
      where m.user_id = account
    union select s.user_id from public.withdrawals m join public.withdrawals s on s.pix_key = m.pix_key
      where m.user_id = account
    union select u.id from public.users u, public.documents_of(account) d where u.cpf = d or u.cnpj = d
    union select o.buyer_id from public.documents_of(account) d join public.payments p on p.payer_document = d
      join public.orders o on o.id = p.order_id)
  select public.assess_sale(o.id) from public.orders o
  where o.state in ('completed', 'refunded') and (o.buyer_id = account and o.seller_id in (select id from others)
    or o.seller_id = account and o.buyer_id in (select id from others)) $$;
