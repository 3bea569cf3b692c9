-- A category may hold a sale's money for a time of its own (product §4.3); an order keeps what was in force when it was
-- placed, and nobody changes it afterwards. The bounds are `categoryLimits.holdDays` (domain/listings/categories.ts).

alter table categories add column hold_days integer,
  add constraint categories_hold_days_check check (hold_days between 7 and 90);

alter table orders add column hold_days integer,
  add constraint orders_hold_days_check check (hold_days between 7 and 90);
grant insert (hold_days) on orders to praca_app;
