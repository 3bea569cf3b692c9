-- A change of state must be a row of `listing_transitions` for some actor; who it was is in `events`.
create or replace function guard_listing_state() returns trigger language plpgsql as $$
begin
  if new.state <> old.state and not exists (
    select from public.listing_transitions t where t.from_state = old.state and t.to_state = new.state) then
    raise exception 'listing cannot go from % to %', old.state, new.state using errcode = '23514';
  end if;
  return new;
end $$;

-- A change of state must be a row of `revision_transitions`; a decided revision never changes.
create or replace function guard_revision_state() returns trigger language plpgsql as $$
begin
  if not exists (
    select from public.revision_transitions t where t.from_state = old.state and t.to_state = new.state) then
    raise exception 'revision cannot go from % to %', old.state, new.state using errcode = '23514';
  end if;
  return new;
end $$;

-- Queues notifications about a listing's price, publication and return. In a trigger and not in the commands, because
-- many of them publish, price, resume, restock and remove listings.
create or replace function queue_listing_notifications() returns trigger language plpgsql as $$
begin
  if new.state = 'removed' then
    delete from public.favorites where listing_id = new.id;
    delete from public.stock_alerts where listing_id = new.id;
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
    and exists (select from public.stock_alerts where listing_id = new.id and told_at is null) then
    insert into public.restocked_listings (listing_id) values (new.id)
      on conflict (listing_id) do update set at = excluded.at;
  end if;
  if new.published_at is distinct from old.published_at
    and exists (select from public.follows where seller_id = new.seller_id) then
    insert into public.publications as p (seller_id) values (new.seller_id)
      on conflict (seller_id) do update set at = p.at;
  end if;
  return null;
end $$;

-- Nothing of a suspended, banned or leaving seller goes on sale.
create or replace function guard_seller_may_sell() returns trigger language plpgsql as $$
begin
  if not public.may_sell(new.seller_id) then
    raise exception 'listing % of a seller who may not sell', new.id using errcode = '23514';
  end if;
  return null;
end $$;

-- Copies the seller's verification and stars to a listing that goes on sale.
create or replace function copy_seller_marks() returns trigger language plpgsql as $$
begin
  select f.verified, f.stars into new.seller_verified, new.seller_stars from public.seller_figures(new.seller_id) f;
  return new;
end $$;
