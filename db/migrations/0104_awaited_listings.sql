-- «Me avise quando voltar» (design S6): who waits for a listing that cannot be bought now, each told once.

create table awaited_listings (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  listing_id bigint not null references listings on delete cascade,
  asked_at timestamptz not null default market_now(),
  -- The wish is spent; asking again begins it anew.
  told_at timestamptz,
  unique (user_id, listing_id)
);
create index awaited_listings_untold on awaited_listings (listing_id, id) where told_at is null;

-- Listings on sale again that somebody waits for; the sweep tells them and takes the row away.
create table returned_listings (
  listing_id bigint primary key references listings on delete cascade,
  at timestamptz not null default market_now()
);

-- As before, and those who wait: a listing comes back in many commands (resumed, restocked, renewed, put back).
create or replace function tell_of_listing() returns trigger language plpgsql as $$
begin
  if new.state = 'removed' then
    delete from public.favorites where listing_id = new.id;
    delete from public.awaited_listings where listing_id = new.id;
    return null;
  end if;
  if new.state <> 'published' then return null; end if;
  if (new.price_cents is distinct from old.price_cents or old.state <> 'published')
    and exists (select from public.favorites where listing_id = new.id) then
    -- Touching the row waits for a sweep that is about to take it away.
    insert into public.price_changes (listing_id) values (new.id)
      on conflict (listing_id) do update set at = excluded.at;
  end if;
  if old.state <> 'published'
    and exists (select from public.awaited_listings where listing_id = new.id and told_at is null) then
    insert into public.returned_listings (listing_id) values (new.id)
      on conflict (listing_id) do update set at = excluded.at;
  end if;
  if new.published_at is distinct from old.published_at
    and exists (select from public.follows where seller_id = new.seller_id) then
    insert into public.publications as p (seller_id) values (new.seller_id)
      on conflict (seller_id) do update set at = p.at;
  end if;
  return null;
end $$;
