-- Opens the rating of an order that ended after delivery; one that ends a second time keeps its window. In a trigger
-- and not in the commands, because orders end in many of them. The time to rate is in the rules the order was placed
-- under; versions older than that rule have its default.
create or replace function open_rating_window() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
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

-- Adds a published rating to the totals (`by` 1) or takes it out (`by` -1): a buyer's of the listing and its seller, a
-- seller's of the buyer. Always in this order, so that two orders of the same people cannot deadlock.
create or replace function count_rating(about bigint, by integer) returns void language plpgsql as $$
declare
  r record;
  target record;
begin
  select * into strict r from public.ratings where id = about;
  for target in
    select t.subject, t.id from (values ('buyer', r.subject_id, 'seller'), ('listing', r.listing_id, 'buyer'),
      ('seller', r.subject_id, 'buyer')) t (subject, id, author_role)
    where t.author_role = r.author_role order by t.subject
  loop
    insert into public.rating_scores (subject, subject_id) values (target.subject, target.id) on conflict do nothing;
    update public.rating_scores s set ones = ones + by * (r.stars = 1)::int, twos = twos + by * (r.stars = 2)::int,
      threes = threes + by * (r.stars = 3)::int, fours = fours + by * (r.stars = 4)::int,
      fives = fives + by * (r.stars = 5)::int,
      description_sum = description_sum + by * coalesce(r.description_stars, 0),
      description_count = description_count + by * num_nonnulls(r.description_stars),
      punctuality_sum = punctuality_sum + by * coalesce(r.punctuality_stars, 0),
      punctuality_count = punctuality_count + by * num_nonnulls(r.punctuality_stars),
      service_sum = service_sum + by * coalesce(r.service_stars, 0),
      service_count = service_count + by * num_nonnulls(r.service_stars)
    where s.subject = target.subject and s.subject_id = target.id;
  end loop;
end $$;

-- Takes an order's published ratings out of the scores, once, in the order in which publishing locks them.
create or replace function discount_ratings_of(about bigint) returns void language plpgsql as $$
declare
  rating record;
begin
  perform from public.rating_windows w where w.order_id = about for update;
  for rating in
    with discounted as (update public.ratings r set discounted = true
      where r.order_id = about and r.state = 'published' and not r.discounted and r.removed_at is null
      returning id, author_role)
    select id from discounted order by author_role desc
  loop
    perform public.count_rating(rating.id, -1);
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

-- The accounts that share a device, payout key or document with this one. A shared network alone is not a link.
create or replace function linked_accounts(account bigint) returns setof bigint language sql stable as $$
    select s.user_id from public.devices m join public.devices s on s.token_hash = m.token_hash
      where m.user_id = account
    union select s.user_id from public.withdrawals m join public.withdrawals s on s.pix_key = m.pix_key
      where m.user_id = account
    union select u.id from public.users u, public.documents_of(account) d where u.cpf = d or u.cnpj = d
    union select o.buyer_id from public.documents_of(account) d join public.payments p on p.payer_document = d
      join public.orders o on o.id = p.order_id $$;

-- Judges again the ended sales between an account and those that are linked with it.
create or replace function compare_parties(account bigint) returns void language sql as $$
  with others as (select public.linked_accounts(account) as id)
  select public.assess_sale(o.id) from public.orders o
  where o.state in ('completed', 'refunded') and (o.buyer_id = account and o.seller_id in (select id from others)
    or o.seller_id = account and o.buyer_id in (select id from others)) $$;
