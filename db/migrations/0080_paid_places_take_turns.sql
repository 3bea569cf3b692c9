-- §4.5: what sets the best plan apart is a place at the top of a page, taken in turns (domain/listings/promotion.ts). Below
-- those places it counts as the plan under it does, so that a page is not filled by whoever pays most.
alter table listings drop column exposure;
alter table listings
  add column exposure smallint not null generated always as (case plan when 'prata' then 0 else 1 end) stored;
create index listings_browse on listings (exposure desc, published_at desc, id desc) where state = 'published';
create index listings_leaf_browse on listings (category_id, exposure desc, published_at desc, id desc) where state = 'published';
-- The line for the places: of a category, or of the whole market.
create index listings_promoted on listings (category_id, published_at desc, id) where state = 'published' and plan = 'diamante';

-- A score's upper half was 150 of a hundredth for that plan and is 125 (posting_score, 0013).
update search_postings p set score = ((p.score >> 32) * 5 / 6 << 32) + (p.score & 4294967295)
  from listings l where l.id = p.listing_id and l.plan = 'diamante';
