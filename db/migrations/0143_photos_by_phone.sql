-- A link that lets a phone add photos to one draft and do nothing else (ADR 60). It belongs to the session that made it
-- and goes with it; another link of the same draft takes its place. Neither the link nor the key that the phone was given
-- for it is kept, only their SHA-256.
create table photo_links (
  listing_id bigint primary key references listings on delete cascade,
  session_id bigint not null references sessions on delete cascade,
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  -- Null until a phone has opened the link, which happens once.
  key_hash bytea unique check (octet_length(key_hash) = 32),
  -- What came by phone, and by which name the phone sent it: what is sent again is not added again.
  image_ids bigint[] not null default '{}',
  sent_as uuid[] not null default '{}',
  created_at timestamptz not null default market_now(),
  expires_at timestamptz not null,
  check (cardinality(image_ids) = cardinality(sent_as)),
  check (expires_at > created_at and expires_at <= created_at + interval '1 hour')
);
create index photo_links_session on photo_links (session_id);
create index photo_links_expiry on photo_links (expires_at);

-- A link is its seller's, and there is something to add to.
create function guard_photo_link() returns trigger language plpgsql as $$
begin
  if not exists (select from listings l join sessions s on s.id = new.session_id and s.user_id = l.seller_id
      where l.id = new.listing_id and l.state in ('draft', 'changes_requested', 'rejected')) then
    raise exception 'a photo link belongs to the seller of a draft' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger photo_links_guard before insert or update on photo_links for each row execute function guard_photo_link();

-- What was sent to review, or taken away, takes no more photos.
create function end_photo_links() returns trigger language plpgsql as $$
begin
  delete from photo_links where listing_id = new.id;
  return null;
end $$;
create trigger listings_photo_links after update of state on listings for each row
  when (old.state in ('draft', 'changes_requested', 'rejected')
    and new.state not in ('draft', 'changes_requested', 'rejected'))
  execute function end_photo_links();
