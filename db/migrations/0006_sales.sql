-- What the path of a sale needs beside its own tables.

-- Sales concluded but not yet in `listings.sold`: that column stands in an index, so a busy listing would rewrite
-- its whole row at every sale. A sweep adds them up, many sales to one write.
create table sales_to_count (
  id bigint generated always as identity primary key,
  listing_id bigint not null references listings,
  quantity integer not null check (quantity > 0)
);

-- Charges that closed unpaid are asked about once more: their money may have come late without a notice.
create index payments_closed on payments (created_at) where state in ('expired', 'cancelled');

-- A BEFORE trigger would make PostgreSQL compute the search vector again at every change of stock.
drop trigger listings_state on listings;
create trigger listings_state after update of state on listings for each row
  when (new.state <> old.state) execute function guard_listing_state();
