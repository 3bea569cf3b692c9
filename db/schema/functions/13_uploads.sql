-- A photo link belongs to the seller of a draft.
create or replace function guard_photo_link() returns trigger language plpgsql as $$
begin
  if not exists (select from listings l join sessions s on s.id = new.session_id and s.user_id = l.seller_id
      where l.id = new.listing_id and l.state in ('draft', 'changes_requested', 'rejected')) then
    raise exception 'a photo link belongs to the seller of a draft' using errcode = 'check_violation';
  end if;
  return new;
end $$;

-- A listing that was submitted or removed accepts no more photos.
create or replace function end_photo_links() returns trigger language plpgsql as $$
begin
  delete from photo_links where listing_id = new.id;
  return null;
end $$;

-- Whether anything shows a photo: a listing, past or present, a portrait, or a logo of any rule version.
create or replace function is_photo_in_use(photo text) returns boolean language sql stable as $$
  select exists (select from public.images i where i.key = photo)
    or exists (select from public.users u where u.image = '/imagens/' || photo || '-320.webp')
    or exists (select from public.rule_versions r where r.rules #>> '{brand,logo}' = photo)
$$;
