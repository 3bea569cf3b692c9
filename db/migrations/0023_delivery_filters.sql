-- Results are filtered by every way of delivery (S13). One number says which choices a listing has (`delivery_choices`),
-- in place of whether it is delivered automatically.
alter table search_postings add column deliveries smallint not null default 2;
update search_postings p set deliveries = delivery_choices(l.delivery_type, l.also_pickup, l.free_shipping)
  from listings l where l.id = p.listing_id and l.delivery_type <> 'manual';
drop index search_postings_best;
alter table search_postings drop column automatic, alter column deliveries drop default;
create index search_postings_best on search_postings (term_id, score desc, listing_id desc)
  include (category_id, price_cents, deliveries, seller_verified, seller_stars, city_id);

-- The lock of this change waits for the writers of listings, so the counts below miss none.
alter table search_changes add column deliveries smallint;
update search_changes set deliveries = case when automatic then 1 else 2 end;
alter table search_changes drop column automatic, alter column deliveries set not null;

-- A category has a row for each number, so that the counts of any choices are exact.
delete from listing_tallies;
alter table listing_tallies
  drop constraint listing_tallies_pkey,
  drop column automatic,
  drop column manual,
  add column deliveries smallint not null,
  add column listings integer not null,
  add primary key (category_id, deliveries);
insert into listing_tallies (category_id, deliveries, listings)
  select category_id, deliveries, sum(listings) from (
    select category_id, delivery_choices(delivery_type, also_pickup, free_shipping) as deliveries, 1 as listings
    from listings where state = 'published'
    union all select category_id, deliveries, -change from search_changes) counted
  group by category_id, deliveries;

-- Few listings are handed over or have free freight, so the other orders would scan far to find them.
create index listings_pickup on listings (published_at desc, id desc)
  where state = 'published' and (delivery_type = 'pickup' or also_pickup);
create index listings_free_shipping on listings (published_at desc, id desc) where state = 'published' and free_shipping;

-- Stored hits have the counts of each choice from now on.
delete from word_hits;

drop trigger listings_search_update on listings;
create trigger listings_search_update after update of state, title, search, category_id, price_cents, delivery_type,
  also_pickup, free_shipping, plan, published_at, seller_verified, seller_stars, city_id on listings
  for each row when ((old.state = 'published' or new.state = 'published') and
    (old.state, old.title, old.search, old.category_id, old.price_cents, old.delivery_type, old.also_pickup,
      old.free_shipping, old.plan, old.published_at, old.seller_verified, old.seller_stars, old.city_id) is distinct from
    (new.state, new.title, new.search, new.category_id, new.price_cents, new.delivery_type, new.also_pickup,
      new.free_shipping, new.plan, new.published_at, new.seller_verified, new.seller_stars, new.city_id))
  execute function update_search_postings();
