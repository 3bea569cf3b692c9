-- Accounts that people can trust: standing, sessions with two steps, devices, second factors, identities of other
-- providers, proof of e-mail and phone, verification levels, privacy (product §4.14, §4.17; security.md §3.3, §3.12).

-- Standing and identity of a person ----------------------------------------------------------------------------

-- Folds a username to what the eye reads, so that two names that look alike are one: 0/o, 1/l/i, 5/s, rn/m, vv/w, _.
create function username_skeleton(name text) returns text language sql immutable strict parallel safe as $$
  select translate(replace(replace(replace(lower(name), '_', ''), 'rn', 'm'), 'vv', 'w'), '015l', 'oisi') $$;

alter table users
  alter column password_hash drop not null,
  add column state text not null default 'active'
    check (state in ('active', 'restricted', 'suspended', 'banned', 'closing', 'closed')),
  add column suspended_until timestamptz,
  add column state_reason text not null default '',
  add column username_changed_at timestamptz,
  add column phone text unique check (phone ~ '^\+55[1-9][1-9]9[0-9]{8}$'),
  add column phone_verified_at timestamptz,
  add column cnpj text unique check (cnpj ~ '^[0-9A-Z]{12}[0-9]{2}$'),
  add column birth_date date,
  add column identity_verified_at timestamptz,
  -- When staff granted the last level (N3).
  add column level_granted_at timestamptz,
  add column password_changed_at timestamptz,
  -- When a key to the money changed last: withdrawals wait 24 h after it (§4.10).
  add column security_changed_at timestamptz,
  -- Opaque handle of the person in WebAuthn; never the e-mail.
  add column webauthn_id bytea not null unique default uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()),
  add column preferences jsonb not null default '{}',
  -- A closed account's name is one that nobody can choose: hyphens stand in no other.
  drop constraint users_username_check,
  add constraint users_username_check check (case state when 'closed' then username = 'conta-removida-' || id
    else username ~ '^[a-z0-9_]{3,20}$' end),
  add constraint suspension_is_dated check ((state = 'suspended') = (suspended_until is not null)),
  add constraint phone_is_whole check ((phone is null) = (phone_verified_at is null)),
  add constraint identity_is_whole check (identity_verified_at is null
    or (full_name is not null and birth_date is not null and (cpf is not null or cnpj is not null)));
-- An address belongs to who proved it. Unproven claims of one may stand beside each other, so that registering tells
-- nobody whether an account exists (T37) and nobody can occupy another's address (T50).
alter table users drop constraint users_email_key;
create unique index users_email_proven on users (email) where email_verified_at is not null;
create index users_email on users (email);
create index users_suspended on users (suspended_until) where state = 'suspended';
create unique index users_username_skeleton on users (username_skeleton(username::text)) where state <> 'closed';

-- What a person bought today and sold this month is counted with every order (§4.14).
create index orders_bought on orders (buyer_id, created_at);
create index orders_sold on orders (seller_id, created_at);

-- A name given up stays its owner's for a while, so that nobody can pose as them (§4.17).
create table username_reservations (
  username citext primary key,
  user_id bigint not null references users on delete cascade,
  until timestamptz not null
);

-- Sessions and devices -----------------------------------------------------------------------------------------

create table devices (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  -- SHA-256 of the long-lived cookie that recognises a browser.
  token_hash bytea not null,
  user_agent text not null default '',
  first_seen_at timestamptz not null default market_now(),
  last_seen_at timestamptz not null default market_now(),
  -- Until then the second step is not asked on this device (30 days).
  trusted_until timestamptz,
  unique (user_id, token_hash)
);
create index devices_last_seen on devices (last_seen_at);

alter table sessions
  -- `pending`: the password was right and the second step is missing.
  add column state text not null default 'active' check (state in ('pending', 'active')),
  add column device_id bigint references devices on delete set null,
  add column absolute_expires_at timestamptz not null default market_now() + interval '30 days',
  -- Last proofs of the person in this session: any, and one by a second factor (step-up).
  add column proved_at timestamptz,
  add column second_factor_at timestamptz;
create index sessions_device on sessions (device_id);

-- Wrong tries counted for a key, with pauses that grow while they repeat within a day (product §4.17).
create table brakes (
  key text primary key,
  failures smallint not null default 0,
  pauses smallint not null default 0,
  tried_at timestamptz not null default market_now(),
  paused_until timestamptz
);

-- Second factors -----------------------------------------------------------------------------------------------

create table totp_secrets (
  user_id bigint primary key references users on delete cascade,
  secret_sealed bytea not null,
  -- Null while the person has not shown a right code yet.
  confirmed_at timestamptz,
  -- The last 30-second step that was accepted: a code works once (T46).
  last_step bigint not null default 0,
  created_at timestamptz not null default market_now()
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
  last_used_at timestamptz
);
create index passkeys_user on passkeys (user_id);

-- One-time secrets of every kind: mailed and texted codes, links, WebAuthn and OIDC challenges. A row is bound to a
-- target (an address, a phone) and, where it makes sense, to a session; it is used once.
create table one_time_secrets (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('email_confirmation', 'email_proof', 'phone_confirmation', 'password_reset',
    'email_change_old', 'email_change_new', 'passkey_registration', 'passkey_sign_in', 'passkey_proof',
    'oidc_nonce', 'oidc_registration')),
  user_id bigint references users on delete cascade,
  session_id bigint references sessions on delete cascade,
  target text not null default '',
  -- SHA-256 (links, challenges) or keyed HMAC (six-digit codes) of the secret.
  token_hash bytea unique,
  code_hash bytea,
  payload jsonb not null default '{}',
  attempts smallint not null default 0,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default market_now(),
  check (token_hash is not null or code_hash is not null)
);
create index one_time_secrets_user on one_time_secrets (user_id, kind, id desc);
create index one_time_secrets_session on one_time_secrets (session_id) where session_id is not null;
create index one_time_secrets_expiry on one_time_secrets (expires_at);
drop table email_confirmations;

-- Who a person is elsewhere: keyed by issuer and subject, never by e-mail (facts.md §6.3).
create table identities (
  issuer text not null,
  subject text not null check (length(subject) between 1 and 255),
  user_id bigint not null references users on delete cascade,
  email citext,
  linked_at timestamptz not null default market_now(),
  last_used_at timestamptz,
  primary key (issuer, subject),
  unique (user_id, issuer)
);

-- A change of e-mail waits for both addresses.
create table email_changes (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  old_email citext not null,
  new_email citext not null,
  old_confirmed_at timestamptz,
  new_confirmed_at timestamptz,
  done_at timestamptz,
  cancelled_at timestamptz,
  expires_at timestamptz not null,
  created_at timestamptz not null default market_now()
);
create unique index email_changes_open on email_changes (user_id) where done_at is null and cancelled_at is null;

-- Privacy (LGPD, Marco Civil) ----------------------------------------------------------------------------------

create table consents (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  kind text not null check (kind in ('terms', 'privacy', 'marketing')),
  version text not null,
  given boolean not null,
  at timestamptz not null default market_now(),
  ip text not null default ''
);
create index consents_user on consents (user_id, kind, id desc);
create trigger consents_append_only before update or truncate on consents execute function refuse_change();
revoke update, truncate on consents from praca_app;

create table data_exports (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  state text not null default 'requested' check (state in ('requested', 'ready', 'expired')),
  file_key text,
  bytes bigint,
  created_at timestamptz not null default market_now(),
  ready_at timestamptz,
  expires_at timestamptz
);
create unique index data_exports_open on data_exports (user_id) where state = 'requested';
create index data_exports_user on data_exports (user_id, id desc);
create index data_exports_expiry on data_exports (expires_at) where state = 'ready';

create table account_closures (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  requested_at timestamptz not null default market_now(),
  due_at timestamptz not null,
  reminded_at timestamptz,
  -- When it came due and had to wait, because an order or money had appeared meanwhile.
  postponed_at timestamptz,
  cancelled_at timestamptz,
  done_at timestamptz
);
create unique index account_closures_open on account_closures (user_id) where cancelled_at is null and done_at is null;
create index account_closures_due on account_closures (due_at) where cancelled_at is null and done_at is null;

-- What tax and consumer law make us know of people whose account is gone: who stood behind their orders and
-- withdrawals. Read by nobody in daily work; dropped when the duty ends.
create table retained_identities (
  user_id bigint primary key references users,
  full_name text,
  cpf text,
  cnpj text,
  closed_at timestamptz not null default market_now(),
  keep_until timestamptz not null
);
create index retained_identities_end on retained_identities (keep_until);

-- Access records of Marco Civil art. 15: kept six whole months, then gone.
create table access_records (
  user_id bigint not null,
  at timestamptz not null default market_now(),
  ip text not null,
  port integer,
  action text not null
);
create index access_records_at on access_records using brin (at);
create index access_records_user on access_records (user_id, at desc);
create trigger access_records_append_only before update or truncate on access_records execute function refuse_change();
revoke update, truncate on access_records from praca_app;

-- The old account screen is read-only; what a migrated installation brings stands here.
create table legacy_records (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  kind text not null check (kind in ('purchase', 'sale', 'transaction')),
  title text not null,
  amount_cents bigint not null,
  state text not null,
  at timestamptz not null,
  order_hash text
);
create index legacy_records_user on legacy_records (user_id, at desc);

-- Letters carry HTML beside the text; text messages have a box of their own at /dev.
alter table mails add column html_body text not null default '';

create table text_messages (
  id bigint generated always as identity primary key,
  phone text not null,
  body text not null,
  created_at timestamptz not null default market_now()
);

-- What is forgotten by age is found by age.
create index mails_age on mails (created_at);
create index text_messages_age on text_messages (created_at);
create index devices_age on devices (last_seen_at);
create index images_owner on images (owner_id);
create index notifications_age on notifications (created_at);

-- Whoever leaves takes everything off sale, whatever state it is in.
insert into listing_transitions (event, actor, from_state, to_state)
select 'leave', 'system', state, 'removed' from listing_states where state <> 'removed';
