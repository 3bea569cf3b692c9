-- A buyer's bank takes the payment back, or asks whether it may (P26, M6, M7, decision 37). While it looks, the sale's
-- money is stopped by the block that complaints use, its clocks stand, and nothing goes back a second way. What it takes
-- is a refund that the bank made itself.

insert into case_transitions (noun, event, actor, from_state, to_state) values
  ('payment', 'contest', 'system', 'confirmed', 'contested'),
  ('payment', 'contest', 'system', 'partially_refunded', 'contested'),
  ('payment', 'contest', 'system', 'upheld', 'contested'),
  ('payment', 'uphold', 'system', 'contested', 'upheld'),
  ('payment', 'charge_back', 'system', 'contested', 'charged_back'),
  ('payment', 'refund_part', 'system', 'upheld', 'partially_refunded'),
  ('payment', 'refund_all', 'system', 'upheld', 'refunded'),
  ('refund', 'take', 'system', 'in_review', 'completed'),
  ('refund', 'take', 'system', 'approved', 'completed'),
  ('refund', 'take', 'system', 'failed', 'completed'),
  ('refund', 'take', 'system', 'manual', 'completed'),
  ('complaint', 'end_by_bank', 'system', 'open', 'closed'),
  ('complaint', 'end_by_bank', 'system', 'negotiating', 'closed'),
  ('complaint', 'end_by_bank', 'system', 'in_mediation', 'closed'),
  ('complaint', 'end_by_bank', 'system', 'decided', 'closed'),
  ('complaint', 'end_by_bank', 'system', 'appealed', 'closed');
insert into order_transitions (event, actor, from_state, to_state) values
  ('charge_back_undelivered', 'system', 'paid', 'cancelled'),
  ('charge_back_undelivered', 'system', 'in_delivery', 'cancelled'),
  ('charge_back', 'system', 'delivered', 'refunded'),
  ('charge_back', 'system', 'in_complaint', 'refunded'),
  ('charge_back', 'system', 'completed', 'refunded');
alter table complaints drop constraint complaints_ending_check,
  add constraint complaints_ending_check check
    (ending in ('agreed', 'decided', 'appeal_decided', 'silence', 'withdrawn', 'forced', 'charged_back'));

-- Since when the bank looks at it.
alter table payments add contested_at timestamptz,
  add constraint payments_contested_at check
    (state <> all ('{contested,upheld,charged_back}') or contested_at is not null);
grant update (contested_at) on payments to praca_app;
create index payments_contested on payments (contested_at) where state = 'contested';

-- The bank took it back itself, so nobody sent it.
alter table refunds add taken boolean not null default false,
  add constraint refunds_taken check
    (not taken or state = 'completed' and destination = 'original' and hand_end_to_end_id is null);
grant update (taken) on refunds to praca_app;

-- Whether the bank looks at money that a sale was paid with; money that only arrived and goes back stops no sale.
create function contested_sale(about bigint) returns boolean language sql stable as $$
  select exists (select from public.payments p where p.order_id = about and p.state = 'contested'
    and (exists (select from money.journals j where j.payment_id = p.id and j.kind = 'capture')
      or exists (select from public.refunds part where part.payment_id = p.id and part.state = 'used')))
$$;

-- As before; what the bank looks at is stopped with its clock, and what it took back is a refund that it made itself.
create or replace function money.payment_fault(subject_id bigint) returns text language plpgsql stable as $$
begin
  return (select case
    when p.received_cents <> coalesce(sum(t.amount), 0) then 'received is not what was booked'
    when bool_or((d.kind = 'psp_cash') = (p.method = 'balance')) then 'came from elsewhere'
    when p.state = 'contested' and public.contested_sale(p.order_id) and exists (
      select from public.settlements s join public.orders o on o.id = s.order_id
      where s.order_id = p.order_id and s.state <> 'reversed' and (s.state <> 'blocked' or o.due_at is not null))
      then 'contested and not stopped'
    when p.state = 'charged_back' and not exists (select from public.refunds r where r.payment_id = p.id and r.taken)
      then 'charged back and nothing was taken' end
  from public.payments p
  left join money.journals j on j.payment_id = p.id
  left join money.transfers t on t.journal_id = j.id
  left join money.accounts d on d.id = t.debit_id
  where p.id = subject_id group by p.id);
end $$;
create constraint trigger payments_contested_money after update of state on payments deferrable initially deferred
  for each row when (new.state <> old.state and new.state = any ('{contested,charged_back}'))
  execute function money.tie_case('payment');

-- As before, and a sale whose payment is contested stays stopped too.
create or replace function money.tie_blocks() returns trigger language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
begin
  if exists (select from public.settlements s where s.order_id = new.order_id and s.state <> 'blocked' and (
    exists (select from public.sale_blocks b where b.order_id = s.order_id and b.lifted_at is null)
    or s.state <> 'reversed' and public.contested_sale(s.order_id))) then
    raise exception 'the money of order % is still stopped', new.order_id
      using errcode = '23514', constraint = 'block_money';
  end if;
  return null;
end $$;

-- Money goes back one way: what the bank may take itself is neither sent, nor sent by hand, nor turned into balance; and
-- only what it did take is paid without having been sent.
create function guard_refund_by_bank() returns trigger language plpgsql as $$
declare
  payment text := (select p.state from public.payments p where p.id = new.payment_id);
begin
  if new.taken <> old.taken and not (new.taken and new.state <> old.state and payment = 'charged_back') then
    raise exception 'no bank took refund %', new.id using errcode = '23514', constraint = 'refund_taken';
  end if;
  if new.state <> old.state and old.state <> 'processing' and payment = 'contested' then
    raise exception 'the bank looks at the payment of refund %', new.id
      using errcode = '23514', constraint = 'refund_contested';
  end if;
  if new.state = 'completed' and old.state <> all ('{completed,processing,manual}') and not new.taken then
    raise exception 'refund % was not sent', new.id using errcode = '23514', constraint = 'case_state';
  end if;
  return new;
end $$;
create trigger refunds_by_bank before update of state, taken on refunds for each row
  when (new.taken <> old.taken or new.state <> old.state and new.state = any ('{processing,completed}'))
  execute function guard_refund_by_bank();

-- The clock of an order stands while the bank looks at its payment, and goes on with the time that it still had.
create function stop_or_start_clock(about bigint) returns void language sql security definer
set search_path = pg_catalog, pg_temp as $$
  update public.orders o set due_at = null, due_event = null, stopped_event = o.due_event,
      stopped_ms = greatest(extract(epoch from o.due_at - public.market_now()) * 1000, 0)::bigint
    where o.id = about and o.due_at is not null and public.contested_sale(about);
  update public.orders o set due_at = public.market_now() + o.stopped_ms * interval '1 millisecond',
      due_event = o.stopped_event, stopped_event = null, stopped_ms = null
    where o.id = about and o.stopped_event is not null and o.state <> 'in_complaint' and not public.contested_sale(about);
$$;
revoke execute on function stop_or_start_clock(bigint), guard_refund_by_bank() from public;
grant execute on function stop_or_start_clock(bigint) to praca_app;

-- As before; while the bank looks at the payment a new state's clock does not begin, and a complaint takes over the one
-- that stands.
create or replace function turn_order(about bigint, at_seq integer, events text[], states text[], moved_by text,
  mover bigint, moved_at timestamptz, rings_at timestamptz, rings_for text, note text)
returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  last_state text := states[cardinality(events) + 1];
  closes boolean := last_state in ('completed', 'refunded', 'cancelled', 'expired');
  stops boolean := last_state = 'in_complaint';
  stands boolean := exists (select from public.payments p where p.order_id = about and p.state = 'contested')
    and public.contested_sale(about);
begin
  if (array_ndims(events) = 1 and array_ndims(states) = 1 and array_lower(events, 1) = 1 and array_lower(states, 1) = 1
    and cardinality(states) = cardinality(events) + 1) is not true then
    raise exception 'not a turn of an order: % %', events, states using errcode = '23514', constraint = 'order_turn';
  end if;
  update public.orders o set state = last_state, state_seq = at_seq + cardinality(events),
      due_at = case when not stands then rings_at end, due_event = case when not stands then rings_for end,
      paid_at = case when 'paid' = any (states[2:]) then moved_at else o.paid_at end,
      started_at = case when last_state = 'in_delivery' and not o.state = 'in_complaint' then moved_at
        else o.started_at end,
      delivered_at = case when last_state = 'delivered' and not o.state = 'in_complaint' then moved_at
        else o.delivered_at end,
      delivery_note = case when last_state = 'delivered' and not o.state = 'in_complaint' then note
        else o.delivery_note end,
      closed_at = case when stops then o.closed_at
        when last_state = 'completed' then coalesce(o.closed_at, moved_at) when closes then moved_at end,
      cancel_reason = case when closes then note end,
      state_before = case when stops then states[cardinality(events)] end,
      stopped_event = case when stops then coalesce(o.due_event, o.stopped_event) when stands then rings_for end,
      stopped_ms = case when stops and o.due_at is null then o.stopped_ms
        when stops then greatest(extract(epoch from o.due_at - moved_at) * 1000, 0)::bigint
        when stands and rings_at is not null then greatest(extract(epoch from rings_at - moved_at) * 1000, 0)::bigint end
    where o.id = about and o.state = states[1] and o.state_seq = at_seq;
  if not found then
    raise exception 'order % is no longer % (seq %)', about, states[1], at_seq
      using errcode = '40001', constraint = 'order_event_stale';
  end if;
  insert into public.order_events (order_id, seq, event, from_state, to_state, actor, actor_id, at)
    select about, at_seq + n, events[n], states[n], states[n + 1], moved_by, mover, moved_at
    from generate_subscripts(events, 1) n;
end $$;

-- The pretend bank learns it: what its customer says about a charge, and what it took back itself.
alter table simulator.charges
  add contestation text check (contestation in ('open', 'kept', 'lost')),
  add taken_cents bigint not null default 0 check (taken_cents >= 0);
