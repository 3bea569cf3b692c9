-- What a search for a common word finds, best first, with its counts (`Hits` of server/listings/search/hits.ts). A row
-- is deleted when a listing with one of its words changes and computed again within seconds.
create table word_hits (
  -- A word or the alternatives that it means (`'celul' | 'telefon'`), as a text of `tsquery`.
  query text primary key,
  terms text[] not null,
  hits json not null
);

-- All words of the listing, so that a search knows whether a stored row is behind.
alter table search_changes add column words text[] not null default '{}';

-- A new description changes what words find, too.
drop trigger listings_search_update on listings;
create trigger listings_search_update after update of state, title, description, category_id, price_cents, delivery_type,
  plan, published_at, seller_verified, seller_stars on listings
  for each row when ((old.state = 'published' or new.state = 'published') and
    (old.state, old.title, old.description, old.category_id, old.price_cents, old.delivery_type, old.plan,
      old.published_at, old.seller_verified, old.seller_stars) is distinct from
    (new.state, new.title, new.description, new.category_id, new.price_cents, new.delivery_type, new.plan,
      new.published_at, new.seller_verified, new.seller_stars))
  execute function update_search_postings();

-- The cheapest and the dearest of a category, from either end; the dearest of the whole market are the other end of
-- `listings_cheapest`.
create index listings_leaf_price on listings (category_id, price_cents, id) where state = 'published';
drop index listings_dearest;
