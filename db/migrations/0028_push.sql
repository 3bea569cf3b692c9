-- Notices that reach people off the page: browsers that take push messages, and what each person wants to hear.

create table push_tokens (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  -- The session that brought it: a browser whose session ended hears nothing more.
  session_id bigint not null references sessions on delete cascade,
  provider text not null check (provider in ('web', 'fcm')),
  -- What the browser sent, as it sent it: a subscription (RFC 8030) or a token of Firebase. One browser, one row.
  hash text not null unique check (length(hash) between 20 and 4096),
  created_at timestamptz not null default market_now(),
  seen_at timestamptz not null default market_now()
);
create index push_tokens_user on push_tokens (user_id);
create index push_tokens_session on push_tokens (session_id);

-- Made at the first start and kept: another pair would silence every subscription (RFC 8292).
create table vapid_keys (
  only_row boolean primary key default true check (only_row),
  public_key text not null,
  private_sealed bytea not null,
  created_at timestamptz not null default market_now()
);
revoke update, delete, truncate on vapid_keys from praca_app;

-- Without a row a group has its defaults (domain/notifications/notices.ts).
create table notice_preferences (
  user_id bigint not null references users on delete cascade,
  notice_group text not null check (length(notice_group) between 2 and 30),
  email boolean not null,
  push boolean not null,
  primary key (user_id, notice_group)
);
