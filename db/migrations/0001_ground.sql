-- The ground everything stands on: extensions, the market's clock, folding for search, rules, people, audit.

create extension if not exists citext;
create extension if not exists pg_trgm;
create extension if not exists unaccent;

grant usage on schema public to praca_app;
alter default privileges in schema public grant select, insert, update, delete on tables to praca_app;
alter default privileges in schema public grant usage on sequences to praca_app;

-- Time is the database's. The offset moves only in demonstrations and tests; production refuses it.
create table clock (
  only_row boolean primary key default true check (only_row),
  offset_ms bigint not null default 0,
  movable boolean not null default false
);
insert into clock default values;
revoke insert, update, delete on clock from praca_app;

-- No `set search_path` here: it would keep PostgreSQL from inlining this into every statement (9 µs a call).
create function market_now() returns timestamptz language sql stable parallel safe as
$$ select pg_catalog.now() + (select offset_ms from public.clock) * interval '1 millisecond' $$;

-- Moves the clock by a number of milliseconds; refused unless the operator opened it at start.
create function move_clock(by_ms bigint) returns timestamptz language plpgsql security definer
set search_path = pg_catalog, public as $$
begin
  if not (select movable from public.clock) then
    raise exception 'the clock cannot be moved here' using errcode = '42501';
  end if;
  update public.clock set offset_ms = offset_ms + by_ms;
  return clock_timestamp() + (select offset_ms from public.clock) * interval '1 millisecond';
end $$;
revoke execute on function move_clock(bigint) from public;
grant execute on function move_clock(bigint) to praca_app;

-- Refuses every change of a row that is history.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = '42501';
end $$;

-- Portuguese folding applied to documents and queries alike: accents, -ão/-ões, -al/-ais, -m/-ns.
-- Every call is schema-qualified so that a dump restores with an empty search path.
create function f_unaccent(text) returns text language sql immutable parallel safe strict as
$$ select public.unaccent('public.unaccent'::regdictionary, $1) $$;

create function fold_pt(t text) returns text language sql immutable parallel safe strict as $$
  select regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(
    public.f_unaccent(lower(t)),
    '(\w)oes\y|\y(p|c|alem|capit|catal|escriv|gui)aes\y', '\1\2ao', 'g'),
    '(\w\w)(eis|il)\y', '\1el', 'g'),
    '(infant|juven|perf|barr|fun|fuz|can|sut)is\y', '\1el', 'g'),
    '(\w\w)ais\y', '\1al', 'g'),
    '(\w\w)ois\y', '\1ol', 'g'),
    '(\w)ns\y', '\1m', 'g'),
    '(ae|ao|ai|ei|oi|au|eu)s\y', '\1', 'g') $$;

-- People -------------------------------------------------------------------------------------------------

create table users (
  id bigint generated always as identity primary key,
  username citext not null unique check (username ~ '^[a-z0-9_]{3,20}$'),
  email citext not null unique check (length(email) between 3 and 254),
  password_hash text not null,
  role text not null default 'user' check (role in ('user', 'support', 'admin')),
  image text not null default 'default.png',
  full_name text check (length(full_name) between 3 and 120),
  cpf text unique check (cpf ~ '^[0-9]{11}$'),
  bio text not null default '' check (length(bio) <= 500),
  city text not null default '',
  email_verified_at timestamptz,
  terms_accepted_at timestamptz not null,
  last_seen_at timestamptz,
  created_at timestamptz not null default market_now()
);

create table sessions (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  -- SHA-256 of the token; the token itself is known to the browser only.
  token_hash bytea not null unique,
  user_agent text not null default '',
  ip text not null default '',
  created_at timestamptz not null default market_now(),
  last_used_at timestamptz not null default market_now(),
  expires_at timestamptz not null
);
create index sessions_user on sessions (user_id);

create table email_confirmations (
  token_hash bytea primary key,
  user_id bigint not null references users on delete cascade,
  email citext not null,
  expires_at timestamptz not null,
  used_at timestamptz
);

-- Attempts counted per key and window, shared by every process (sign-in, sign-up, codes).
create table attempts (
  key text not null,
  window_start timestamptz not null,
  count integer not null default 0,
  primary key (key, window_start)
);

-- The rules the engine runs on, whole and versioned; an order keeps the version it was born with (N08).
create table rule_versions (
  id bigint generated always as identity primary key,
  rules jsonb not null,
  starts_at timestamptz not null default market_now(),
  author_id bigint references users,
  created_at timestamptz not null default market_now()
);
create trigger rule_versions_append_only before update or delete or truncate on rule_versions
  execute function refuse_change();

-- What happened, for timelines, audit and notifications alike (server/events/events.ts is the one writer).
create table events (
  id bigint generated always as identity primary key,
  at timestamptz not null default market_now(),
  kind text not null,
  actor_id bigint,
  actor_role text not null check (actor_role in ('anonymous', 'user', 'support', 'admin', 'system')),
  subject_kind text not null,
  subject_id bigint not null,
  data jsonb not null default '{}',
  ip text
);
create index events_subject on events (subject_kind, subject_id, id);
create trigger events_append_only before update or delete or truncate on events
  execute function refuse_change();
revoke update, delete, truncate on events from praca_app;

-- The relay's place in `events`: rows wait here until notifications were made of them.
create table event_outbox (
  event_id bigint primary key references events,
  attempts integer not null default 0
);

create table notifications (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  event_id bigint references events,
  title text not null,
  description text not null,
  icon text not null,
  url text,
  read boolean not null default false,
  created_at timestamptz not null default market_now(),
  unique (user_id, event_id)
);
create index notifications_user on notifications (user_id, id desc);

-- Replies to calls that carried an Idempotency-Key, kept so that a repeat gets the same answer.
create table idempotency_keys (
  user_id bigint not null,
  route text not null,
  key text not null,
  fingerprint bytea not null,
  status smallint,
  body jsonb,
  created_at timestamptz not null default now(),
  primary key (user_id, route, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);

-- Everything mailed, sent or waiting; the simulator's mailbox at /dev reads it.
create table mails (
  id bigint generated always as identity primary key,
  recipient citext not null,
  subject text not null,
  text_body text not null,
  url text,
  created_at timestamptz not null default market_now()
);
