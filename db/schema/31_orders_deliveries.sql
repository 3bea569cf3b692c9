-- What an order delivers: encrypted codes, the proof of a manual delivery, and the buyer's data for it.

-- Codes for automatic delivery, each encrypted separately (AES-256-GCM); the fingerprint is an HMAC (N06).
create table stock_units (
  id bigint generated always as identity primary key,
  listing_id bigint not null references listings,
  state text not null default 'available'
    check (state = any ('{available,reserved,delivered,replaced,invalidated}')),
  sealed bytea not null,
  fingerprint bytea not null unique,
  last4 text not null,
  order_id bigint references orders,
  created_at timestamptz not null default market_now(),
  check ( (state = any ('{reserved,delivered}')) = (order_id is not null) or state = any ('{replaced,invalidated}'))
) with (fillfactor = 85);
create index stock_units_order on stock_units (order_id) where order_id is not null;
-- Available units have no order; unlike the state, that changes once.
create index stock_units_free on stock_units (listing_id, id) where order_id is null;
-- A code that was sold never returns to stock, goes to no other order, and is not deleted.
create trigger stock_units_stay_sold before update on stock_units for each row
  when (old.order_id <> new.order_id or (old.state = any ('{delivered,replaced,invalidated}')
    and (new.state = any ('{available,reserved}') or new.order_id is distinct from old.order_id
      or new.listing_id <> old.listing_id)))
  execute function refuse_change();
create trigger stock_units_not_deletable before delete on stock_units for each row when (old.state <> 'available')
  execute function refuse_change();

-- Who was shown which code, when, from where, and with which content (N05).
create table reveals (
  order_id bigint not null references orders,
  unit_id bigint not null references stock_units,
  viewer_id bigint not null references users,
  at timestamptz not null default market_now(),
  ip text not null,
  user_agent text not null,
  content_hash bytea not null,
  -- Signed with a key that PostgreSQL does not have (N05). Rows from before signatures have none: signing them now
  -- would vouch for what nobody saw, so the constraint is not validated for them.
  signature bytea check (length(signature) = 32),
  primary key (order_id, unit_id)
);
alter table reveals add constraint reveals_signed check (signature is not null) not valid;
create trigger reveals_append_only before update or delete or truncate on reveals
  execute function refuse_change();
revoke update, delete on reveals from praca_app;

-- Private files, each with the SHA-256 of what is stored. A file without a place has not been sent yet; with a place
-- it is part of the proof.
create table delivery_files (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders,
  uploader_id bigint not null references users,
  place smallint check (place between 1 and 10),
  name text not null check (length(name) between 1 and 120),
  kind text not null check (kind in ('image', 'pdf', 'mp4', 'mov', 'webm')),
  bytes integer not null check (bytes between 1 and 209715200),
  file_key text not null unique check (file_key ~ '^[A-Za-z0-9_-]{32,64}$'),
  content_hash bytea not null check (length(content_hash) = 32),
  created_at timestamptz not null default market_now(),
  -- A refusal of a cancellation (P14) is proven with files too.
  proves text not null default 'delivery' check (proves = any ('{delivery,refusal}')),
  unique (order_id, proves, place)
);
create index delivery_files_of on delivery_files (order_id, id);
create index delivery_files_waiting on delivery_files (created_at) where place is null;
create trigger delivery_files_guard before insert or update or delete on delivery_files
  for each row execute function guard_delivery_file();
revoke insert, update on delivery_files from praca_app;
grant insert (order_id, uploader_id, name, kind, bytes, file_key, content_hash, proves) on delivery_files to praca_app;
grant update (place) on delivery_files to praca_app;

-- Who opened which part of a proof, when and from where.
create table delivery_file_views (
  id bigint generated always as identity primary key,
  file_id bigint not null references delivery_files,
  viewer_id bigint not null references users,
  viewer_is text not null check (viewer_is in ('buyer', 'seller', 'staff')),
  at timestamptz not null default market_now(),
  ip text not null
);
create index delivery_file_views_of on delivery_file_views (file_id, id);
create trigger delivery_file_views_guard before update or delete on delivery_file_views
  for each row execute function guard_delivery_view();
revoke insert, update, delete on delivery_file_views from praca_app;
grant insert (file_id, viewer_id, viewer_is, ip) on delivery_file_views to praca_app;

-- What the buyer wrote for the delivery (P09), encrypted like codes (server/secrets/seal.ts). Opened once, when the delivery
-- starts.
create table order_delivery_data (
  order_id bigint primary key references orders,
  sealed bytea not null check (length(sealed) between 29 and 2100),
  written_at timestamptz not null default market_now(),
  opened_at timestamptz
);
create index order_delivery_data_old on order_delivery_data (written_at);
create trigger order_delivery_data_guard before insert or update or delete on order_delivery_data
  for each row execute function guard_delivery_data();
revoke insert, update on order_delivery_data from praca_app;
grant insert (order_id, sealed) on order_delivery_data to praca_app;
grant update (sealed, written_at, opened_at) on order_delivery_data to praca_app;
