-- The simulated carriers (server/adapters/shipping/simulator.ts): labels, and what happens to their parcels.
create table simulator.labels (
  id text primary key default gen_random_uuid()::text,
  serial bigint generated always as identity unique,
  reference text not null,
  service_name text not null,
  from_postal_code text not null,
  to_postal_code text not null,
  weight_grams integer not null check (weight_grams > 0),
  quoted_cents bigint not null check (quoted_cents > 0),
  bought_at timestamptz not null default public.market_now(),
  cancelled_at timestamptz
);
create unique index labels_reference on simulator.labels (reference) where cancelled_at is null;
create index labels_newest on simulator.labels (bought_at desc, serial desc);
grant insert, select, update on simulator.labels to praca_app;

-- Planned events are in the future; the carrier tells of one when `reported_at` has come.
create table simulator.label_events (
  label_id text not null references simulator.labels,
  kind text not null,
  at timestamptz not null,
  reported_at timestamptz not null,
  place text not null,
  words text not null,
  primary key (label_id, kind, at)
);
grant insert, select, update, delete on simulator.label_events to praca_app;
