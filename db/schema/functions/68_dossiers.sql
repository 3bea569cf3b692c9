-- Dossiers of orders.

-- A side makes a dossier of an own order for itself; the team makes those for itself and for authorities, and not of an
-- order of the maker's.
create or replace function check_dossier_reader() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
declare
  buyer bigint;
  seller bigint;
begin
  select o.buyer_id, o.seller_id into buyer, seller from orders o where o.id = new.order_id;
  if (case new.reader when 'buyer' then new.made_by is distinct from buyer
    when 'seller' then new.made_by is distinct from seller
    else new.made_by in (buyer, seller) or not exists (select from users u
      where u.id = new.made_by and (u.role = 'admin' or u.role = 'support' and new.reader = 'staff')) end) then
    raise exception 'user % may not make a dossier for the % of order %', new.made_by, new.reader, new.order_id
      using errcode = '23514', constraint = 'dossiers_maker';
  end if;
  return new;
end $$;
