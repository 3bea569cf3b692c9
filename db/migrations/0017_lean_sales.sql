-- A sale writes less: an order turns by one write, and what a purchase pays for without gaining by it goes away.

-- The one way an order changes state: its row turns once and its story grows by one row for each event. `states` are
-- the state it must be in and then the one after each event. What the row tells of the new state (when it was paid,
-- delivered, closed, and why) follows from the states; `note` is the seller's when it is delivered, else the reason.
-- Fails with 40001 when the order is elsewhere by now, and with 23503 on a step that the table doesn't know.
create function turn_order(about bigint, at_seq integer, events text[], states text[], moved_by text, mover bigint,
  moved_at timestamptz, rings_at timestamptz, rings_for text, note text)
returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  last_state text := states[cardinality(events) + 1];
  closes boolean := last_state in ('completed', 'refunded', 'cancelled', 'expired');
begin
  update public.orders o set state = last_state, state_seq = at_seq + cardinality(events),
      due_at = rings_at, due_event = rings_for,
      paid_at = case when 'paid' = any (states[2:]) then moved_at else o.paid_at end,
      started_at = case last_state when 'in_delivery' then moved_at else o.started_at end,
      delivered_at = case last_state when 'delivered' then moved_at else o.delivered_at end,
      delivery_note = case last_state when 'delivered' then note else o.delivery_note end,
      closed_at = case when closes then moved_at end,
      cancel_reason = case when closes then note end
    where o.id = about and o.state = states[1] and o.state_seq = at_seq;
  if not found then
    raise exception 'order % is no longer % (seq %)', about, states[1], at_seq
      using errcode = '40001', constraint = 'order_event_stale';
  end if;
  insert into public.order_events (order_id, seq, event, from_state, to_state, actor, actor_id, at)
    select about, at_seq + n, events[n], states[n], states[n + 1], moved_by, mover, moved_at
    from generate_subscripts(events, 1) n;
end $$;
revoke execute on function turn_order(bigint, integer, text[], text[], text, bigint, timestamptz, timestamptz, text,
  text) from public;
grant execute on function turn_order(bigint, integer, text[], text[], text, bigint, timestamptz, timestamptz, text,
  text) to praca_app;

-- State and timer are turned by it alone; the application itself moves a timer and writes the reveal.
drop trigger order_events_apply on order_events;
drop function apply_order_event();
revoke insert on order_events from praca_app;
revoke update on orders from praca_app;
grant update (due_at, revealed_at) on orders to praca_app;

-- Foreign keys that say again what is sure already. An order's event is written under the order's row, and itself
-- refers to order_transitions and so to order_states.
alter table order_events drop constraint order_events_order_id_fkey, alter column at drop default;
alter table orders drop constraint orders_state_fkey;
-- The outbox's row is written by the statement that writes its event, and events cannot be deleted; the relay has just
-- read the event it notifies of, and its reader from a row that refers to users.
alter table event_outbox drop constraint event_outbox_event_id_fkey;
alter table notifications drop constraint notifications_event_id_fkey, drop constraint notifications_user_id_fkey;
-- Held to be the order's by money.order_fault; taken from an order, which refers to the listing.
alter table settlements drop constraint settlements_seller_id_fkey;
alter table sales_to_count drop constraint sales_to_count_listing_id_fkey;

-- Indexes of facts that change less than states do, so that a change of state touches none of them.
-- Units that are available have no order.
drop index stock_units_available;
create index stock_units_free on stock_units (listing_id, id) where order_id is null;
alter table stock_units set (fillfactor = 85);
-- Charges whose money the bank hasn't shown, open or closed (their money may have come late without a notice).
drop index payments_open, payments_closed;
create index payments_awaited on payments (expires_at) where end_to_end_id is null;
alter table payments set (fillfactor = 70);
-- One index finds an order's payments and is what their references point to.
alter table refunds drop constraint refunds_payment_id_order_id_fkey;
alter table money.journals drop constraint journals_payment_id_order_id_fkey;
alter table payments drop constraint payments_of_order;
drop index payments_order;
alter table payments add constraint payments_of_order unique (order_id, id);
alter table refunds add constraint refunds_payment_id_order_id_fkey
  foreign key (payment_id, order_id) references payments (id, order_id);
alter table money.journals add constraint journals_payment_id_order_id_fkey
  foreign key (payment_id, order_id) references payments (id, order_id);
-- Rows come in the order of time, so the summary of each stretch of pages finds what is old, and costs a write nothing.
drop index idempotency_keys_age;
create index idempotency_keys_age on idempotency_keys using brin (created_at);

-- The same sets as one array constant each: `in` makes every write compile a list of casts.
alter table events drop constraint events_actor_role_check,
  add constraint events_actor_role_check check (actor_role = any ('{anonymous,user,support,admin,system}'));
alter table orders drop constraint orders_delivery_type_check, drop constraint orders_due_event_check,
  add constraint orders_delivery_type_check check (delivery_type = any ('{automatic,manual}')),
  add constraint orders_due_event_check
    check (due_event = any ('{expire,cancel_idle,cancel_late,confirm_by_time}'));
alter table stock_units drop constraint stock_units_state_check, drop constraint stock_units_check,
  add constraint stock_units_state_check
    check (state = any ('{available,reserved,delivered,replaced,invalidated}')),
  add constraint stock_units_check check (
    (state = any ('{reserved,delivered}')) = (order_id is not null) or state = any ('{replaced,invalidated}'));
alter table payments drop constraint payments_method_check, drop constraint payments_state_check,
  drop constraint confirmed_has_money,
  add constraint payments_method_check check (method = any ('{pix}')),
  add constraint payments_state_check check (state = any ('{created,pending,in_review,confirmed,partially_refunded,refunded,declined,expired,cancelled,contested,upheld,charged_back}')),
  add constraint confirmed_has_money check (
    state = any ('{created,pending,in_review,declined,expired,cancelled}') or received_cents > 0);
alter table settlements drop constraint settlements_state_check,
  add constraint settlements_state_check
    check (state = any ('{in_escrow,pending_release,released,blocked,reversed}'));
