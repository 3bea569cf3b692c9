-- The team says which order a ticket is about where its person did not (design A11); only an order of that person.
grant update (order_id) on tickets to praca_app;

create function guard_ticket_order() returns trigger language plpgsql as $$
begin
  if not exists (select from public.orders where id = new.order_id and new.user_id in (buyer_id, seller_id)) then
    raise exception 'order % is of somebody else', new.order_id using errcode = '23514', constraint = 'ticket_order';
  end if;
  return new;
end $$;
create trigger tickets_order_of_person before insert or update of order_id on tickets for each row
  when (new.order_id is not null) execute function guard_ticket_order();
