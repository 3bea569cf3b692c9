-- Vacations of sellers (F67): from one day to another, both included, in São Paulo. While one lasts the seller's listings
-- are hidden and not sold; nothing else changes. Whether a seller is away is read from these rows and the clock alone.
create table vacations (
  id bigint generated always as identity primary key,
  seller_id bigint not null references users,
  starts_on date not null,
  ends_on date not null,
  -- The same as instants, written by the trigger: one that is planned for today begins at once.
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  created_at timestamptz not null default market_now(),
  -- When the seller ended it before its last day, which is then the day of this.
  ended_at timestamptz,
  -- When the seller cancelled it before it began.
  cancelled_at timestamptz,
  constraint vacations_days check (starts_on <= ends_on and starts_on between '2000-01-01' and '2200-01-01'
    and ends_on < '2200-01-01'),
  constraint vacations_one_end check (num_nonnulls(ended_at, cancelled_at) <= 1),
  -- A range of numbers for each seller, because two columns in one such constraint need an extension.
  constraint vacations_apart exclude using gist (int8range(seller_id * 100000 + (starts_on - date '2000-01-01'),
    seller_id * 100000 + (ends_on - date '2000-01-01'), '[]') with &&) where (cancelled_at is null)
);
create index vacations_of_seller on vacations (seller_id, ends_on desc);
create index vacations_running on vacations (ends_at) where cancelled_at is null;
create trigger vacations_guarded before insert or update on vacations for each row execute function guard_vacation();
create trigger vacations_kept before delete or truncate on vacations execute function refuse_change();
revoke insert, update, delete on vacations from praca_app;
grant insert (seller_id, starts_on, ends_on) on vacations to praca_app;
grant update (starts_on, ends_on, ended_at, cancelled_at) on vacations to praca_app;

create trigger orders_seller_here before insert on orders for each row execute function refuse_away_seller();
