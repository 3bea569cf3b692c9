-- P07: money that comes late is late by the order's own deadline, whenever the sweep saw that it had passed (decision 73).
alter table orders add column lapsed_at timestamptz;

create function note_lapsed_order() returns trigger language plpgsql as $$
begin
  new.lapsed_at := case when old.due_at <= new.closed_at then old.due_at end;
  return new;
end $$;
create trigger orders_lapsed before update of state on orders for each row
  when (new.state in ('expired', 'cancelled') and old.paid_at is null) execute function note_lapsed_order();
