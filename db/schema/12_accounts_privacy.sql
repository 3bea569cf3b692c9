-- What the LGPD and the Marco Civil ask for: data exports, closing an account, what is retained and for how long.

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
  -- When it came due and was postponed, because of an order or money that appeared meanwhile.
  postponed_at timestamptz,
  cancelled_at timestamptz,
  done_at timestamptz
);
create unique index account_closures_open on account_closures (user_id) where cancelled_at is null and done_at is null;
create index account_closures_due on account_closures (due_at) where cancelled_at is null and done_at is null;

-- What tax and consumer law oblige us to know about closed accounts: who was behind their orders and withdrawals. Not
-- read in daily work; deleted when the duty ends.
create table retained_identities (
  user_id bigint primary key references users,
  full_name text,
  cpf text,
  cnpj text,
  closed_at timestamptz not null default market_now(),
  keep_until timestamptz not null
);
create index retained_identities_end on retained_identities (keep_until);

-- Access records of Marco Civil art. 15: kept for six full months, then deleted.
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
revoke update on access_records from praca_app;

-- What an installation migrated from the old site shows on the read-only screen of old records.
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
