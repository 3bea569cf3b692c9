-- Visits of listings (product §4.5, design S23): how many people a day, and nothing of who they are (decision 43).

-- What is kept. Written once a beat by many processes at once; a key of the listing would make each new day wait for
-- whoever holds its row, and listings are never deleted.
create table listing_visits (
  listing_id bigint not null,
  -- A day of the market, in São Paulo.
  day date not null,
  visits integer not null check (visits > 0),
  primary key (listing_id, day)
);
create index listing_visits_day on listing_visits (day);

-- Who was counted today already: a hash with the day's salt, another for each listing. Both are gone when the day is
-- over, and neither reaches the write-ahead log, a copy or a backup. A crash of the database empties them: whoever comes
-- back that day counts again.
create unlogged table visit_salts (
  day date primary key,
  salt bytea not null check (length(salt) = 32)
);
create unlogged table visit_marks (
  day date not null,
  listing_id bigint not null,
  mark bytea not null check (length(mark) = 16),
  primary key (day, listing_id, mark)
);

-- The weeks whose numbers were told, and how far along the sellers the telling is: up to which one, or all.
create table told_weeks (
  -- Its first day, a Sunday.
  first_day date primary key check (extract(dow from first_day) = 0),
  last_seller_id bigint not null default 0,
  done_at timestamptz
);
