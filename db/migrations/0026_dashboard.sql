-- The dashboard: the record of decisions, lists that stay fast, and what staff keep for themselves.

-- Every decision of staff and of the system with who, when, from where, before, after and why. It is a reading of
-- `events`, which refuse every change, by their owner too (0001), and are written in the transaction they tell of
-- (`recordDecision` of server/events/events.ts).
create view audit_log as
select id, at, kind, actor_id, actor_role, ip, subject_kind, subject_id, data -> 'before' as before,
  data -> 'after' as after, coalesce(data ->> 'reason', data ->> 'note', '') as reason
from events where actor_role in ('support', 'admin', 'system');
revoke insert, update, delete on audit_log from praca_app;
create index events_of_staff on events (id) where actor_role in ('support', 'admin');
create index events_of_staff_by_actor on events (actor_id, id) where actor_role in ('support', 'admin');

-- Lists by keyset: one index for each order that a list offers, so that page 1000 costs what page 1 costs.
create index orders_by_state on orders (state, id);
create index orders_by_total on orders (total_cents, id);
create index payments_by_state on payments (state, id);
create index payments_by_amount on payments (amount_cents, id);
create index listings_by_state on listings (state, id);
create index listings_by_price on listings (price_cents, id);
create index listings_flagged on listings (id) where flagged_at is not null;
create index users_by_state on users (state, id) where state <> 'active';
create index users_of_staff on users (id) where role <> 'user';

-- Days are read by ranges of time; rows lie in that order, so a summary of a few pages for each range is enough.
create index orders_placed_on on orders using brin (created_at) with (pages_per_range = 32, autosummarize = on);
create index orders_paid_on on orders using brin (paid_at) with (pages_per_range = 32, autosummarize = on);
create index settlements_released_on on settlements using brin (released_at)
  with (pages_per_range = 32, autosummarize = on);

-- What a person of the team chose for a table: columns, density, saved views.
create table table_settings (
  user_id bigint not null references users on delete cascade,
  table_name text not null check (table_name ~ '^[a-z-]{1,40}$'),
  settings jsonb not null check (length(settings::text) <= 20000),
  primary key (user_id, table_name)
);

-- A list as a file: a job makes it, a link for one person opens it, after a week it is gone.
create table table_exports (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  table_name text not null check (table_name ~ '^[a-z-]{1,40}$'),
  query jsonb not null,
  state text not null default 'requested' check (state in ('requested', 'ready', 'expired')),
  file_key text,
  row_count integer,
  created_at timestamptz not null default market_now(),
  expires_at timestamptz,
  check ((state = 'ready') = (file_key is not null))
);
create index table_exports_user on table_exports (user_id, id desc);
create index table_exports_ready on table_exports (expires_at) where state = 'ready';

-- What the team writes about a person or an order for itself; `remind_at` brings it back to its author.
create table staff_notes (
  id bigint generated always as identity primary key,
  subject_kind text not null check (subject_kind in ('user', 'order')),
  subject_id bigint not null,
  author_id bigint not null references users,
  text text not null check (length(text) between 1 and 2000),
  created_at timestamptz not null default market_now(),
  remind_at timestamptz,
  reminded_at timestamptz
);
create index staff_notes_subject on staff_notes (subject_kind, subject_id, id desc);
create index staff_notes_due on staff_notes (remind_at) where remind_at is not null and reminded_at is null;
revoke update on staff_notes from praca_app;
grant update (reminded_at) on staff_notes to praca_app;

-- A day of the market in São Paulo, added up once and read ever after (`countDays`).
create table day_totals (
  day date primary key,
  orders_placed integer not null,
  orders_paid integer not null,
  volume_cents bigint not null,
  revenue_cents bigint not null,
  released integer not null,
  release_seconds bigint not null,
  by_method jsonb not null,
  -- Whether the day was over when it was added up.
  final boolean not null
);
create index day_totals_open on day_totals (day) where not final;
