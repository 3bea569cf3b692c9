-- What the team watches of listings (design A7): prices off the curve of their category (product L03) and listings
-- without a photo; and the team may pause one (decision 50).

insert into listing_transitions (event, actor, from_state, to_state) values
  ('pause', 'staff', 'published', 'paused');

-- The median of what a category has on sale and the band around it, measured anew every few minutes with the numbers
-- that were in force. Median and band are null where there are too few prices to say anything.
create table category_prices (
  category_id bigint primary key references categories on delete cascade,
  prices integer not null check (prices >= 0),
  median_cents bigint,
  -- A price as low as this, or as high, is off the curve.
  low_cents bigint,
  high_cents bigint,
  outlier_bps integer not null,
  fewest_prices integer not null,
  measured_at timestamptz not null default market_now(),
  check (num_nonnulls(median_cents, low_cents, high_cents) in (0, 3))
);

-- The listings that were off it then: who looks for them among a million cannot compare each.
create table odd_prices (
  listing_id bigint primary key references listings on delete cascade,
  category_id bigint not null references categories on delete cascade
);
create index odd_prices_category on odd_prices (category_id);

create index listings_without_photo on listings (id) where cover_key is null and state <> 'removed';
