-- Photos and the daily limit of uploads.

-- How many bytes each person uploaded within a day (T88). A row is written before its file is stored, under a lock on
-- its owner, and deleted when the file is refused; it stops counting after a day.
create table uploads (
  id bigint generated always as identity primary key,
  owner_id bigint not null references users,
  door text not null check (door in ('conversation', 'ticket', 'receipt', 'complaint', 'delivery', 'photo')),
  bytes bigint not null check (bytes >= 0),
  created_at timestamptz not null default market_now()
);
create index uploads_owner on uploads (owner_id, created_at);
create index uploads_age on uploads (created_at);
revoke insert, update on uploads from praca_app;
grant insert (owner_id, door, bytes) on uploads to praca_app;

create table images (
  id bigint generated always as identity primary key,
  owner_id bigint not null references users,
  -- Hash of the content: storage has one file per width under this key.
  key text not null,
  width integer not null,
  height integer not null,
  created_at timestamptz not null default market_now(),
  -- Difference hash of the photo, 64 bits: the same for copies of other sizes and qualities.
  look bytea check (length(look) = 8)
);
create index images_key on images (key);
create index images_owner on images (owner_id);
create index images_look on images (look) where look is not null;

-- A link that lets a phone add photos to one draft and do nothing else (ADR 0060). It ends with the session that made
-- it; a new link for the draft replaces it. Only the SHA-256 of the link and of the phone's key are stored.
create table photo_links (
  listing_id bigint primary key,
  session_id bigint not null references sessions on delete cascade,
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  -- Null until a phone has opened the link, which happens once.
  key_hash bytea unique check (octet_length(key_hash) = 32),
  -- The photos that came by phone, and the id the phone sent each under: one sent again is not added again.
  image_ids bigint[] not null default '{}',
  sent_as uuid[] not null default '{}',
  created_at timestamptz not null default market_now(),
  expires_at timestamptz not null,
  check (cardinality(image_ids) = cardinality(sent_as)),
  check (expires_at > created_at and expires_at <= created_at + interval '1 hour')
);
create index photo_links_session on photo_links (session_id);
create index photo_links_expiry on photo_links (expires_at);
create trigger photo_links_guard before insert or update on photo_links for each row
  execute function guard_photo_link();

-- A photo is stored under the hash of its content, so a process that deletes an unused one might delete what
-- somebody uploads again at that moment. Both take this row: a photo being written is not deleted, and one being
-- deleted is written once it is gone.
create table photo_writes (
  key text primary key,
  -- On the server's clock, like jobs.
  until timestamptz not null,
  -- Since when a process deletes it; no deletion takes as long as this hold (server/files/orphaned-photos.ts).
  removing_since timestamptz
);
