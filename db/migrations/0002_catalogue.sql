-- Categories, listings, images, stock of codes, questions.

create table categories (
  id bigint generated always as identity primary key,
  parent_id bigint references categories,
  slug text not null unique check (slug ~ '^[a-z0-9-]{2,60}$'),
  name text not null check (length(name) between 2 and 60),
  position integer not null default 0,
  risk_class text not null default 'normal' check (risk_class in ('normal', 'risky')),
  warranty_days integer not null default 7,
  attributes jsonb not null default '[]',
  active boolean not null default true,
  check (parent_id <> id)
);

create table images (
  id bigint generated always as identity primary key,
  owner_id bigint not null references users,
  -- Content address: the file lies in storage under this key, one file a width.
  key text not null,
  width integer not null,
  height integer not null,
  created_at timestamptz not null default market_now()
);
create index images_key on images (key);

create table listing_states (state text primary key);
insert into listing_states values ('draft'), ('in_triage'), ('in_review'), ('changes_requested'), ('published'),
  ('paused'), ('sold_out'), ('expired'), ('rejected'), ('suspended'), ('removed');

create table listing_transitions (
  from_state text not null references listing_states,
  to_state text not null references listing_states,
  actor text not null check (actor in ('seller', 'staff', 'system')),
  event text not null,
  primary key (from_state, to_state, actor, event)
);
insert into listing_transitions (event, actor, from_state, to_state) values
  ('submit', 'seller', 'draft', 'in_triage'),
  ('submit', 'seller', 'changes_requested', 'in_triage'),
  ('submit', 'seller', 'rejected', 'in_triage'),
  ('send_to_review', 'system', 'in_triage', 'in_review'),
  ('approve', 'staff', 'in_review', 'published'),
  ('request_changes', 'staff', 'in_review', 'changes_requested'),
  ('reject', 'staff', 'in_review', 'rejected'),
  ('pause', 'seller', 'published', 'paused'),
  ('pause', 'system', 'published', 'paused'),
  ('resume', 'seller', 'paused', 'published'),
  ('resume', 'system', 'paused', 'published'),
  ('sell_out', 'system', 'published', 'sold_out'),
  ('restock', 'system', 'sold_out', 'published'),
  ('expire', 'system', 'published', 'expired'),
  ('renew', 'seller', 'expired', 'published'),
  ('remove', 'seller', 'draft', 'removed'),
  ('remove', 'seller', 'changes_requested', 'removed'),
  ('remove', 'seller', 'rejected', 'removed'),
  ('remove', 'seller', 'published', 'removed'),
  ('remove', 'seller', 'paused', 'removed'),
  ('remove', 'seller', 'sold_out', 'removed'),
  ('remove', 'seller', 'expired', 'removed'),
  ('remove', 'seller', 'suspended', 'removed'),
  ('remove', 'staff', 'draft', 'removed'),
  ('remove', 'staff', 'changes_requested', 'removed'),
  ('remove', 'staff', 'rejected', 'removed'),
  ('remove', 'staff', 'published', 'removed'),
  ('remove', 'staff', 'paused', 'removed'),
  ('remove', 'staff', 'sold_out', 'removed'),
  ('remove', 'staff', 'expired', 'removed'),
  ('remove', 'staff', 'suspended', 'removed');
revoke insert, update, delete, truncate on listing_states, listing_transitions from praca_app;

create table listings (
  id bigint generated always as identity primary key,
  seller_id bigint not null references users,
  -- Path of category ids from root to leaf: one GIN lookup answers «this category and all below it».
  category_id bigint references categories,
  category_path bigint[] not null default '{}',
  state text not null default 'draft' references listing_states,
  slug text not null default '',
  title text not null default '' check (length(title) <= 80),
  description text not null default '' check (length(description) <= 5000),
  price_cents bigint check (price_cents between 100 and 5000000),
  stock integer not null default 0 check (stock between 0 and 10999),
  sold integer not null default 0 check (sold >= 0),
  delivery_type text check (delivery_type in ('automatic', 'manual')),
  promised_hours integer check (promised_hours in (0, 1, 6, 24, 72)),
  plan text not null default 'prata' check (plan in ('prata', 'ouro', 'diamante')),
  -- Higher is shown first: 0 prata, 1 ouro, 2 diamante (product §4.5).
  exposure smallint not null generated always as (case plan when 'diamante' then 2 when 'ouro' then 1 else 0 end) stored,
  attributes jsonb not null default '{}',
  ownership_declared boolean not null default false,
  image_ids bigint[] not null default '{}',
  -- Key of the first image, so that a card needs no join.
  cover_key text,
  review_note text,
  review_reasons text[] not null default '{}',
  version_id bigint,
  submitted_at timestamptz,
  published_at timestamptz,
  expires_at timestamptz,
  created_at timestamptz not null default market_now(),
  updated_at timestamptz not null default market_now(),
  search tsvector generated always as (
    setweight(to_tsvector('portuguese'::regconfig, public.fold_pt(title)), 'A') ||
    setweight(to_tsvector('portuguese'::regconfig, public.fold_pt(description)), 'C')) stored,
  -- What L02 asks of a listing on sale, once more, where no code can forget it.
  constraint listed_is_complete check (state not in ('in_triage', 'in_review', 'published', 'paused', 'sold_out') or (
    category_id is not null and length(title) between 10 and 80 and length(description) between 30 and 5000
    and price_cents is not null and delivery_type is not null and promised_hours is not null
    and (delivery_type = 'automatic') = (promised_hours = 0)
    and cardinality(image_ids) between 1 and 10 and ownership_declared)),
  constraint published_has_stock check (state <> 'published' or stock > 0)
) with (fillfactor = 85);

create index listings_seller on listings (seller_id, id desc);
create index listings_search on listings using gin (search) where state = 'published';
create index listings_category on listings using gin (category_path) where state = 'published';
create index listings_browse on listings (exposure desc, published_at desc, id desc) where state = 'published';
create index listings_newest on listings (published_at desc, id desc) where state = 'published';
create index listings_cheapest on listings (price_cents, id) where state = 'published';
create index listings_dearest on listings (price_cents desc, id desc) where state = 'published';
create index listings_best_selling on listings (sold desc, id desc) where state = 'published';
create index listings_leaf_browse on listings (category_id, exposure desc, published_at desc, id desc) where state = 'published';
create index listings_title_trigram on listings using gin (public.f_unaccent(lower(title)) gin_trgm_ops) where state = 'published';
create index listings_review_queue on listings (submitted_at, id) where state = 'in_review';
create index listings_expiry on listings (expires_at) where state = 'published';

-- A state change must be a row of the table for some actor; who the actor was is in `events`.
create function guard_listing_state() returns trigger language plpgsql as $$
begin
  if new.state <> old.state and not exists (
    select from public.listing_transitions t where t.from_state = old.state and t.to_state = new.state) then
    raise exception 'listing cannot go from % to %', old.state, new.state using errcode = '23514';
  end if;
  return new;
end $$;
create trigger listings_state before update of state on listings
  for each row execute function guard_listing_state();

-- What was on sale, exactly, at a time. An order points at the version it bought (F10).
create table listing_versions (
  id bigint generated always as identity primary key,
  listing_id bigint not null references listings,
  title text not null,
  description text not null,
  category_id bigint not null references categories,
  price_cents bigint not null,
  delivery_type text not null,
  promised_hours integer not null,
  plan text not null,
  attributes jsonb not null,
  image_keys text[] not null,
  created_at timestamptz not null default market_now()
);
create index listing_versions_listing on listing_versions (listing_id, id desc);
create trigger listing_versions_append_only before update or delete or truncate on listing_versions
  execute function refuse_change();
revoke update, delete, truncate on listing_versions from praca_app;
alter table listings add foreign key (version_id) references listing_versions;

create table questions (
  id bigint generated always as identity primary key,
  listing_id bigint not null references listings,
  asker_id bigint not null references users,
  state text not null default 'pending' check (state in ('pending', 'answered', 'hidden', 'withdrawn', 'closed')),
  text text not null check (length(text) between 10 and 500),
  answer text check (length(answer) between 1 and 1000),
  created_at timestamptz not null default market_now(),
  answered_at timestamptz
);
create index questions_listing on questions (listing_id, id desc);
