-- The simulated bank (server/adapters/payments/simulator.ts). It keeps books of its own, as a real bank would:
-- nothing here refers to our tables, and nothing of ours refers to these.

create table simulator.charges (
  reference text primary key,
  id text not null unique,
  amount_cents bigint not null check (amount_cents > 0),
  description text not null,
  expires_at timestamptz not null,
  cancelled_at timestamptz,
  created_at timestamptz not null default public.market_now(),
  -- Cards and boletos.
  method text not null default 'pix' check (method in ('pix', 'card', 'boleto')),
  card_brand text,
  card_last4 text,
  -- What becomes of a card payment: approved at once, or after a review by the bank.
  card_state text check (card_state in ('approved', 'declined', 'in_review')),
  card_reason text,
  -- What the bank's customer says about a charge, and what the bank took back.
  contestation text check (contestation in ('open', 'kept', 'lost', 'won')),
  taken_cents bigint not null default 0 check (taken_cents >= 0)
);
create index charges_newest on simulator.charges (created_at desc);
grant insert, select, update on simulator.charges to praca_app;

-- Attempts to open a charge, so that a first failure of the bank can be simulated.
create table simulator.refusals (
  reference text primary key,
  count integer not null
);
grant insert, select, update on simulator.refusals to praca_app;

-- Every Pix received. A charge may be paid late, twice, or with another amount, as happens at real banks.
create table simulator.receipts (
  end_to_end_id text primary key,
  charge_reference text not null references simulator.charges,
  amount_cents bigint not null check (amount_cents > 0),
  at timestamptz not null default public.market_now(),
  payer_document text
);
create index receipts_charge on simulator.receipts (charge_reference);
grant insert, select, update on simulator.receipts to praca_app;

create table simulator.refunds (
  reference text primary key,
  end_to_end_id text not null references simulator.receipts,
  amount_cents bigint not null check (amount_cents > 0),
  state text not null check (state in ('processing', 'done', 'failed')),
  reason text,
  created_at timestamptz not null default public.market_now()
);
create index refunds_receipt on simulator.refunds (end_to_end_id);
grant insert, select, update on simulator.refunds to praca_app;

create table simulator.payouts (
  reference text primary key,
  amount_cents bigint not null check (amount_cents > 0),
  pix_key text not null,
  holder_name text not null,
  document text not null,
  state text not null check (state in ('processing', 'done', 'failed')),
  reason text,
  created_at timestamptz not null default public.market_now(),
  -- A payout may be returned too.
  returned_at timestamptz,
  constraint payouts_returned check (returned_at is null or state = 'failed')
);
create index payouts_newest on simulator.payouts (created_at desc);
grant insert, select, update on simulator.payouts to praca_app;
