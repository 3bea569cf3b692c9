-- The pretend bank that ships with the product (server/adapters/payments/simulator.ts). It keeps books of its own,
-- as a real bank would: nothing here refers to our tables and nothing of ours refers to these.

create schema simulator;
grant usage on schema simulator to praca_app;

create table simulator.charges (
  reference text primary key,
  id text not null unique,
  amount_cents bigint not null check (amount_cents > 0),
  description text not null,
  expires_at timestamptz not null,
  cancelled_at timestamptz,
  created_at timestamptz not null default public.market_now()
);
create index charges_newest on simulator.charges (created_at desc);

-- Attempts to open a charge, so that «the bank was away the first time» can be played.
create table simulator.refusals (
  reference text primary key,
  count integer not null
);

-- Every Pix that came in. A charge may be paid late, twice, or with another amount: banks see it daily.
create table simulator.receipts (
  end_to_end_id text primary key,
  charge_reference text not null references simulator.charges,
  amount_cents bigint not null check (amount_cents > 0),
  at timestamptz not null default public.market_now()
);
create index receipts_charge on simulator.receipts (charge_reference);

create table simulator.refunds (
  reference text primary key,
  end_to_end_id text not null references simulator.receipts,
  amount_cents bigint not null check (amount_cents > 0),
  state text not null check (state in ('processing', 'done', 'failed')),
  reason text,
  created_at timestamptz not null default public.market_now()
);
create index refunds_receipt on simulator.refunds (end_to_end_id);

create table simulator.payouts (
  reference text primary key,
  amount_cents bigint not null check (amount_cents > 0),
  pix_key text not null,
  holder_name text not null,
  document text not null,
  state text not null check (state in ('processing', 'done', 'failed')),
  reason text,
  created_at timestamptz not null default public.market_now()
);
create index payouts_newest on simulator.payouts (created_at desc);

grant select, insert, update on all tables in schema simulator to praca_app;
