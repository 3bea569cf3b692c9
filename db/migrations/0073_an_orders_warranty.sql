-- An order keeps the warranty it was bought with (P01): what a category gives later touches no open order.
alter table orders add column warranty_days integer not null default 7,
  add constraint orders_warranty_days_check check (warranty_days > 0);
update orders o set warranty_days = c.warranty_days
  from listing_versions v join categories c on c.id = v.category_id
  where v.id = o.listing_version_id and c.warranty_days <> 7;
grant insert (warranty_days) on orders to praca_app;
