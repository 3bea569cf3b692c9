-- What every noun uses: the market's clock, events and their seals, stored replies, limits of attempts, the transitions
-- of cases, and what this installation is.

-- The database's time is the market's. The offset moves only in demonstrations and tests; production refuses it.
create table clock (
  only_row boolean default true primary key check (only_row),
  offset_ms bigint not null default 0,
  movable boolean not null default false
);
create trigger clock_offset_changed after update of offset_ms on clock for each row execute function rewrite_market_now();
revoke insert, update, delete on clock from praca_app;
insert into clock default values;

-- What happened, for timelines, audit and notifications alike. Written by server/events/events.ts only.
create table events (
  id bigint generated always as identity primary key,
  at timestamptz not null default market_now(),
  kind text not null,
  actor_id bigint,
  actor_role text not null check (actor_role = any ('{anonymous,user,support,admin,system}')),
  subject_kind text not null,
  subject_id bigint not null,
  data jsonb not null default '{}',
  ip text
);
create index events_subject on events (subject_kind, subject_id, id);
create index events_of_staff_by_actor on events (actor_id, id) where actor_role in ('support', 'admin');
-- Counting what the team did reads this index alone.
create index events_of_staff on events (id) include (actor_role, actor_id, subject_kind, subject_id)
  where actor_role in ('support', 'admin');
create trigger events_append_only before update or delete or truncate on events
  execute function refuse_change();
revoke update, delete on events from praca_app;

-- Events of which no notifications have been made yet. No foreign key: one statement writes both rows, and events
-- cannot be deleted.
create table event_outbox (
  event_id bigint primary key,
  attempts integer not null default 0
);

-- A person who can write past every guard could still change a decision of the team. So each decision is sealed with a
-- hash of it and of the seal before: a changed, removed or inserted one shows (T112, I12). A job seals a minute
-- later, so that no two decisions block each other.
create table audit_seals (
  n bigint primary key check (n > 0),
  event_id bigint not null unique,
  hash bytea not null check (octet_length(hash) = 32),
  at timestamptz not null default now()
);
create trigger audit_seals_append_only before update or delete or truncate on audit_seals
  execute function refuse_change();
revoke insert, update, delete on audit_seals from praca_app;

-- Replies to calls with an Idempotency-Key, stored so that a repeated call gets the same reply.
create table idempotency_keys (
  user_id bigint not null,
  route text not null,
  key text not null,
  fingerprint bytea not null,
  status smallint,
  body jsonb,
  created_at timestamptz not null default now(),
  primary key (user_id, route, key),
  -- An event and its row in the outbox, a key and its reply, are each written in one transaction; what is left to
  -- check is a row that was removed, or a reply that was never stored (I10, I11).
  constraint idempotency_keys_answered check (status is not null)
);
-- Rows lie in the order of time, so a summary per range of pages finds old ones, and costs a write nothing.
create index idempotency_keys_age on idempotency_keys using brin (created_at);

-- Attempts counted per key and window, shared by every process (sign-in, sign-up, codes).
create table attempts (
  key text not null,
  window_start timestamptz not null,
  count integer not null default 0,
  primary key (key, window_start)
);

-- Failed tries counted per key, with pauses that grow while they repeat within a day (§4.17).
create table brakes (
  key text primary key,
  failures smallint not null default 0,
  pauses smallint not null default 0,
  tried_at timestamptz not null default market_now(),
  paused_until timestamptz
);

-- Which transitions a case may make, for each noun; the noun's page holds its rows. Equal to the tables in domain/,
-- which a test compares.
create table case_transitions (
  -- Which nouns there are is up to domain/.
  noun text not null,
  event text not null,
  actor text not null,
  from_state text not null,
  to_state text not null,
  primary key (noun, from_state, to_state, event, actor)
);
revoke insert, update, delete on case_transitions from praca_app;

-- Whether the demo market was asked for, and whether it is complete.
create table installation (
  only_row boolean default true primary key check (only_row),
  demo_begun_at timestamptz,
  demo_filled_at timestamptz
);
revoke insert, update, delete on installation from praca_app;
insert into installation default values;

-- Keys of hashes and signatures that cannot be recomputed, encrypted under SECRET_KEY (ADR 0081).
create table stored_keys (
  purpose text primary key check (purpose in ('fingerprint', 'codes', 'receipts', 'reveals')),
  sealed bytea not null check (octet_length(sealed) = 100)
);
revoke update, delete on stored_keys from praca_app;
grant update (sealed) on stored_keys to praca_app;
