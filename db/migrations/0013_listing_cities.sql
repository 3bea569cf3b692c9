-- Where a listing is sent or handed over from (S13); null where it does not say so.
alter table listings add column city_id integer references cities;
alter table listing_versions add column city_id integer references cities;

-- A city's newest listings; the listings of a state are a range of codes.
create index listings_city on listings (city_id, published_at desc, id desc)
  where state = 'published' and city_id is not null;
