-- A code that was sold is nobody else's: it never comes back on sale, goes to no other order, and is not deleted.
create trigger stock_units_stay_sold before update on stock_units for each row
  when (old.order_id <> new.order_id or (old.state = any ('{delivered,replaced,invalidated}')
    and (new.state = any ('{available,reserved}') or new.order_id is distinct from old.order_id
      or new.listing_id <> old.listing_id)))
  execute function refuse_change();
create trigger stock_units_stay before delete on stock_units for each row when (old.state <> 'available')
  execute function refuse_change();
