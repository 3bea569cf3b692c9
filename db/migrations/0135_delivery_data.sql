-- P09: «Dados para a entrega», what the buyer of a delivery by hand writes for its seller. The nearest category that has
-- a choice says whether they are asked for; an order keeps what was asked for when it was placed.
alter table categories add column delivery_data text check (delivery_data in ('none', 'optional', 'required')),
  add column delivery_data_hint text not null default '' check (length(delivery_data_hint) <= 120);

alter table orders add column delivery_data text not null default 'none'
  check (delivery_data in ('none', 'optional', 'required') and (delivery_type = 'manual' or delivery_data = 'none'));
grant insert (delivery_data) on orders to praca_app;

-- Sealed as codes are (server/secrets/seal.ts); opened once, by the start of the delivery.
create table order_delivery_data (
  order_id bigint primary key references orders,
  sealed bytea not null check (length(sealed) between 29 and 2100),
  written_at timestamptz not null default market_now(),
  opened_at timestamptz
);
create index order_delivery_data_old on order_delivery_data (written_at);
revoke insert, update, truncate on order_delivery_data from praca_app;
grant insert (order_id, sealed), update (sealed, written_at, opened_at) on order_delivery_data to praca_app;

-- Written where they are asked for and until the delivery begins, opened then, and erased when the order is over.
create function guard_delivery_data() returns trigger language plpgsql as $$
declare
  about bigint := case when tg_op = 'DELETE' then old.order_id else new.order_id end;
  deal public.orders := (select o from public.orders o where o.id = about);
begin
  if tg_op = 'DELETE' then
    if deal.closed_at is null then
      raise exception 'order % is not over', about using errcode = '23514', constraint = 'delivery_data_kept';
    end if;
    return old;
  end if;
  if deal.delivery_data = 'none'
    or not deal.state = any ('{awaiting_payment,payment_in_review,paid}')
    or tg_op = 'UPDATE' and (old.opened_at is not null or new.order_id <> old.order_id
      or new.opened_at is not null and (deal.state <> 'paid' or new.sealed <> old.sealed)) then
    raise exception 'order % takes no such delivery data', about
      using errcode = '23514', constraint = 'delivery_data_in_time';
  end if;
  return new;
end $$;
create trigger order_delivery_data_guard before insert or update or delete on order_delivery_data
  for each row execute function guard_delivery_data();
