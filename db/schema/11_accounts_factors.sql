-- Second factors and passkeys.

create table totp_secrets (
  user_id bigint primary key references users on delete cascade,
  secret_sealed bytea not null,
  -- Null until the person has entered a right code.
  confirmed_at timestamptz,
  -- The last 30-second step that was accepted: a code works once (T46).
  last_step bigint not null default 0,
  created_at timestamptz not null default market_now(),
  session_id bigint
);

create table recovery_codes (
  user_id bigint not null references users on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

create table passkeys (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  credential_id text not null unique,
  public_key bytea not null,
  counter bigint not null default 0,
  transports text[] not null default '{}',
  device_type text not null check (device_type in ('singleDevice', 'multiDevice')),
  backed_up boolean not null,
  aaguid text not null default '',
  name text not null check (length(name) between 1 and 60),
  created_at timestamptz not null default market_now(),
  last_used_at timestamptz,
  session_id bigint
);
create index passkeys_user on passkeys (user_id);
