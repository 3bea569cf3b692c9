-- What a category sells (domain/listings/category-kinds.ts); the nearest category with a value decides, and an order
-- keeps the value of its placement. Null: anything.
alter table categories
  add column kind text check (kind in ('code', 'account', 'file', 'service', 'physical'));
alter table orders
  add column category_kind text check (category_kind in ('code', 'account', 'file', 'service', 'physical'));
grant insert (category_kind) on orders to praca_app;

alter table complaints
  drop constraint complaints_reason_check,
  add constraint complaints_reason_check check (reason in ('not_received', 'not_as_described', 'invalid_code',
    'no_access', 'broken_file', 'damaged', 'recovered', 'incomplete', 'late', 'other'));
