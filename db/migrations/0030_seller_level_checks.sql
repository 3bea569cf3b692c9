alter table orders validate constraint orders_seller_level;
alter table orders validate constraint orders_level_hold;
