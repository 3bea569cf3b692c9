-- A sale's money and clock stand for three reasons now: the payer's bank looks at the payment (P26), the team looks at it
-- (§4.6, §4.15, decision 44), or the buyer's regret waits for a person (P24). All three use the one block of M7.

-- What an admin marked: an order's payment is analysed once, for no longer than the rule says.
create table analyses (
  order_id bigint primary key references orders,
  reason text not null check
    (reason = any ('{stolen_means,taken_account,own_purchase,unusual_sale,authority,other}')),
  note text not null check (length(note) between 10 and 2000),
  marked_by bigint not null references users,
  marked_at timestamptz not null default market_now(),
  until timestamptz not null,
  ended_at timestamptz,
  -- Nobody where its time was over.
  ended_by bigint references users,
  outcome text check (outcome = any ('{released,refunded,lapsed}')),
  end_note text check (length(end_note) between 1 and 2000),
  constraint analyses_time check (until > marked_at),
  constraint analyses_end check ((ended_at is null) = (outcome is null)
    and (ended_by is not null) = (coalesce(outcome, 'lapsed') <> 'lapsed') and (end_note is null) = (ended_by is null))
);
create index analyses_open on analyses (until) where ended_at is null;
revoke insert, update, delete, truncate on analyses from praca_app;
grant insert (order_id, reason, note, marked_by, until), update (ended_at, ended_by, outcome, end_note)
  on analyses to praca_app;

-- Only a sale whose money is here is analysed, by nobody who has a part in it; and time ends it when time is over.
create function guard_analysis() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' and not exists (select from public.settlements s where s.order_id = new.order_id
    and s.state <> 'reversed') then
    raise exception 'order % has no money to analyse', new.order_id
      using errcode = '23514', constraint = 'analysis_of_nothing';
  end if;
  if exists (select from public.orders o where o.id = new.order_id
    and (o.buyer_id in (new.marked_by, new.ended_by) or o.seller_id in (new.marked_by, new.ended_by))) then
    raise exception 'order % is analysed by a party to it', new.order_id
      using errcode = '23514', constraint = 'analysis_by_party';
  end if;
  if new.outcome = 'lapsed' and new.until > public.market_now() then
    raise exception 'the analysis of order % is not over', new.order_id
      using errcode = '23514', constraint = 'analysis_early';
  end if;
  return new;
end $$;
create trigger analyses_guarded before insert or update on analyses for each row execute function guard_analysis();
create trigger analyses_ended_once before update on analyses for each row
  when (old.ended_at is not null) execute function refuse_change();

-- Why a sale stands still, the strongest reason first; null while it goes on. Volatile, so that whoever waited for the
-- order's row reads it anew.
create function stop_of_sale(about bigint) returns text language plpgsql volatile as $$
begin
  if public.contested_sale(about) then return 'bank'; end if;
  if exists (select from public.analyses a where a.order_id = about and a.ended_at is null) then return 'analysis'; end if;
  if exists (select from public.refunds r where r.order_id = about and r.reason = 'regret' and r.state = 'requested') then
    return 'regret';
  end if;
  return null;
end $$;

-- As before, for every reason.
create or replace function stop_or_start_clock(about bigint) returns void language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
declare
  stands boolean := public.stop_of_sale(about) is not null;
begin
  update public.orders o set due_at = null, due_event = null, stopped_event = o.due_event,
      stopped_ms = greatest(extract(epoch from o.due_at - public.market_now()) * 1000, 0)::bigint
    where o.id = about and o.due_at is not null and stands;
  if found then return; end if;
  update public.orders o set due_at = public.market_now() + o.stopped_ms * interval '1 millisecond',
      due_event = o.stopped_event, stopped_event = null, stopped_ms = null
    where o.id = about and o.stopped_event is not null and o.state <> 'in_complaint' and not stands;
  if not found then update public.orders o set due_at = o.due_at where o.id = about; end if;
end $$;

-- As before, for every reason.
create or replace function turn_order(about bigint, at_seq integer, events text[], states text[], moved_by text,
  mover bigint, moved_at timestamptz, rings_at timestamptz, rings_for text, note text)
returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  last_state text := states[cardinality(events) + 1];
  closes boolean := last_state in ('completed', 'refunded', 'cancelled', 'expired');
  stops boolean := last_state = 'in_complaint';
  stands boolean := public.stop_of_sale(about) is not null;
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

-- As before, for every reason.
create or replace function money.tie_blocks() returns trigger language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
begin
  if exists (select from public.settlements s where s.order_id = new.order_id and s.state <> 'blocked' and (
    exists (select from public.sale_blocks b where b.order_id = s.order_id and b.lifted_at is null)
    or s.state <> 'reversed' and public.stop_of_sale(s.order_id) is not null)) then
    raise exception 'the money of order % is still stopped', new.order_id
      using errcode = '23514', constraint = 'block_money';
  end if;
  return null;
end $$;

-- What begins to stop a sale has stopped it at commit: its money and its clock.
create function money.tie_stop() returns trigger language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
begin
  if public.stop_of_sale(new.order_id) is not null and exists (
    select from public.settlements s join public.orders o on o.id = s.order_id
    where s.order_id = new.order_id and s.state <> 'reversed' and (s.state <> 'blocked' or o.due_at is not null)) then
    raise exception 'order % is to stand and goes on', new.order_id
      using errcode = '23514', constraint = 'stop_money';
  end if;
  return null;
end $$;
create constraint trigger analyses_stop after insert on analyses deferrable initially deferred
  for each row execute function money.tie_stop();
create constraint trigger refunds_stop after insert on refunds deferrable initially deferred
  for each row when (new.reason = 'regret' and new.state = 'requested') execute function money.tie_stop();

-- As before, and while the team looks nothing goes back either.
create or replace function guard_refund_by_bank() returns trigger language plpgsql as $$
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
  if new.state <> old.state and old.state <> 'processing' and not new.taken
    and exists (select from public.analyses a where a.order_id = new.order_id and a.ended_at is null) then
    raise exception 'the payment of refund % is in analysis', new.id
      using errcode = '23514', constraint = 'refund_in_analysis';
  end if;
  if new.state = 'completed' and old.state <> all ('{completed,processing,manual}') and not new.taken then
    raise exception 'refund % was not sent', new.id using errcode = '23514', constraint = 'case_state';
  end if;
  return new;
end $$;

-- An admin gives back what was concluded, while its payment is in analysis (P27).
insert into order_transitions (event, actor, from_state, to_state) values
  ('refund_analysed', 'staff', 'completed', 'refunded');
alter table forced_moves drop constraint forced_moves_event_check, add constraint forced_moves_event_check check
  (event = any ('{force_cancellation,force_delivery,force_conclusion,force_refund,refund_analysed}'));

-- Regrets that wait already stop their sales from now on; what was released before stays where it is.
do $$
declare
  waiting record;
begin
  for waiting in select s.order_id, s.state from settlements s join orders o on o.id = s.order_id
    where s.state in ('in_escrow', 'pending_release') and stop_of_sale(s.order_id) = 'regret' order by s.order_id
    for no key update of o
  loop
    insert into sale_blocks (order_id, from_state, amount_cents) values (waiting.order_id, waiting.state, 0);
    update settlements set state = 'blocked' where order_id = waiting.order_id;
    perform stop_or_start_clock(waiting.order_id);
  end loop;
end $$;
