-- The search index beside `listings.search`: frequent words, counts of categories, suggestions, prices and seller
-- figures.

-- Each word that occurs in a title. `listings` is counted in batches (`fold_search_changes`).
create table search_terms (
  id integer generated always as identity primary key,
  term text not null unique,
  listings integer not null default 0,
  -- `counted`: rare, found through `listings_search`. `kept`: its postings are complete. The others: steps between.
  state text not null default 'counted' check (state in ('counted', 'announced', 'filling', 'kept')),
  -- The transaction of the last step; the next one starts when all that ran beside it have ended.
  since xid8
) with (fillfactor = 80);
create index search_terms_busy on search_terms (id) where since is not null or state = 'announced';
create index search_terms_frequent on search_terms (listings desc);

-- Which listings have a frequent word in their title, best first, with what the common filters need, so that a search
-- reads no other table. Rows may be stale while a word is being filled: readers check the listing too.
create table search_postings (
  listing_id bigint not null,
  term_id integer not null,
  category_id integer not null,
  price_cents integer not null,
  score bigint not null,
  automatic boolean not null,
  seller_verified boolean not null default false,
  seller_stars smallint not null default 0,
  primary key (listing_id, term_id)
);
create index search_postings_best on search_postings (term_id, score desc, listing_id desc)
  include (category_id, price_cents, automatic, seller_verified, seller_stars);

-- How many listings each category has on sale: this plus what is still in `search_changes`.
create table listing_tallies (
  category_id bigint primary key references categories,
  automatic integer not null default 0,
  manual integer not null default 0
) with (fillfactor = 50);

-- What came on sale (+1) and left (-1) since the last batch. Only inserted, so that no writer waits for another.
create table search_changes (
  id bigint generated always as identity primary key,
  change smallint not null check (change in (-1, 1)),
  category_id bigint not null,
  automatic boolean not null,
  title text not null,
  terms text[] not null
);

-- Words and beginnings of titles, as sellers wrote them, offered while somebody types.
create table suggestions (
  folded text primary key,
  words text not null,
  listings integer not null
);
-- The most frequent of a beginning, without reading all that begins so: «ba» has 60,000 rows at a million listings.
create index suggestions_2 on suggestions (left(folded, 2), listings desc, folded);
create index suggestions_3 on suggestions (left(folded, 3), listings desc, folded);
create index suggestions_5 on suggestions (left(folded, 5), listings desc, folded);
create index suggestions_8 on suggestions (left(folded, 8), listings desc, folded);
-- Spelling is corrected by single words, a twentieth of the rows.
create index suggestions_trigram on suggestions using gin (folded gin_trgm_ops) where position(' ' in folded) = 0;
create index suggestions_gone on suggestions (folded) where listings <= 0;

-- Sellers whose figures changed, or will with rules that begin at `at`. Only inserted, so that no writer waits for
-- another.
create table seller_changes (
  id bigint generated always as identity primary key,
  seller_id bigint not null references users on delete cascade,
  at timestamptz not null default market_now()
);
create index seller_changes_due on seller_changes (at);

-- The median price of a category and the band around it, recomputed every few minutes with the settings then in
-- force. Median and band are null where there are too few prices.
create table category_prices (
  category_id bigint primary key references categories on delete cascade,
  prices integer not null check (prices >= 0),
  median_cents bigint,
  -- A price as low as this, or as high, is outside the band.
  low_cents bigint,
  high_cents bigint,
  outlier_bps integer not null,
  fewest_prices integer not null,
  measured_at timestamptz not null default market_now(),
  check (num_nonnulls(median_cents, low_cents, high_cents) in (0, 3))
);

-- The listings outside the band of `category_prices` when it was computed, so that the staff's list need not compare
-- a million prices.
create table odd_prices (
  listing_id bigint primary key references listings on delete cascade,
  category_id bigint not null references categories on delete cascade
);
create index odd_prices_category on odd_prices (category_id);
