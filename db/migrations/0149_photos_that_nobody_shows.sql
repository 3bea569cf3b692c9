-- A photo lies under the name of its content, so whoever removes one that nobody shows may remove what somebody sends
-- again in that moment. Both take this row: a photo that is being written is not removed until it must have a row that
-- names it, and one that is being removed is written when it is gone.
create table photo_writes (
  key text primary key,
  -- By the machine's clock, as jobs are.
  until timestamptz not null,
  -- Since when somebody removes it; nobody takes as long as to the end of this hold (server/files/unwanted-photos.ts).
  removing_since timestamptz
);

-- Whether anything shows it: a photo of somebody's listings, past or present, a portrait, the logo of any time.
create function photo_is_named(photo text) returns boolean language sql stable as $$
  select exists (select from public.images i where i.key = photo)
    or exists (select from public.users u where u.image = '/imagens/' || photo || '-320.webp')
    or exists (select from public.rule_versions r where r.rules #>> '{brand,logo}' = photo)
$$;
create index users_portrait on users (image) where image <> 'default.png';
