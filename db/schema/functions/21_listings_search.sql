-- The lexemes of the title: as written and reduced.
create or replace function title_terms(search tsvector) returns text[] language sql immutable parallel safe strict as
  $$ select tsvector_to_array(ts_filter(search, '{a,b}')) $$;

-- The place of a word in the title; a plural or another form of it counts as one of the last.
create or replace function title_place(positions smallint[], weights text[]) returns smallint language sql immutable
parallel safe as $$ select case when 'A' = any(weights) then positions[1] else 99::smallint end $$;

-- Queues a listing whose text changed without what is indexed of it.
create or replace function queue_stale_search() returns trigger language plpgsql as $$
begin
  insert into public.search_stale (listing_id) values (new.id);
  return null;
end $$;

-- The score of a posting: a plan adds a quarter per step (§4.5), a word near the title's beginning weighs more, and
-- between equals the newer comes first (seconds, in the lower 32 bits).
create or replace function posting_score(exposure smallint, place smallint, at timestamptz) returns bigint language sql stable
parallel safe strict as $$
  select (((100 + 25 * exposure) * case when place = 1 then 10 when place <= 3 then 9 else 7 end)::bigint << 32)
    + date_part('epoch', at)::bigint $$;

-- The choices of the delivery filter that a listing has (S13), as a sum: 1 by stored codes, 2 by its seller, 4 by a
-- carrier, 8 handed over in person, 16 by a carrier whom the seller pays. The server has the same numbers.
create or replace function delivery_choices(delivery_type text, also_pickup boolean, free_shipping boolean) returns smallint
language sql immutable parallel safe as $$
  select (case delivery_type when 'automatic' then 1 when 'manual' then 2 when 'shipping' then 4 else 8 end
    + case when also_pickup then 8 else 0 end + case when free_shipping then 16 else 0 end)::smallint $$;

-- Updates the postings and the queue of changes when a published listing changes.
create or replace function update_search_postings() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.state = 'published' then
    delete from public.search_postings where listing_id = old.id;
    insert into public.search_changes (change, category_id, deliveries, title, terms, words) values
      (-1, old.category_id, public.delivery_choices(old.delivery_type, old.also_pickup, old.free_shipping), old.title,
        coalesce(public.title_terms(old.search), '{}'), coalesce(tsvector_to_array(old.search), '{}'));
  end if;
  if new.state = 'published' then
    insert into public.search_postings (listing_id, term_id, category_id, price_cents, score, deliveries, seller_verified,
        seller_stars, city_id)
      select new.id, t.id, new.category_id, new.price_cents,
        public.posting_score(new.exposure, public.title_place(w.positions, w.weights), new.published_at),
        public.delivery_choices(new.delivery_type, new.also_pickup, new.free_shipping),
        new.seller_verified, new.seller_stars, new.city_id
      from unnest(ts_filter(new.search, '{a,b}')) w join public.search_terms t on t.term = w.lexeme
      where t.state <> 'counted';
    insert into public.search_changes (change, category_id, deliveries, title, terms, words) values
      (1, new.category_id, public.delivery_choices(new.delivery_type, new.also_pickup, new.free_shipping), new.title,
        coalesce(public.title_terms(new.search), '{}'), coalesce(tsvector_to_array(new.search), '{}'));
  end if;
  return null;
end $$;

-- The words and beginnings that a title offers: each word with letters, its first two and its first three words. A
-- beginning that ends in a short word («capa para») takes the next one along.
create or replace function title_suggestions(title text) returns setof text language sql immutable parallel safe strict as $$
  with parts as (select array_remove(regexp_split_to_array(lower(title), '[^[:alnum:]]+'), '') as w)
  select distinct said from parts, lateral (
    select word from unnest(w) word where length(word) >= 3 and word !~ '\d'
    union all select w[1] || ' ' || w[2] where w[2] !~ '^(d[aeo]s?|e|o|a|com|sem|para|por|em|n[ao]s?|uma?|ao|à|às|\d{4,})$'
    union all select w[1] || ' ' || w[2] || ' ' || w[3] where w[3] !~ '^(d[aeo]s?|e|o|a|com|sem|para|por|em|n[ao]s?|uma?|ao|à|às|\d{4,})$'
  ) offered (said) where length(said) between 3 and 60 $$;

-- Adds up to `most` changes to the counts, deletes the stored hits that they changed, and returns how many changes there
-- were. One process at a time.
create or replace function fold_search_changes(most integer) returns integer language plpgsql as $$
declare so_many integer;
begin
  if not pg_try_advisory_xact_lock(7214013) then return 0; end if;
  with taken as materialized (
    delete from public.search_changes where id in (select id from public.search_changes order by id limit most) returning *),
  tallied as (
    insert into public.listing_tallies as t (category_id, deliveries, listings)
    select category_id, deliveries, sum(change) from taken group by category_id, deliveries
    on conflict (category_id, deliveries) do update set listings = t.listings + excluded.listings),
  counted as (
    insert into public.search_terms as t (term, listings)
    select term, sum(change) from taken, unnest(terms) term group by term having sum(change) <> 0
    on conflict (term) do update set listings = t.listings + excluded.listings),
  outdated as (
    delete from public.word_hits where query in (
      select h.query from public.word_hits h, unnest(h.terms) term where term in (select unnest(words) from taken))),
  offered as (
    insert into public.suggestions as s (folded, words, listings)
    select public.f_unaccent(said), max(said), sum(change) from taken, public.title_suggestions(title) said
    group by 1 having sum(change) <> 0
    on conflict (folded) do update set listings = s.listings + excluded.listings,
      words = case when octet_length(excluded.words) > octet_length(s.words) then excluded.words else s.words end)
  select count(*) into so_many from taken;
  if so_many > 0 then delete from public.suggestions where listings <= 0; end if;
  return so_many;
end $$;

-- The oldest transaction of this database that is open, or the next one. Transactions of other databases on the server are
-- not waited for: they write no listing here, and may take hours.
create or replace function oldest_open_transaction() returns xid8 language sql as $$
  select coalesce((
      select min(x) from pg_snapshot_xip(s) x where not exists (
        select from pg_locks l join pg_stat_activity a on a.pid = l.pid
        where l.locktype = 'transactionid' and l.granted and l.transactionid = x::xid
          and a.datid <> (select oid from pg_database where datname = current_database()))),
    pg_snapshot_xmax(s))
  from pg_current_snapshot() s $$;

-- Takes one step of giving frequent words their postings and returns whether there was one. A word is announced
-- first, so that each later publication writes its postings; when all earlier transactions have ended, the
-- rest is filled in; and when all that ran beside that have ended, what left meanwhile is removed.
create or replace function keep_frequent_terms(threshold integer) returns boolean language plpgsql as $$
declare
  word public.search_terms;
  settled xid8 := public.oldest_open_transaction();
begin
  if not pg_try_advisory_xact_lock(7214013) then return false; end if;
  update public.search_terms set state = 'filling', since = pg_current_xact_id() where state = 'announced';
  if found then return true; end if;
  select * into word from public.search_terms where since is not null and since < settled limit 1;
  if found and word.state = 'filling' then
    insert into public.search_postings (listing_id, term_id, category_id, price_cents, score, deliveries, seller_verified,
        seller_stars, city_id)
      select l.id, word.id, l.category_id, l.price_cents,
        public.posting_score(l.exposure, public.title_place(w.positions, w.weights), l.published_at),
        public.delivery_choices(l.delivery_type, l.also_pickup, l.free_shipping),
        l.seller_verified, l.seller_stars, l.city_id
      from public.listings l, unnest(ts_filter(l.search, '{a,b}')) w
      where l.state = 'published' and l.search @@ (quote_literal(word.term) || ':AB')::tsquery and w.lexeme = word.term
      on conflict do nothing;
    update public.search_terms set state = 'kept', since = pg_current_xact_id() where id = word.id;
    return true;
  elsif found then
    delete from public.search_postings p where p.term_id = word.id and not exists (
      select from public.listings l where l.id = p.listing_id and l.state = 'published');
    update public.search_terms set since = null where id = word.id;
    return true;
  end if;
  update public.search_terms set state = 'announced'
    where id in (select id from public.search_terms where listings >= threshold and state = 'counted'
      order by listings desc limit 20);
  if found then return true; end if;
  select * into word from public.search_terms where state = 'kept' and since is null and listings < threshold / 2 limit 1;
  if not found then return false; end if;
  update public.search_terms set state = 'counted' where id = word.id;
  delete from public.search_postings where term_id = word.id;
  return true;
end $$;

-- Rebuilds everything from the listings, for a market filled without the triggers. Locks out other writers.
create or replace function rebuild_search(threshold integer) returns void language plpgsql as $$
begin
  truncate public.search_postings, public.search_terms, public.listing_tallies, public.search_changes, public.suggestions,
    public.word_hits;
  insert into public.search_changes (change, category_id, deliveries, title, terms)
    select 1, category_id, public.delivery_choices(delivery_type, also_pickup, free_shipping), title, coalesce(public.title_terms(search), '{}')
    from public.listings where state = 'published';
  perform public.fold_search_changes(2147483647);
  update public.search_terms set state = 'kept' where listings >= threshold;
  insert into public.search_postings (listing_id, term_id, category_id, price_cents, score, deliveries, seller_verified,
        seller_stars, city_id)
    select l.id, t.id, l.category_id, l.price_cents,
      public.posting_score(l.exposure, public.title_place(w.positions, w.weights), l.published_at),
        public.delivery_choices(l.delivery_type, l.also_pickup, l.free_shipping),
        l.seller_verified, l.seller_stars, l.city_id
    from public.listings l, unnest(ts_filter(l.search, '{a,b}')) w join public.search_terms t on t.term = w.lexeme
    where l.state = 'published' and t.state = 'kept';
end $$;
revoke execute on function rebuild_search(integer) from public;

-- Verification, stars and score of a seller. The score follows the rules in force (`reputation`), as the pages show
-- it; `verified` is about proven documents, not typed ones.
create or replace function seller_figures(seller bigint, out verified boolean, out stars smallint, out score smallint, out ratings integer)
language sql stable as $$
  select u.document_proven_at is not null,
    case when s.score >= 445 then 45 when s.score >= 395 then 40 else 0 end, s.score, coalesce(s.count, 0)
  from public.users u left join lateral (
    select r.count, round((p.prior * p.weight + 100.0 * (r.ones + 2 * r.twos + 3 * r.threes + 4 * r.fours + 5 * r.fives))
      / (p.weight + r.count))::smallint as score
    from public.rating_scores r, lateral (
      select coalesce((v.rules #>> '{reputation,priorHundredths}')::integer, 450) as prior,
        coalesce((v.rules #>> '{reputation,priorWeight}')::integer, 10) as weight
      from public.rule_versions v where v.starts_at <= public.market_now()
      order by v.starts_at desc, v.id desc limit 1) p
    where r.subject = 'seller' and r.subject_id = u.id and r.count > 0) s on true
  where u.id = seller $$;

-- Queues a seller whose figures changed.
create or replace function queue_seller_change() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'users' then
    insert into public.seller_changes (seller_id) values (new.id);
  else
    insert into public.seller_changes (seller_id) values (new.subject_id);
  end if;
  return null;
end $$;

-- Rules with another formula of the score change every seller's figures from their start on.
create or replace function queue_all_sellers() returns trigger language plpgsql as $$
begin
  insert into public.seller_changes (seller_id, at)
    select subject_id, greatest(new.starts_at, public.market_now()) from public.rating_scores
    where subject = 'seller' and count > 0
      and new.rules -> 'reputation' is distinct from (
        select v.rules -> 'reputation' from public.rule_versions v where v.id <> new.id
        order by v.starts_at desc, v.id desc limit 1);
  return null;
end $$;
