-- The account's page adds up the last sixty days of a seller's paid sales (S19): one range, whatever came before.
create index orders_sold_paid on orders (seller_id, paid_at) where paid_at is not null;
