-- S15: staff say what became of a parcel by a forced move (P27), and hand over a pickup whose code does not work.
insert into order_transitions (event, from_state, to_state, actor) values
  ('lose', 'in_delivery', 'cancelled', 'staff'),
  ('return_parcel', 'in_delivery', 'cancelled', 'staff'),
  ('return_for_address', 'in_delivery', 'cancelled', 'staff'),
  ('force_delivery', 'paid', 'delivered', 'staff');

alter table forced_moves
  drop constraint forced_moves_event_check,
  add constraint forced_moves_event_check check (event in ('force_cancellation', 'force_delivery', 'lose',
    'return_parcel', 'return_for_address', 'force_conclusion', 'force_refund', 'refund_analysed'));

alter table shipment_events
  drop constraint shipment_events_reported_by_check,
  add constraint shipment_events_reported_by_check check (reported_by in ('carrier', 'seller', 'system', 'staff')),
  add constraint shipment_events_of_staff check (reported_by <> 'staff' or kind in ('lost', 'returned', 'delivered'));
-- The newest answer of the carrier.
create index shipment_events_received on shipment_events (received_at) where reported_by = 'carrier';
create constraint trigger shipment_events_forced after insert on shipment_events deferrable initially deferred
  for each row when (new.reported_by = 'staff') execute function check_staff_fact();

alter table shipments
  -- When the carrier reported what the order's end contradicts, until staff settle it: a lost parcel that was found.
  add column contradicted_at timestamptz;
grant update (contradicted_at) on shipments to praca_app;
create index shipments_contradicted on shipments (contradicted_at, order_id) where contradicted_at is not null;
create index shipments_delivered_at on shipments (delivered_at) where delivered_at is not null;
create index shipments_charged on shipments (posted_at) where label_id is not null and posted_at is not null;
create index shipments_failed_checks on shipments (order_id) where failed_checks > 0;

create index pickups_stuck on pickups (order_id) where failed_tries = 10;
create trigger pickups_tries before update of failed_tries on pickups
  for each row when (new.failed_tries <> old.failed_tries) execute function guard_pickup_tries();

create index freight_quotes_created on freight_quotes (created_at);

-- Carriers' webhooks by day: their content is not stored, because what happened is read from the carrier (S09).
create table carrier_notices (
  day date not null,
  provider text not null check (length(provider) between 2 and 30),
  accepted integer not null default 0 check (accepted >= 0),
  refused integer not null default 0 check (refused >= 0),
  newest_at timestamptz not null,
  primary key (day, provider)
);
revoke delete on carrier_notices from praca_app;
