-- Staged revisions of listings on sale, photos told apart by their look, masks and rules of categories, trust.

create table revision_states (state text primary key);
insert into revision_states values ('pending'), ('applied'), ('rejected'), ('withdrawn');

create table revision_transitions (
  from_state text not null references revision_states,
  to_state text not null references revision_states,
  actor text not null check (actor in ('seller', 'staff', 'system')),
  event text not null,
  primary key (from_state, to_state, actor, event)
);
insert into revision_transitions (event, actor, from_state, to_state) values
  ('apply', 'staff', 'pending', 'applied'),
  ('request_changes', 'staff', 'pending', 'rejected'),
  ('reject', 'staff', 'pending', 'rejected'),
  ('withdraw', 'seller', 'pending', 'withdrawn'),
  ('withdraw', 'system', 'pending', 'withdrawn');
revoke insert, update, delete, truncate on revision_states, revision_transitions from praca_app;

-- What a seller wants changed on a listing that is on sale (L11); null is «as it is». The old version stays live.
create table listing_revisions (
  id bigint generated always as identity primary key,
  listing_id bigint not null references listings,
  state text not null default 'pending' references revision_states,
  category_id bigint references categories,
  title text check (length(title) between 10 and 80),
  description text check (length(description) between 30 and 5000),
  price_cents bigint check (price_cents between 100 and 5000000),
  delivery_type text check (delivery_type in ('automatic', 'manual')),
  promised_hours integer check (promised_hours in (0, 1, 6, 24, 72)),
  -- Units on sale once the delivery is by hand.
  stock integer check (stock between 0 and 999),
  attributes jsonb,
  image_ids bigint[] check (cardinality(image_ids) between 1 and 10),
  image_alts text[],
  note text,
  reasons text[] not null default '{}',
  -- Version that the decision made.
  version_id bigint references listing_versions,
  created_at timestamptz not null default market_now(),
  decided_at timestamptz,
  check (num_nonnulls(category_id, title, description, price_cents, delivery_type, promised_hours, attributes, image_ids) > 0),
  check ((image_ids is null) = (image_alts is null)),
  check ((state = 'pending') = (decided_at is null)),
  check ((state = 'applied') = (version_id is not null))
);
create index listing_revisions_listing on listing_revisions (listing_id, id desc);
create unique index listing_revisions_pending on listing_revisions (listing_id) where state = 'pending';
create index listing_revisions_queue on listing_revisions (created_at) where state = 'pending';

create function guard_revision_state() returns trigger language plpgsql as $$
begin
  if not exists (
    select from public.revision_transitions t where t.from_state = old.state and t.to_state = new.state) then
    raise exception 'revision cannot go from % to %', old.state, new.state using errcode = '23514';
  end if;
  return new;
end $$;
create trigger listing_revisions_state before update on listing_revisions
  for each row execute function guard_revision_state();

insert into listing_transitions (event, actor, from_state, to_state) values
  ('publish', 'system', 'in_triage', 'published');

alter table listings
  -- Words for those who do not see the photo, one for each of `image_ids`.
  add column image_alts text[] not null default '{}',
  -- The price that people last looked at: rises are measured from it, so many small ones add up.
  add column reviewed_price_cents bigint,
  add column plan_changed_at timestamptz,
  add column expiry_warned_at timestamptz;
alter table listing_versions add column image_alts text[] not null default '{}';
create index listings_expiry_warning on listings (expires_at) where state = 'published' and expiry_warned_at is null;
-- Repeated texts are found by their hash: whole descriptions are too long for an index.
create index listings_description on listings (md5(description)) where state = 'published';

-- Difference hash of the photo, 64 bits: the same for copies of other sizes and qualities.
alter table images add column look bytea check (length(look) = 8);
create index images_look on images (look) where look is not null;

alter table categories add column rules_text text not null default '' check (length(rules_text) <= 1000);

-- Staff's mark: with the setting `trusted_sellers`, listings without any sign go on sale without final review (L03).
alter table users add column trusted_at timestamptz;

-- Installations that have rules get those of listings; a new one begins with them.
insert into rule_versions (rules, starts_at)
select rules || '{"listings": {"expiryWarningMs": 604800000, "lowStockUnits": 5, "planHoldMs": 604800000,
  "autoPublish": "never", "sampledBps": 500, "outlierBps": 8000, "bannedWords": ["cartao clonado", "conta hackeada",
  "cnh falsa", "dinheiro falso", "nota fake", "diploma falso", "arma de fogo", "municao", "anabolizante",
  "cigarro eletronico", "pirata", "crackeado", "gerador de cartao"]}}'::jsonb, starts_at + interval '1 millisecond'
from rule_versions order by starts_at desc, id desc limit 1;
