-- Categories and listings: states, versions, revisions under review, and who is notified of a change.

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
  rules_text text not null default '' check (length(rules_text) <= 1000),
  hold_days integer check (hold_days between 7 and 90),
  delivery_proof text check (delivery_proof in ('text', 'file', 'video')),
  -- P09 «Dados para a entrega»: what the buyer of a manual delivery writes for the seller. The nearest category with
  -- a value decides; an order keeps the value of its placement.
  delivery_data text check (delivery_data in ('none', 'optional', 'required')),
  delivery_data_hint text not null default '' check (length(delivery_data_hint) <= 120),
  check (parent_id <> id)
);

create table listing_states (
  state text primary key
);
revoke insert, update, delete on listing_states from praca_app;
insert into listing_states (state) values
  ('draft'),
  ('in_triage'),
  ('in_review'),
  ('changes_requested'),
  ('published'),
  ('paused'),
  ('sold_out'),
  ('expired'),
  ('rejected'),
  ('suspended'),
  ('removed');

-- Equal to the table in domain/, which a test compares.
create table listing_transitions (
  from_state text not null references listing_states,
  to_state text not null references listing_states,
  actor text not null check (actor in ('seller', 'staff', 'system')),
  event text not null,
  primary key (from_state, to_state, actor, event)
);
revoke insert, update, delete on listing_transitions from praca_app;
-- `leave`: a closed account takes everything off sale. `suspend` by the system: three independent reports (L09).
-- `return_sold_out`: a suspended listing without stock comes back as sold out, where its seller may restock (L07,
-- L09). `hold_back`: nothing of a seller who is suspended, banned or leaving goes on sale; it stays paused (§4.14,
-- §4.17).
insert into listing_transitions (from_state, to_state, actor, event) values
  ('draft', 'in_triage', 'seller', 'submit'),
  ('changes_requested', 'in_triage', 'seller', 'submit'),
  ('rejected', 'in_triage', 'seller', 'submit'),
  ('in_triage', 'in_review', 'system', 'send_to_review'),
  ('in_review', 'published', 'staff', 'approve'),
  ('in_review', 'changes_requested', 'staff', 'request_changes'),
  ('in_review', 'rejected', 'staff', 'reject'),
  ('published', 'paused', 'seller', 'pause'),
  ('published', 'paused', 'system', 'pause'),
  ('paused', 'published', 'seller', 'resume'),
  ('paused', 'published', 'system', 'resume'),
  ('published', 'sold_out', 'system', 'sell_out'),
  ('sold_out', 'published', 'system', 'restock'),
  ('published', 'expired', 'system', 'expire'),
  ('expired', 'published', 'seller', 'renew'),
  ('draft', 'removed', 'seller', 'remove'),
  ('changes_requested', 'removed', 'seller', 'remove'),
  ('rejected', 'removed', 'seller', 'remove'),
  ('published', 'removed', 'seller', 'remove'),
  ('paused', 'removed', 'seller', 'remove'),
  ('sold_out', 'removed', 'seller', 'remove'),
  ('expired', 'removed', 'seller', 'remove'),
  ('suspended', 'removed', 'seller', 'remove'),
  ('draft', 'removed', 'staff', 'remove'),
  ('changes_requested', 'removed', 'staff', 'remove'),
  ('rejected', 'removed', 'staff', 'remove'),
  ('published', 'removed', 'staff', 'remove'),
  ('paused', 'removed', 'staff', 'remove'),
  ('sold_out', 'removed', 'staff', 'remove'),
  ('expired', 'removed', 'staff', 'remove'),
  ('suspended', 'removed', 'staff', 'remove'),
  ('draft', 'removed', 'system', 'leave'),
  ('in_triage', 'removed', 'system', 'leave'),
  ('in_review', 'removed', 'system', 'leave'),
  ('changes_requested', 'removed', 'system', 'leave'),
  ('published', 'removed', 'system', 'leave'),
  ('paused', 'removed', 'system', 'leave'),
  ('sold_out', 'removed', 'system', 'leave'),
  ('expired', 'removed', 'system', 'leave'),
  ('rejected', 'removed', 'system', 'leave'),
  ('suspended', 'removed', 'system', 'leave'),
  ('in_triage', 'published', 'system', 'publish'),
  ('published', 'suspended', 'staff', 'suspend'),
  ('paused', 'suspended', 'staff', 'suspend'),
  ('sold_out', 'suspended', 'staff', 'suspend'),
  ('suspended', 'published', 'staff', 'republish'),
  ('published', 'suspended', 'system', 'suspend'),
  ('paused', 'suspended', 'system', 'suspend'),
  ('sold_out', 'suspended', 'system', 'suspend'),
  ('suspended', 'published', 'system', 'republish'),
  ('in_triage', 'removed', 'seller', 'remove'),
  ('in_triage', 'removed', 'staff', 'remove'),
  ('in_review', 'removed', 'seller', 'remove'),
  ('in_review', 'removed', 'staff', 'remove'),
  ('suspended', 'sold_out', 'staff', 'return_sold_out'),
  ('suspended', 'sold_out', 'system', 'return_sold_out'),
  ('published', 'paused', 'staff', 'pause'),
  ('in_triage', 'paused', 'system', 'hold_back'),
  ('in_review', 'paused', 'system', 'hold_back'),
  ('sold_out', 'paused', 'system', 'hold_back'),
  ('expired', 'paused', 'system', 'hold_back'),
  ('suspended', 'paused', 'system', 'hold_back');

create table listings (
  id bigint generated always as identity primary key,
  seller_id bigint not null references users,
  -- Category ids from root to leaf: one GIN lookup answers «this category and all below it».
  category_id bigint references categories,
  category_path bigint[] not null default '{}',
  state text not null default 'draft' references listing_states,
  slug text not null default '',
  title text not null default '' check (length(title) <= 960),
  description text not null default '' check (length(description) <= 80000),
  price_cents bigint check (price_cents between 100 and 10000000),
  stock integer not null default 0 check (stock between 0 and 10999),
  sold integer not null default 0 check (sold >= 0),
  delivery_type text check (delivery_type in ('automatic', 'manual')),
  promised_hours integer check (promised_hours in (0, 1, 6, 24, 72)),
  plan text not null default 'prata' check (plan in ('prata', 'ouro', 'diamante')),
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
  -- Alternative texts, one for each of `image_ids`.
  image_alts text[] not null default '{}',
  -- The last reviewed price: rises are measured from it, so that many small ones add up.
  reviewed_price_cents bigint,
  plan_changed_at timestamptz,
  expiry_warned_at timestamptz,
  search tsvector generated always as (
    setweight(to_tsvector('portuguese'::regconfig, public.fold_pt(title)), 'A') ||
    setweight(to_tsvector('portuguese'::regconfig, public.fold_pt(description)), 'C')) stored,
  -- Three independent reports flag a listing (L09); staff clear the flag.
  flagged_at timestamptz,
  -- The order of listings by plan: 0 prata, 1 ouro and diamante. Diamante has the rotating places at the top instead
  -- (§4.5, domain/listings/promotion.ts), so that a page is not filled by the sellers who pay most.
  exposure smallint not null generated always as (case plan when 'prata' then 0 else 1 end) stored,
  -- When the seller was notified that the review of the listing or of a change is late (L05).
  review_late_told_at timestamptz,
  -- Copied from the seller when published.
  seller_verified boolean not null default false,
  -- In tenths of a star: 45 or 40 when the seller's score, as shown, is at least that; otherwise 0.
  seller_stars smallint not null default 0 check (seller_stars in (0, 40, 45)),
  constraint published_has_stock check (state <> 'published' or stock > 0),
  -- Upper bounds of what people write (T102): a category path asks for at most 80 attributes, each with a name of 40
  -- letters and a value of 200.
  constraint listings_attributes_size check (length(attributes::text) <= 40000),
  constraint listings_review_note_size check (length(review_note) <= 1000),
  constraint listed_is_complete check (state not in ('in_triage', 'in_review', 'published', 'paused', 'sold_out') or (
    category_id is not null and length(title) between 3 and 960 and length(description) between 1 and 80000
    and price_cents is not null and delivery_type is not null and promised_hours is not null
    and (delivery_type = 'automatic') = (promised_hours = 0)
    and cardinality(image_ids) between 1 and 20 and ownership_declared)),
  constraint listings_image_alts_size
    check (cardinality(image_alts) <= 20 and length(array_to_string(image_alts, '')) <= 48000)
) with (fillfactor = 85);
create index listings_seller on listings (seller_id, id desc);
create index listings_category on listings using gin (category_path) where state = 'published';
create index listings_newest on listings (published_at desc, id desc) where state = 'published';
create index listings_cheapest on listings (price_cents, id) where state = 'published';
create index listings_dearest on listings (price_cents desc, id desc) where state = 'published';
create index listings_best_selling on listings (sold desc, id desc) where state = 'published';
create index listings_title_trigram on listings using gin (public.f_unaccent(lower(title)) gin_trgm_ops)
  where state = 'published';
create index listings_review_queue on listings (submitted_at, id) where state = 'in_review';
create index listings_expiry on listings (expires_at) where state = 'published';
create index listings_expiry_warning on listings (expires_at) where state = 'published' and expiry_warned_at is null;
-- Repeated descriptions are found by their hash: whole ones are too long for an index.
create index listings_description on listings (md5(description)) where state = 'published';
create index listings_search on listings using gin (search) where state = 'published';
-- For the filters of a category's attributes.
create index listings_attributes on listings using gin (attributes jsonb_path_ops) where state = 'published';
create index listings_by_state on listings (state, id);
create index listings_by_price on listings (price_cents, id);
create index listings_flagged on listings (id) where flagged_at is not null;
create index listings_browse on listings (exposure desc, published_at desc, id desc) where state = 'published';
create index listings_leaf_browse on listings (category_id, exposure desc, published_at desc, id desc)
  where state = 'published';
-- The rotation of the promoted places: of a category, or of the whole market.
create index listings_promoted on listings (category_id, published_at desc, id)
  where state = 'published' and plan = 'diamante';
-- Few sellers are verified, so the other orders would scan far to find them.
create index listings_verified on listings (published_at desc, id desc) where state = 'published' and seller_verified;
create index listings_well_rated on listings (published_at desc, id desc)
  where state = 'published' and seller_stars >= 40;
create index listings_without_photo on listings (id) where cover_key is null and state <> 'removed';
-- After the update: a BEFORE trigger would make PostgreSQL compute `search` again at every change of stock.
create trigger listings_state after update of state on listings for each row
  when (new.state <> old.state) execute function guard_listing_state();
create trigger listings_search_insert after insert on listings
  for each row when (new.state = 'published') execute function update_search_postings();
create trigger listings_notify after update of state, price_cents, published_at on listings for each row
  when (new.state <> old.state or new.price_cents is distinct from old.price_cents
    or new.published_at is distinct from old.published_at)
  execute function queue_listing_notifications();
create trigger listings_seller_marks_insert before insert on listings for each row when (new.state = 'published')
  execute function copy_seller_marks();
create trigger listings_seller_marks_update before update of state on listings for each row
  when (new.state = 'published' and old.state <> 'published') execute function copy_seller_marks();
create trigger listings_search_update after update of state, title, category_id, price_cents, delivery_type, plan,
  published_at, seller_verified, seller_stars on listings
  for each row when ((old.state = 'published' or new.state = 'published') and
    (old.state, old.title, old.category_id, old.price_cents, old.delivery_type, old.plan, old.published_at,
      old.seller_verified, old.seller_stars) is distinct from
    (new.state, new.title, new.category_id, new.price_cents, new.delivery_type, new.plan, new.published_at,
      new.seller_verified, new.seller_stars))
  execute function update_search_postings();
create trigger listings_seller after update of state on listings for each row
  when (new.state = 'published' and old.state <> 'published') execute function guard_seller_may_sell();
create trigger listings_photo_links after update of state on listings for each row
  when (old.state in ('draft', 'changes_requested', 'rejected')
    and new.state not in ('draft', 'changes_requested', 'rejected'))
  execute function end_photo_links();

-- Photos come before listings, which refer to them.
alter table photo_links add foreign key (listing_id) references listings on delete cascade;

-- What exactly was on sale at a time. An order points at the version it bought (F10).
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
  created_at timestamptz not null default market_now(),
  image_alts text[] not null default '{}',
  constraint listing_versions_attributes_size check (length(attributes::text) <= 40000),
  constraint listing_versions_title_size check (length(title) <= 960),
  constraint listing_versions_description_size check (length(description) <= 80000)
);
create index listing_versions_listing on listing_versions (listing_id, id desc);
create trigger listing_versions_append_only before update or delete or truncate on listing_versions
  execute function refuse_change();
revoke update, delete on listing_versions from praca_app;

-- A listing and its versions refer to each other.
alter table listings add foreign key (version_id) references listing_versions;

create table revision_states (
  state text primary key
);
revoke insert, update, delete on revision_states from praca_app;
insert into revision_states (state) values
  ('pending'),
  ('applied'),
  ('rejected'),
  ('withdrawn');

create table revision_transitions (
  from_state text not null references revision_states,
  to_state text not null references revision_states,
  actor text not null check (actor in ('seller', 'staff', 'system')),
  event text not null,
  primary key (from_state, to_state, actor, event)
);
revoke insert, update, delete on revision_transitions from praca_app;
insert into revision_transitions (from_state, to_state, actor, event) values
  ('pending', 'applied', 'staff', 'apply'),
  ('pending', 'rejected', 'staff', 'request_changes'),
  ('pending', 'rejected', 'staff', 'reject'),
  ('pending', 'withdrawn', 'seller', 'withdraw'),
  ('pending', 'withdrawn', 'system', 'withdraw');

-- Changes that a seller proposes to a listing on sale (L11); null means unchanged. The old version stays live until
-- the decision.
create table listing_revisions (
  id bigint generated always as identity primary key,
  listing_id bigint not null references listings,
  state text not null default 'pending' references revision_states,
  category_id bigint references categories,
  title text check (length(title) between 3 and 960),
  description text check (length(description) between 1 and 80000),
  price_cents bigint check (price_cents between 100 and 10000000),
  delivery_type text check (delivery_type in ('automatic', 'manual')),
  promised_hours integer check (promised_hours in (0, 1, 6, 24, 72)),
  -- Units on sale when the delivery becomes manual.
  stock integer check (stock between 0 and 999),
  attributes jsonb,
  image_ids bigint[] check (cardinality(image_ids) between 1 and 20),
  image_alts text[],
  note text,
  reasons text[] not null default '{}',
  -- The version that the decision created.
  version_id bigint references listing_versions,
  created_at timestamptz not null default market_now(),
  decided_at timestamptz,
  check (num_nonnulls(category_id, title, description, price_cents, delivery_type, promised_hours, attributes,
    image_ids) > 0),
  check ((image_ids is null) = (image_alts is null)),
  check ((state = 'pending') = (decided_at is null)),
  check ((state = 'applied') = (version_id is not null)),
  constraint listing_revisions_attributes_size check (length(attributes::text) <= 40000),
  constraint listing_revisions_note_size check (length(note) <= 1000)
);
create index listing_revisions_listing on listing_revisions (listing_id, id desc);
create unique index listing_revisions_pending on listing_revisions (listing_id) where state = 'pending';
create index listing_revisions_queue on listing_revisions (created_at) where state = 'pending';
create trigger listing_revisions_state before update on listing_revisions
  for each row execute function guard_revision_state();

-- Listings whose price drop may interest somebody; a job notifies and deletes the row.
create table price_changes (
  listing_id bigint primary key references listings on delete cascade,
  at timestamptz not null default market_now()
);

-- Sellers with something new for their followers, notified at `due_at` or as soon as the rules allow.
create table publications (
  seller_id bigint primary key references users on delete cascade,
  at timestamptz not null default market_now(),
  due_at timestamptz
);

-- Stock alerts («Me avise quando voltar»): who wants to know when a listing can be bought again, each notified once.
create table stock_alerts (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  listing_id bigint not null references listings on delete cascade,
  asked_at timestamptz not null default market_now(),
  -- Notified; asking again resets it.
  told_at timestamptz,
  unique (user_id, listing_id)
);
create index stock_alerts_untold on stock_alerts (listing_id, id) where told_at is null;

-- Listings on sale again that somebody asked to hear of; a job notifies and deletes the row.
create table restocked_listings (
  listing_id bigint primary key references listings on delete cascade,
  at timestamptz not null default market_now()
);

-- Concluded sales not yet in `listings.sold`: that column is indexed, so a busy listing would rewrite its whole row
-- at every sale. A job adds many sales in one write.
create table sales_to_count (
  id bigint generated always as identity primary key,
  -- Copied from an order, which refers to the listing.
  listing_id bigint not null,
  quantity integer not null check (quantity <> 0)
);
