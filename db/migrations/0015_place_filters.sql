-- Results are filtered by place (S13), also those found through postings.
alter table search_postings add column city_id integer;
update search_postings p set city_id = l.city_id from listings l where l.id = p.listing_id and l.city_id is not null;
drop index search_postings_best;
create index search_postings_best on search_postings (term_id, score desc, listing_id desc)
  include (category_id, price_cents, automatic, seller_verified, seller_stars, city_id);

-- A state's newest listings: the first two digits of a city's code are its state's.
create index listings_state on listings ((city_id / 100000), published_at desc, id desc)
  where state = 'published' and city_id is not null;

-- Stored hits have the counts of each state from now on.
delete from word_hits;

drop trigger listings_search_update on listings;
create trigger listings_search_update after update of state, title, search, category_id, price_cents, delivery_type,
  plan, published_at, seller_verified, seller_stars, city_id on listings
  for each row when ((old.state = 'published' or new.state = 'published') and
    (old.state, old.title, old.search, old.category_id, old.price_cents, old.delivery_type, old.plan,
      old.published_at, old.seller_verified, old.seller_stars, old.city_id) is distinct from
    (new.state, new.title, new.search, new.category_id, new.price_cents, new.delivery_type, new.plan,
      new.published_at, new.seller_verified, new.seller_stars, new.city_id))
  execute function update_search_postings();
