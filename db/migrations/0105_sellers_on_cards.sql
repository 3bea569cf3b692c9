-- What a card says of its seller, and results are narrowed by: verified identity and score (design S8, §2.2). Both stand
-- beside the listing and its postings, so that no search looks at another table for them.

alter table users
  -- As seller: the Bayesian mean of product §4.13 in hundredths, null without ratings, and how many ratings it comes of.
  add column seller_score smallint check (seller_score between 100 and 500),
  add column seller_ratings integer not null default 0 check (seller_ratings >= 0),
  add constraint seller_score_of_ratings check ((seller_score is null) = (seller_ratings = 0));

-- Of what is published; the rest gets them when it is.
alter table listings
  add column seller_verified boolean not null default false,
  -- In tenths of a star: 45 or 40 when the seller's score, as people read it, is that much or more; otherwise 0.
  add column seller_stars smallint not null default 0 check (seller_stars in (0, 40, 45));
-- Where few sellers are so, a walk of the other orders would find them far apart.
create index listings_verified on listings (published_at desc, id desc) where state = 'published' and seller_verified;
create index listings_well_rated on listings (published_at desc, id desc) where state = 'published' and seller_stars >= 40;

alter table search_postings
  add column seller_verified boolean not null default false,
  add column seller_stars smallint not null default 0;
drop index search_postings_best;
create index search_postings_best on search_postings (term_id, score desc, listing_id desc)
  include (category_id, price_cents, automatic, seller_verified, seller_stars);

-- Sellers whose figures changed, or will with rules that begin at `at`. Only added to, so that nobody waits for anybody.
create table seller_changes (
  id bigint generated always as identity primary key,
  seller_id bigint not null references users on delete cascade,
  at timestamptz not null default market_now()
);
create index seller_changes_due on seller_changes (at);

-- What is known of a seller now. The score follows the rules in force (`reputation`), as the pages show it.
create function seller_figures(seller bigint, out verified boolean, out stars smallint, out score smallint, out ratings integer)
language sql stable as $$
  select u.identity_verified_at is not null,
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

create function note_seller_change() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'users' then
    insert into public.seller_changes (seller_id) values (new.id);
  else
    insert into public.seller_changes (seller_id) values (new.subject_id);
  end if;
  return null;
end $$;
create trigger users_verified after update of identity_verified_at on users for each row
  when ((old.identity_verified_at is null) <> (new.identity_verified_at is null)) execute function note_seller_change();
create trigger rating_scores_changed after insert or update on rating_scores for each row
  when (new.subject = 'seller') execute function note_seller_change();

-- Other rules of the score make other scores, of everybody and from their beginning on.
create function note_new_scores() returns trigger language plpgsql as $$
begin
  insert into public.seller_changes (seller_id, at)
    select subject_id, greatest(new.starts_at, public.market_now()) from public.rating_scores
    where subject = 'seller' and count > 0
      and new.rules -> 'reputation' is distinct from (
        select v.rules -> 'reputation' from public.rule_versions v where v.id <> new.id
        order by v.starts_at desc, v.id desc limit 1);
  return null;
end $$;
create trigger rule_versions_scores after insert on rule_versions for each row execute function note_new_scores();

-- Whatever goes on sale is marked with what is known of its seller.
create function mark_published() returns trigger language plpgsql as $$
begin
  select f.verified, f.stars into new.seller_verified, new.seller_stars from public.seller_figures(new.seller_id) f;
  return new;
end $$;
create trigger listings_marked_insert before insert on listings for each row when (new.state = 'published')
  execute function mark_published();
create trigger listings_marked_update before update of state on listings for each row
  when (new.state = 'published' and old.state <> 'published') execute function mark_published();

-- As before, with what is known of the seller.
create or replace function keep_search() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.state = 'published' then
    delete from public.search_postings where listing_id = old.id;
    insert into public.search_changes (change, category_id, automatic, title, terms) values
      (-1, old.category_id, old.delivery_type = 'automatic', old.title, public.title_terms(old.search));
  end if;
  if new.state = 'published' then
    insert into public.search_postings (listing_id, term_id, category_id, price_cents, score, automatic, seller_verified,
        seller_stars)
      select new.id, t.id, new.category_id, new.price_cents,
        public.posting_score(new.exposure, w.positions[1], new.published_at), new.delivery_type = 'automatic',
        new.seller_verified, new.seller_stars
      from unnest(ts_filter(new.search, '{a}')) w join public.search_terms t on t.term = w.lexeme
      where t.state <> 'counted';
    insert into public.search_changes (change, category_id, automatic, title, terms) values
      (1, new.category_id, new.delivery_type = 'automatic', new.title, public.title_terms(new.search));
  end if;
  return null;
end $$;

create or replace function keep_frequent_terms(threshold integer) returns boolean language plpgsql as $$
declare
  word public.search_terms;
  settled xid8 := pg_snapshot_xmin(pg_current_snapshot());
begin
  if not pg_try_advisory_xact_lock(7214013) then return false; end if;
  update public.search_terms set state = 'filling', since = pg_current_xact_id() where state = 'announced';
  if found then return true; end if;
  select * into word from public.search_terms where since is not null and since < settled limit 1;
  if found and word.state = 'filling' then
    insert into public.search_postings (listing_id, term_id, category_id, price_cents, score, automatic, seller_verified,
        seller_stars)
      select l.id, word.id, l.category_id, l.price_cents,
        public.posting_score(l.exposure, w.positions[1], l.published_at), l.delivery_type = 'automatic',
        l.seller_verified, l.seller_stars
      from public.listings l, unnest(ts_filter(l.search, '{a}')) w
      where l.state = 'published' and l.search @@ (quote_literal(word.term) || ':A')::tsquery and w.lexeme = word.term
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

create or replace function rebuild_search(threshold integer) returns void language plpgsql as $$
begin
  truncate public.search_postings, public.search_terms, public.listing_tallies, public.search_changes, public.suggestions;
  insert into public.search_changes (change, category_id, automatic, title, terms)
    select 1, category_id, delivery_type = 'automatic', title, public.title_terms(search)
    from public.listings where state = 'published';
  perform public.fold_search_changes(2147483647);
  update public.search_terms set state = 'kept' where listings >= threshold;
  insert into public.search_postings (listing_id, term_id, category_id, price_cents, score, automatic, seller_verified,
        seller_stars)
    select l.id, t.id, l.category_id, l.price_cents,
      public.posting_score(l.exposure, w.positions[1], l.published_at), l.delivery_type = 'automatic',
        l.seller_verified, l.seller_stars
    from public.listings l, unnest(ts_filter(l.search, '{a}')) w join public.search_terms t on t.term = w.lexeme
    where l.state = 'published' and t.state = 'kept';
end $$;

-- As before, and where its seller changed.
drop trigger listings_search_update on listings;
create trigger listings_search_update after update of state, title, category_id, price_cents, delivery_type, plan,
  published_at, seller_verified, seller_stars on listings
  for each row when ((old.state = 'published' or new.state = 'published') and
    (old.state, old.title, old.category_id, old.price_cents, old.delivery_type, old.plan, old.published_at,
      old.seller_verified, old.seller_stars) is distinct from
    (new.state, new.title, new.category_id, new.price_cents, new.delivery_type, new.plan, new.published_at,
      new.seller_verified, new.seller_stars))
  execute function keep_search();

-- What is there already.
update listings l set seller_verified = f.verified, seller_stars = f.stars
  from users u, seller_figures(u.id) f
  where u.id = l.seller_id and l.state = 'published' and (f.verified or f.stars > 0);
update users u set seller_score = f.score, seller_ratings = f.ratings
  from rating_scores r, seller_figures(r.subject_id) f
  where r.subject = 'seller' and r.count > 0 and u.id = r.subject_id;
