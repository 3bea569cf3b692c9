-- Reminders of the deadlines of an order (product §4.2 P18, §4.16): each is told once, by whichever process comes first.
create table order_reminders (
  order_id bigint not null references orders,
  kind text not null check (kind in ('payment_near', 'delivery_near', 'delivery_overdue', 'confirm_first', 'confirm_last')),
  told_at timestamptz not null default market_now(),
  primary key (order_id, kind)
);
grant select, insert on order_reminders to praca_app;
