-- Delivery by carrier and pickup (S01, S02). A category may narrow what its kind allows; the nearest category with a
-- value decides. Null: everything that the kind allows.
alter table categories add column delivery_types text[]
  check (delivery_types <@ '{automatic,manual,shipping,pickup}' and cardinality(delivery_types) > 0);

alter table listings
  add column also_pickup boolean not null default false,
  add column weight_grams integer check (weight_grams between 1 and 30000),
  add column length_cm smallint check (length_cm between 1 and 200),
  add column width_cm smallint check (width_cm between 1 and 200),
  add column height_cm smallint check (height_cm between 1 and 200),
  -- Business days from payment to posting.
  add column handling_days smallint check (handling_days between 1 and 5),
  -- The seller pays the freight.
  add column free_shipping boolean not null default false,
  -- From which of the seller's addresses it is sent. Buyers read its city only, which `city_id` has too.
  add column origin_address_id bigint references addresses on delete set null,
  drop constraint listings_delivery_type_check,
  add constraint listings_delivery_type_check
    check (delivery_type in ('automatic', 'manual', 'shipping', 'pickup')),
  drop constraint listed_is_complete,
  add constraint listed_is_complete check (state not in ('in_triage', 'in_review', 'published', 'paused', 'sold_out') or (
    category_id is not null and length(title) between 3 and 960 and length(description) between 1 and 80000
    and price_cents is not null and delivery_type is not null and promised_hours is not null
    and (delivery_type = 'manual') = (promised_hours > 0)
    and cardinality(image_ids) between 1 and 20 and ownership_declared)),
  add constraint only_shipping_has_freight check (delivery_type is not distinct from 'shipping'
    or not (also_pickup or free_shipping)),
  -- States that may come back on sale without another submission are included.
  add constraint shipping_is_complete check (delivery_type is distinct from 'shipping'
    or state in ('draft', 'changes_requested', 'rejected', 'removed')
    or num_nonnulls(weight_grams, length_cm, width_cm, height_cm, handling_days, origin_address_id, city_id) = 7);
create index listings_origin_address on listings (origin_address_id) where origin_address_id is not null;

-- The address of origin is not part of the offer, so a version has the city only.
alter table listing_versions
  add column also_pickup boolean not null default false,
  add column weight_grams integer,
  add column length_cm smallint,
  add column width_cm smallint,
  add column height_cm smallint,
  add column handling_days smallint,
  add column free_shipping boolean not null default false;

-- A change to shipping also says what goes with it.
alter table listing_revisions
  add column also_pickup boolean,
  add column free_shipping boolean,
  drop constraint listing_revisions_delivery_type_check,
  add constraint listing_revisions_delivery_type_check
    check (delivery_type in ('automatic', 'manual', 'shipping', 'pickup')),
  add constraint listing_revisions_freight
    check (num_nonnulls(also_pickup, free_shipping) = case when delivery_type is not distinct from 'shipping' then 2 else 0 end);

-- An order has one type, which its buyer chose.
alter table orders
  drop constraint orders_delivery_type_check,
  add constraint orders_delivery_type_check
    check (delivery_type = any ('{automatic,manual,shipping,pickup}'));
