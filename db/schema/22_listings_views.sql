-- How many people view a listing per day, without any data about who they are (ADR 0043).

-- Totals, written in batches by many processes. No foreign key to the listing: each new day would wait for a
-- lock on its row, and listings are never deleted.
create table listing_views (
  listing_id bigint not null,
  -- A day in São Paulo.
  day date not null,
  visits integer not null check (visits > 0),
  primary key (listing_id, day)
);
create index listing_views_day on listing_views (day);

-- Who was already counted today: a hash with a salt of the day, another hash for each listing. Both are deleted after
-- the day, and neither reaches the write-ahead log, a replica or a backup. A crash empties them: a visitor who
-- returns that day is counted again.
create unlogged table view_salts (
  day date primary key,
  salt bytea not null check (length(salt) = 32)
);

create unlogged table view_marks (
  day date not null,
  listing_id bigint not null,
  mark bytea not null check (length(mark) = 16),
  primary key (day, listing_id, mark)
);

-- The weeks whose numbers were sent to sellers, and up to which seller.
create table weekly_summaries (
  -- Its first day, a Sunday.
  first_day date primary key check (extract(dow from first_day) = 0),
  last_seller_id bigint not null default 0,
  done_at timestamptz
);
