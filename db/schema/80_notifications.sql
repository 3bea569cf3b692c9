-- Notifications, mail, text messages, push, and realtime messages between processes.

-- No foreign keys: the job that notifies has just read the event, and its recipient from a row that refers to users.
create table notifications (
  id bigint generated always as identity primary key,
  user_id bigint not null,
  event_id bigint,
  title text not null,
  description text not null,
  icon text not null,
  url text,
  read boolean not null default false,
  created_at timestamptz not null default market_now(),
  unique (user_id, event_id)
);
create index notifications_user on notifications (user_id, id desc);
create index notifications_age on notifications (created_at);

-- Everything mailed, sent or queued; the simulator's mailbox at /dev shows it.
create table mails (
  id bigint generated always as identity primary key,
  recipient citext not null,
  subject text not null,
  text_body text not null,
  url text,
  created_at timestamptz not null default market_now(),
  -- HTML beside the text.
  html_body text not null default ''
);
-- Old mails are deleted by age.
create index mails_age on mails (created_at);

create table text_messages (
  id bigint generated always as identity primary key,
  phone text not null,
  body text not null,
  created_at timestamptz not null default market_now()
);
create index text_messages_age on text_messages (created_at);

-- Browsers that receive push messages.
create table push_tokens (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  -- The session that registered it: a browser whose session ended receives nothing more.
  session_id bigint not null references sessions on delete cascade,
  provider text not null check (provider in ('web', 'fcm')),
  -- As the browser sent it: a subscription (RFC 8030) or a token of Firebase. One browser, one row.
  hash text not null unique check (length(hash) between 20 and 4096),
  created_at timestamptz not null default market_now(),
  seen_at timestamptz not null default market_now()
);
create index push_tokens_user on push_tokens (user_id);
create index push_tokens_session on push_tokens (session_id);

-- Created at the first start and never replaced: another pair would silence every subscription (RFC 8292).
create table vapid_keys (
  only_row boolean default true primary key check (only_row),
  public_key text not null,
  private_sealed bytea not null,
  created_at timestamptz not null default market_now()
);
revoke update, delete on vapid_keys from praca_app;
grant update (private_sealed) on vapid_keys to praca_app;

-- What each person wants to hear about. Without a row a group has its defaults (domain/notifications/notices.ts).
create table notice_preferences (
  user_id bigint not null references users on delete cascade,
  notice_group text not null check (length(notice_group) between 2 and 30),
  email boolean not null,
  push boolean not null,
  primary key (user_id, notice_group)
);

-- Realtime messages travel between processes by NOTIFY and are stored here for those who missed one.
create table realtime_messages (
  id bigint generated always as identity primary key,
  channels text[] not null check (cardinality(channels) between 1 and 100),
  event text not null check (length(event) between 1 and 200),
  -- JSON text, because the protocol encodes it twice.
  data text not null check (length(data) <= 20000),
  except_socket text,
  created_at timestamptz not null default now(),
  -- On a presence channel a client event names its sender, in whichever process it is received.
  sender_id text check (length(sender_id) <= 128)
);
create index realtime_messages_age on realtime_messages (created_at);

-- Which process has whom connected. These tables may be lost with the server: every process writes its part again.
create unlogged table realtime_processes (
  id uuid primary key,
  beat_at timestamptz not null default now()
);

create unlogged table realtime_members (
  channel text not null,
  user_id text not null,
  process_id uuid not null references realtime_processes on delete cascade,
  socket_id text not null,
  user_info jsonb,
  primary key (channel, user_id, process_id, socket_id)
);
create index realtime_members_process on realtime_members (process_id);

create unlogged table realtime_counts (
  channel text not null,
  process_id uuid not null references realtime_processes on delete cascade,
  sockets integer not null check (sockets > 0),
  primary key (channel, process_id)
);
