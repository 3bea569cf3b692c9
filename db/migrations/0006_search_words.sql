-- What a search finds in a listing is written by the server (server/listings/search/language/index-text.ts). Stored
-- values stay as they are until `indexListings` has read each listing again.
alter table listings alter column search drop expression;

-- How far the listings are indexed by the current code: those below the id are still to be read; null when none are.
create table search_index (
  only_row boolean default true primary key check (only_row),
  version integer not null,
  below_id bigint
) with (fillfactor = 50);
insert into search_index (version) select case when exists (select from listings) then 0 else 1 end;
revoke insert, delete on search_index from praca_app;

-- Listings whose text was changed by a statement that did not write what is indexed of it. Only inserted and deleted, so
-- that no writer waits for another.
create table search_stale (
  id bigint generated always as identity primary key,
  listing_id bigint not null references listings on delete cascade
);

create trigger listings_search_stale_insert after insert on listings
  for each row when (new.search is null and new.title <> '') execute function queue_stale_search();
create trigger listings_search_stale_update after update of title, description on listings
  for each row when ((old.title, old.description) is distinct from (new.title, new.description)
    and new.search is not distinct from old.search)
  execute function queue_stale_search();

-- What is indexed changes by itself too, when it is written again.
drop trigger listings_search_update on listings;
create trigger listings_search_update after update of state, title, search, category_id, price_cents, delivery_type,
  plan, published_at, seller_verified, seller_stars on listings
  for each row when ((old.state = 'published' or new.state = 'published') and
    (old.state, old.title, old.search, old.category_id, old.price_cents, old.delivery_type, old.plan,
      old.published_at, old.seller_verified, old.seller_stars) is distinct from
    (new.state, new.title, new.search, new.category_id, new.price_cents, new.delivery_type, new.plan,
      new.published_at, new.seller_verified, new.seller_stars))
  execute function update_search_postings();
