-- People: their account, devices, sessions, identities at other providers, one-time codes and consents.

create table users (
  id bigint generated always as identity primary key,
  username citext not null unique,
  email citext not null check (length(email) between 3 and 254),
  password_hash text,
  role text not null default 'user' check (role in ('user', 'support', 'admin')),
  image text not null default 'default.png',
  full_name text check (length(full_name) between 3 and 120),
  cpf text check (cpf ~ '^[0-9]{11}$'),
  bio text not null default '' check (length(bio) <= 500),
  city text not null default '',
  email_verified_at timestamptz,
  terms_accepted_at timestamptz not null,
  last_seen_at timestamptz,
  created_at timestamptz not null default market_now(),
  state text not null default 'active'
    check (state in ('active', 'restricted', 'suspended', 'banned', 'closing', 'closed')),
  suspended_until timestamptz,
  state_reason text not null default '',
  username_changed_at timestamptz,
  phone text unique check (phone ~ '^\+55[1-9][1-9]9[0-9]{8}$'),
  phone_verified_at timestamptz,
  cnpj text check (cnpj ~ '^[0-9A-Z]{12}[0-9]{2}$'),
  birth_date date,
  identity_verified_at timestamptz,
  -- When staff granted the last level (N3).
  level_granted_at timestamptz,
  password_changed_at timestamptz,
  -- When a key to the money last changed: withdrawals are refused for 24 h after it (§4.10).
  security_changed_at timestamptz,
  -- Opaque handle of the person in WebAuthn; never the e-mail.
  webauthn_id bytea not null default uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) unique,
  preferences jsonb not null default '{}',
  -- Set by staff: with the setting `trusted_sellers`, listings without any sign of risk go on sale without review
  -- (L03).
  trusted_at timestamptz,
  -- The newest accepted version; for a new account the one in force.
  terms_version integer not null default terms_in_force() check (terms_version >= 1),
  -- For sellers with a CNPJ. A CPF is always a person's.
  mei boolean not null default false,
  tax_type text generated always as (
    case when cnpj is not null then case when mei then 'mei' else 'company' end
    when cpf is not null then 'individual' end) stored,
  -- As seller: the Bayesian mean of §4.13 in hundredths, null without ratings, and how many ratings it is made of.
  seller_score smallint check (seller_score between 100 and 500),
  seller_ratings integer not null default 0 check (seller_ratings >= 0),
  phone_session_id bigint,
  -- The registering session that proved the address; null when another browser did and every older session ended.
  email_proof_session_id bigint,
  -- Since when this person is an admin: only who was one before a proposal was made may confirm it.
  admin_since timestamptz,
  -- Since when an admin is suspended or banned.
  admin_out_at timestamptz,
  -- The CPF or CNPJ that a bank named as the payer of this account's Pix, when it was proven, and by what.
  proven_document text unique,
  document_proven_at timestamptz,
  document_proven_by text check (document_proven_by = 'pix'),
  constraint users_username_check check (case state when 'closed' then username = 'conta-removida-' || id
    else username ~ '^[a-z0-9_]{3,20}$' end),
  constraint suspension_is_dated check ((state = 'suspended') = (suspended_until is not null)),
  constraint phone_is_whole check ((phone is null) = (phone_verified_at is null)),
  constraint identity_is_whole check (identity_verified_at is null
    or (full_name is not null and birth_date is not null and (cpf is not null or cnpj is not null))),
  constraint users_city_size check (length(city) <= 80),
  constraint users_preferences_size check (length(preferences::text) <= 1000),
  constraint seller_score_of_ratings check ((seller_score is null) = (seller_ratings = 0)),
  constraint document_proof_is_whole check (
    (proven_document is null) = (document_proven_at is null)
    and (proven_document is null) = (document_proven_by is null)
    and (proven_document is null or identity_verified_at is not null
    and proven_document is not distinct from coalesce(cpf, cnpj)))
);
-- An address belongs to the account that proved it. Several accounts may claim it unproven, so that signing up reveals no
-- account (T37) and nobody can occupy another's address (T50).
create unique index users_email_proven on users (email) where email_verified_at is not null;
create index users_email on users (email);
create index users_suspended on users (suspended_until) where state = 'suspended';
create unique index users_username_skeleton on users (username_skeleton(username::text)) where state <> 'closed';
create index users_by_state on users (state, id) where state <> 'active';
create index users_of_staff on users (id) where role <> 'user';
create index users_portrait on users (image) where image <> 'default.png';
create index users_cpf on users (cpf) where cpf is not null;
create index users_cnpj on users (cnpj) where cnpj is not null;
create trigger first_proof_without_older_keys before update of email_verified_at on users
  for each row when (old.email_verified_at is null and new.email_verified_at is not null)
  execute function refuse_inherited_keys();
create trigger users_role before insert or update of role, state, admin_since, admin_out_at on users for each row
  execute function guard_role();
create trigger users_verified after update of document_proven_at on users for each row
  when ((old.document_proven_at is null) <> (new.document_proven_at is null)) execute function queue_seller_change();
create trigger users_comparison_queued after update of cpf, cnpj on users for each row
  when ((new.cpf, new.cnpj) is distinct from (old.cpf, old.cnpj) and coalesce(new.cpf, new.cnpj) is not null)
  execute function queue_sale_comparison();

-- A username that was given up stays reserved for a while, so that no other person can pose as its former owner (§4.17).
create table username_reservations (
  username citext primary key,
  user_id bigint not null references users on delete cascade,
  until timestamptz not null
);

create table devices (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  -- SHA-256 of the long-lived cookie that recognises a browser.
  token_hash bytea not null,
  user_agent text not null default '',
  first_seen_at timestamptz not null default market_now(),
  last_seen_at timestamptz not null default market_now(),
  -- Until then the second factor is not asked on this device (30 days).
  trusted_until timestamptz,
  unique (user_id, token_hash)
);
create index devices_last_seen on devices (last_seen_at);
create index devices_age on devices (last_seen_at);
create index devices_token on devices (token_hash);
create trigger devices_comparison_queued after insert on devices for each row execute function queue_sale_comparison();

create table sessions (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  -- SHA-256 of the token; only the browser has the token itself.
  token_hash bytea not null unique,
  user_agent text not null default '',
  ip text not null default '',
  created_at timestamptz not null default market_now(),
  last_used_at timestamptz not null default market_now(),
  expires_at timestamptz not null,
  -- `pending`: the password was right and the second factor is missing.
  state text not null default 'active' check (state in ('pending', 'active')),
  device_id bigint references devices on delete set null,
  absolute_expires_at timestamptz not null default market_now() + interval '30 days',
  -- When the person last proved their identity in this session, and when by a second factor (step-up).
  proved_at timestamptz,
  second_factor_at timestamptz,
  -- Whether this session registered the account. Each key records the session that set it (`session_id`): the first
  -- proof of an address is refused while keys of other sessions are left (ADR 0070, T50).
  registered boolean not null default false
);
create index sessions_user on sessions (user_id);
create index sessions_device on sessions (device_id);
create trigger sessions_notify_ended after delete on sessions referencing old table as gone
  for each statement execute function notify_ended_sessions();

-- Accounts at other providers, keyed by issuer and subject, never by e-mail.
create table identities (
  issuer text not null,
  subject text not null check (length(subject) between 1 and 255),
  user_id bigint not null references users on delete cascade,
  email citext,
  linked_at timestamptz not null default market_now(),
  last_used_at timestamptz,
  session_id bigint,
  primary key (issuer, subject),
  unique (user_id, issuer)
);

-- A change of e-mail needs both addresses to confirm.
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

-- One-time secrets of every kind: codes by mail and text message, links, WebAuthn and OIDC challenges. A row is bound
-- to a target (an address, a phone) and, where that makes sense, to a session; it is used once.
create table one_time_secrets (
  id bigint generated always as identity primary key,
  kind text not null
    check (kind in ('email_confirmation', 'email_proof', 'phone_confirmation', 'password_reset',
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

create table consents (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  kind text not null check (kind in ('terms', 'privacy', 'marketing')),
  version text not null,
  given boolean not null,
  at timestamptz not null default market_now(),
  ip text not null default '',
  -- A consent names the version of its text, and that text exists. `version` is what people read.
  page_slug text generated always as (
    case kind when 'terms' then 'termos' when 'privacy' then 'privacidade' end) stored,
  page_version integer,
  constraint consents_name_their_text check ((page_slug is null) = (page_version is null))
);
create index consents_user on consents (user_id, kind, id desc);
create trigger consents_append_only before update or truncate on consents execute function refuse_change();
create trigger consents_keep_terms after insert on consents for each row
  when (new.kind = 'terms' and new.given) execute function store_accepted_terms();
revoke update on consents from praca_app;
