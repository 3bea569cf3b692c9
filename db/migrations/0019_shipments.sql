-- Freight is a part of the total that bears no commission (S05); a label that the platform bought is paid out of the
-- sale when the parcel is posted (S06).
alter table orders
  add column freight_cents bigint not null default 0 check (freight_cents >= 0),
  add column label_cents bigint not null default 0 check (label_cents >= 0),
  -- S07: first the end of the time to post, then the day of arrival. Null where the promise counts hours.
  add column promised_at timestamptz,
  drop constraint orders_check,
  add constraint orders_total check (total_cents = unit_price_cents * quantity + freight_cents
    and total_cents <= 10000000000),
  add constraint orders_freight_travels check (delivery_type = 'shipping' or greatest(freight_cents, label_cents) = 0),
  drop constraint orders_commission_by_rule,
  add constraint orders_commission_by_rule check (commission_cents = money.commission_of(total_cents - freight_cents,
    commission_bps, min_commission_cents, max_commission_cents)),
  drop constraint orders_guarantee_by_rule,
  add constraint orders_guarantee_by_rule check (guarantee_cents =
    least(money.share_of(total_cents - freight_cents, guarantee_bps), commission_cents)),
  drop constraint orders_due_event_check,
  add constraint orders_due_event_check
    check (due_event = any ('{expire,cancel_idle,cancel_late,lose,assume_delivered,confirm_by_time}'));
grant insert (freight_cents) on orders to praca_app;
grant update (label_cents, promised_at) on orders to praca_app;

insert into order_transitions (event, from_state, to_state, actor) values
  ('post', 'paid', 'in_delivery', 'seller'),
  ('post', 'paid', 'in_delivery', 'system'),
  ('receive', 'in_delivery', 'delivered', 'buyer'),
  ('deliver_by_carrier', 'in_delivery', 'delivered', 'system'),
  ('assume_delivered', 'in_delivery', 'delivered', 'system'),
  ('hand_over', 'paid', 'delivered', 'seller'),
  ('lose', 'in_delivery', 'cancelled', 'system'),
  ('return_parcel', 'in_delivery', 'cancelled', 'system');

alter table order_reminders
  drop constraint order_reminders_kind_check,
  add constraint order_reminders_kind_check check (kind in ('payment_near', 'delivery_near', 'delivery_overdue',
    'parcel_late', 'confirm_first', 'confirm_last'));

insert into money.account_kinds (kind, owner, side, bound) values ('freight_payable', 'platform', 'credit', 0);
insert into money.journal_kinds (kind, subject, key_form, takes_payment) values
  ('freight', 'order', 'freight:order:#', false),
  ('freight_returned', 'order', 'freight:order:#:returned', false);
insert into money.leg_rules (journal_kind, debit_kind, credit_kind, debit_case, credit_case, amount) values
  ('freight', 'escrow', 'freight_payable', 'order', 'platform', 'share'),
  ('freight', 'escrow', 'fee_revenue', 'order', 'platform', 'share'),
  ('freight', 'guarantee_fund', 'freight_payable', 'platform', 'platform', 'share'),
  ('freight', 'escrow', 'available', 'order', 'seller', 'share'),
  ('freight_returned', 'guarantee_fund', 'escrow', 'platform', 'order', 'share'),
  ('freight_returned', 'available', 'escrow', 'seller', 'order', 'share'),
  ('freight_returned', 'recoverable', 'escrow', 'seller', 'order', 'share');

-- What carriers asked for a parcel (S04). An order copies what it uses.
create table freight_quotes (
  id text primary key check (id ~ '^[0-9a-f]{32}$'),
  listing_id bigint not null references listings on delete cascade,
  quantity integer not null check (quantity between 1 and 999),
  postal_code text not null check (postal_code ~ '^\d{8}$'),
  -- The packed parcel, its origin and whether the seller pays: a quote of another offer is not used.
  offer jsonb not null check (length(offer::text) <= 1000),
  services jsonb not null check (length(services::text) <= 8000),
  -- The provider gave no answer, and the own table was used.
  fallback boolean not null,
  created_at timestamptz not null default market_now(),
  expires_at timestamptz not null
);
create index freight_quotes_of on freight_quotes (listing_id, postal_code, quantity, expires_at);
create index freight_quotes_expiry on freight_quotes (expires_at);
revoke update on freight_quotes from praca_app;

-- The parcel of a shipped order (S04, S07 to S09): what was quoted, and what the carrier did.
create table shipments (
  order_id bigint primary key references orders,
  state text not null default 'preparing' check (state = any
    ('{preparing,posted,in_transit,out_for_delivery,awaiting_collection,delivered,failed,returning,returned,lost,cancelled}')),
  source text not null check (source in ('table', 'melhor_envio', 'simulator')),
  service text not null check (length(service) between 1 and 60),
  carrier text not null check (length(carrier) between 1 and 60),
  service_name text not null check (length(service_name) between 1 and 60),
  -- The whole price of the service, also where the seller pays it or a part.
  quoted_cents bigint not null check (quoted_cents between 0 and 10000000),
  business_days smallint not null check (business_days between 1 and 90),
  weight_grams integer not null check (weight_grams between 1 and 1000000),
  length_cm smallint not null check (length_cm between 1 and 1000),
  width_cm smallint not null check (width_cm between 1 and 1000),
  height_cm smallint not null check (height_cm between 1 and 1000),
  insured_cents bigint not null check (insured_cents >= 0),
  handling_days smallint not null check (handling_days between 1 and 5),
  origin_state text not null check (origin_state ~ '^[A-Z]{2}$'),
  destination_state text not null check (destination_state ~ '^[A-Z]{2}$'),
  -- A label that the platform bought (S14).
  label_id text unique check (length(label_id) between 1 and 100),
  charged_cents bigint check (charged_cents between 0 and 10000000),
  tracking_code text unique check (tracking_code ~ '^[A-Z0-9]{6,40}$'),
  posted_at timestamptz,
  delivered_at timestamptz,
  -- When the carrier is asked again; null once nothing more is expected.
  next_check_at timestamptz,
  failed_checks smallint not null default 0,
  -- A bought label of a parcel that is not sent, cancelled at the carrier.
  label_cancelled_at timestamptz,
  constraint shipments_label_source check (label_id is null or source <> 'table'),
  constraint shipments_label_cost check ((label_id is null) = (charged_cents is null)),
  constraint shipments_delivered check ((state = 'delivered') = (delivered_at is not null))
);
create index shipments_due on shipments (next_check_at) where next_check_at is not null;
create index shipments_labels_to_cancel on shipments (order_id)
  where state = 'cancelled' and label_id is not null and label_cancelled_at is null;
create index shipments_by_state on shipments (state, order_id);
revoke insert, update, delete on shipments from praca_app;
grant insert (order_id, source, service, carrier, service_name, quoted_cents, business_days, weight_grams, length_cm,
  width_cm, height_cm, insured_cents, handling_days, origin_state, destination_state) on shipments to praca_app;
grant update (state, carrier, label_id, charged_cents, tracking_code, posted_at, delivered_at, next_check_at, failed_checks,
  label_cancelled_at)
  on shipments to praca_app;

-- What happened to a parcel, with the carrier's own time, place and words (S09). A repeated report is one row.
create table shipment_events (
  id bigint generated always as identity primary key,
  order_id bigint not null references shipments,
  kind text not null,
  at timestamptz not null,
  place text not null default '' check (length(place) <= 120),
  words text not null default '' check (length(words) <= 300),
  -- Who reported it: the carrier, or the seller who posted the parcel.
  reported_by text not null check (reported_by in ('carrier', 'seller', 'system')),
  received_at timestamptz not null default market_now(),
  constraint shipment_events_once unique (order_id, kind, at)
);
create trigger shipment_events_append_only before update or delete or truncate on shipment_events
  for each statement execute function refuse_change();
revoke update, delete on shipment_events from praca_app;

-- The events in the order in which those of one instant happened, and what each makes of a parcel; equal to the tables
-- in domain/shipping, which a test compares.
create table shipment_event_kinds (
  kind text primary key,
  rank smallint not null unique
);
revoke insert, update, delete on shipment_event_kinds from praca_app;
insert into shipment_event_kinds (kind, rank) values
  ('posted', 0),
  ('moved', 1),
  ('out_for_delivery', 2),
  ('attempt_failed', 3),
  ('refused', 4),
  ('awaiting_collection', 5),
  ('returning', 6),
  ('lost', 7),
  ('returned', 8),
  ('delivered', 9);
create table shipment_transitions (
  event text not null references shipment_event_kinds,
  from_state text not null,
  to_state text not null,
  primary key (event, from_state)
);
revoke insert, update, delete on shipment_transitions from praca_app;
insert into shipment_transitions (event, from_state, to_state) values
  ('posted', 'preparing', 'posted'),
  ('moved', 'preparing', 'in_transit'),
  ('moved', 'posted', 'in_transit'),
  ('moved', 'in_transit', 'in_transit'),
  ('moved', 'out_for_delivery', 'in_transit'),
  ('moved', 'awaiting_collection', 'in_transit'),
  ('moved', 'failed', 'in_transit'),
  ('moved', 'lost', 'in_transit'),
  ('out_for_delivery', 'preparing', 'out_for_delivery'),
  ('out_for_delivery', 'posted', 'out_for_delivery'),
  ('out_for_delivery', 'in_transit', 'out_for_delivery'),
  ('out_for_delivery', 'out_for_delivery', 'out_for_delivery'),
  ('out_for_delivery', 'awaiting_collection', 'out_for_delivery'),
  ('out_for_delivery', 'failed', 'out_for_delivery'),
  ('out_for_delivery', 'lost', 'out_for_delivery'),
  ('attempt_failed', 'preparing', 'failed'),
  ('attempt_failed', 'posted', 'failed'),
  ('attempt_failed', 'in_transit', 'failed'),
  ('attempt_failed', 'out_for_delivery', 'failed'),
  ('attempt_failed', 'awaiting_collection', 'failed'),
  ('attempt_failed', 'failed', 'failed'),
  ('attempt_failed', 'lost', 'failed'),
  ('refused', 'preparing', 'failed'),
  ('refused', 'posted', 'failed'),
  ('refused', 'in_transit', 'failed'),
  ('refused', 'out_for_delivery', 'failed'),
  ('refused', 'awaiting_collection', 'failed'),
  ('refused', 'failed', 'failed'),
  ('refused', 'lost', 'failed'),
  ('awaiting_collection', 'preparing', 'awaiting_collection'),
  ('awaiting_collection', 'posted', 'awaiting_collection'),
  ('awaiting_collection', 'in_transit', 'awaiting_collection'),
  ('awaiting_collection', 'out_for_delivery', 'awaiting_collection'),
  ('awaiting_collection', 'awaiting_collection', 'awaiting_collection'),
  ('awaiting_collection', 'failed', 'awaiting_collection'),
  ('awaiting_collection', 'lost', 'awaiting_collection'),
  ('returning', 'preparing', 'returning'),
  ('returning', 'posted', 'returning'),
  ('returning', 'in_transit', 'returning'),
  ('returning', 'out_for_delivery', 'returning'),
  ('returning', 'awaiting_collection', 'returning'),
  ('returning', 'failed', 'returning'),
  ('returning', 'lost', 'returning'),
  ('returning', 'delivered', 'returning'),
  ('lost', 'preparing', 'lost'),
  ('lost', 'posted', 'lost'),
  ('lost', 'in_transit', 'lost'),
  ('lost', 'out_for_delivery', 'lost'),
  ('lost', 'awaiting_collection', 'lost'),
  ('lost', 'failed', 'lost'),
  ('lost', 'returning', 'lost'),
  ('returned', 'preparing', 'returned'),
  ('returned', 'posted', 'returned'),
  ('returned', 'in_transit', 'returned'),
  ('returned', 'out_for_delivery', 'returned'),
  ('returned', 'awaiting_collection', 'returned'),
  ('returned', 'failed', 'returned'),
  ('returned', 'lost', 'returned'),
  ('returned', 'returning', 'returned'),
  ('returned', 'delivered', 'returned'),
  ('delivered', 'preparing', 'delivered'),
  ('delivered', 'posted', 'delivered'),
  ('delivered', 'in_transit', 'delivered'),
  ('delivered', 'out_for_delivery', 'delivered'),
  ('delivered', 'awaiting_collection', 'delivered'),
  ('delivered', 'failed', 'delivered'),
  ('delivered', 'lost', 'delivered'),
  ('delivered', 'returning', 'delivered');
create constraint trigger shipments_state after update on shipments deferrable initially deferred
  for each row when (new.state <> old.state or new.posted_at is distinct from old.posted_at)
  execute function check_shipment();
create constraint trigger shipment_events_state after insert on shipment_events deferrable initially deferred
  for each row execute function check_shipment();
create trigger orders_shipment after update of state on orders for each row
  when (new.delivery_type = 'shipping' and new.state <> old.state and (new.state in ('cancelled', 'expired')
    or new.state = 'paid' and old.state in ('cancelled', 'expired')))
  execute function follow_order_with_shipment();

-- The addresses of a shipped order as they were when it was placed, sealed like the address book (S03).
create table order_addresses (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders,
  kind text not null check (kind in ('receiving', 'sending')),
  user_id bigint not null references users,
  sealed bytea not null check (length(sealed) between 37 and 8000),
  unique (order_id, kind)
);
create index order_addresses_user on order_addresses (user_id);
revoke insert, update on order_addresses from praca_app;
grant insert (order_id, kind, user_id, sealed) on order_addresses to praca_app;
grant update (sealed) on order_addresses to praca_app;

-- S12: the buyer's code, which the seller types when the item is handed over.
create table pickups (
  order_id bigint primary key references orders,
  sealed bytea not null check (length(sealed) between 37 and 200),
  failed_tries smallint not null default 0 check (failed_tries between 0 and 10)
);
revoke insert, update, delete on pickups from praca_app;
grant insert (order_id, sealed) on pickups to praca_app;
grant update (sealed, failed_tries) on pickups to praca_app;
