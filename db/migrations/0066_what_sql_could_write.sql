-- What plain SQL could still write as the application's role, found by trying: each is refused at the write or at commit
-- now, and what the books did not show is shown.

-- A leg comes once in a journal, so that half of a debt is not netted twice and a fee is not paid out. What a refund
-- takes from the seller or from the platform's earnings, it takes of a sale that was concluded before; and what is
-- stopped by a block left the hold before, so that no sale is stopped twice over.
alter table money.leg_rules drop constraint leg_rules_amount_check,
  add constraint leg_rules_amount_check check (amount = any
    ('{total,emptied,refund,withdrawal,payout,fee,share,half,block,drained,concluded}'));
update money.leg_rules set amount = 'concluded' where journal_kind = 'refund' and amount = 'share';

create or replace view money.leg_faults as
select t.journal_id, t.leg, case
  when rule.amount is null then 'leg_rule'
  when d.case_id is distinct from case rule.debit_case when 'platform' then 0 when 'order' then o.id
    when 'seller' then o.seller_id when 'buyer' then o.buyer_id when 'refund' then r.id
    when 'withdrawal' then w.id else w.user_id end then 'payee'
  when c.case_id is distinct from case rule.credit_case when 'platform' then 0 when 'order' then o.id
    when 'seller' then o.seller_id when 'buyer' then o.buyer_id when 'refund' then r.id
    when 'withdrawal' then w.id else w.user_id end then 'payee'
  when t.leg > 1 and exists (select from money.transfers twin where twin.journal_id = t.journal_id and twin.leg < t.leg
    and twin.debit_id = t.debit_id and twin.credit_id = t.credit_id) then 'leg_twice'
  when not coalesce(case rule.amount
    when 'total' then t.credit_balance = o.total_cents and t.amount = o.total_cents - (
      select coalesce(sum(part.amount_cents), 0) from public.refunds part
      where part.order_id = o.id and part.state = 'used')
    when 'emptied' then d.debits = d.credits
    when 'refund' then t.amount = r.amount_cents
    when 'withdrawal' then t.amount = w.amount_cents
    when 'payout' then t.amount = w.amount_cents - w.fee_cents
    when 'fee' then t.amount = w.fee_cents
    when 'block' then t.amount = (select b.amount_cents from public.sale_blocks b
      join money.accounts p on p.kind = 'pending_release' and p.case_id = b.order_id and p.shard = 0
      where b.id = j.block_id and p.debits = p.credits)
    when 'drained' then t.debit_balance = 0
    when 'half' then t.amount <= coalesce(w.amount_cents, (select sum(x.amount) / 2 from money.transfers x
      where x.journal_id = t.journal_id and x.credit_id = t.debit_id))
    when 'concluded' then exists (select from money.journals done
      where done.key = 'conclude:order:' || j.order_id and done.id < j.id)
    when 'share' then true end, false) then 'leg_amount'
  end as fault
from money.transfers t
left join money.journals j on j.id = t.journal_id
left join money.accounts d on d.id = t.debit_id
left join money.accounts c on c.id = t.credit_id
left join money.leg_rules rule
  on rule.journal_kind = j.kind and rule.debit_kind = d.kind and rule.credit_kind = c.kind
left join public.orders o on o.id = j.order_id
left join public.refunds r on r.id = j.refund_id
left join public.withdrawals w on w.id = j.withdrawal_id;

-- As before; a block that is lifted leaves its order and settlement whole.
create or replace function money.tie_case() returns trigger language plpgsql security definer
set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
declare
  noun text := tg_argv[0];
  about bigint;
  fault text;
begin
  if noun = 'order' then about := new.id; fault := money.order_fault(about);
  elsif noun = 'payment' then about := new.id; fault := money.payment_fault(about);
  elsif noun = 'refund' then about := new.id; fault := money.refund_fault(about);
  elsif noun = 'withdrawal' then about := new.id; fault := money.withdrawal_fault(about);
  elsif noun = 'settlement' then noun := 'order'; about := new.order_id; fault := money.order_fault(about);
  elsif noun = 'block' then about := new.id; fault := money.block_fault(about);
    if fault is null then noun := 'order'; about := new.order_id; fault := money.order_fault(about); end if;
  elsif new.withdrawal_id is not null then
    noun := 'withdrawal'; about := new.withdrawal_id; fault := money.withdrawal_fault(about);
  else
    noun := 'order'; about := new.order_id; fault := money.order_fault(about);
    if fault is null and new.refund_id is not null then
      noun := 'refund'; about := new.refund_id; fault := money.refund_fault(about);
    end if;
    if fault is null and new.payment_id is not null then
      noun := 'payment'; about := new.payment_id; fault := money.payment_fault(about);
    end if;
    if fault is null and new.block_id is not null then
      noun := 'block'; about := new.block_id; fault := money.block_fault(about);
    end if;
  end if;
  if fault is not null then
    raise exception '% % (written by %): %', noun, about, tg_table_name, fault
      using errcode = '23514', constraint = noun || '_money';
  end if;
  return null;
end $$;

-- A settlement is born with the capture it settles; that one's own tie holds the rest.
create function money.tie_settlement() returns trigger language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
begin
  if not exists (select from money.accounts a where a.kind = 'escrow' and a.case_id = new.order_id and a.shard = 0) then
    raise exception 'order % has nothing to settle', new.order_id
      using errcode = '23514', constraint = 'order_money';
  end if;
  return null;
end $$;
create constraint trigger settlements_money_born after insert on public.settlements deferrable initially deferred
  for each row execute function money.tie_settlement();

-- Where a refund goes is held to where it came from, also before it leaves.
create constraint trigger refunds_destination_money after update of destination on public.refunds
  deferrable initially deferred for each row when (new.destination <> old.destination)
  execute function money.tie_case('refund');

-- Whether an order still waits for its rest is asked under its row: otherwise it expires in one transaction while a part
-- of it arrives in another, and neither sees the other.
create function money.lock_waiting_order() returns trigger language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
begin
  perform from public.orders o where o.id = new.order_id for no key update;
  return new;
end $$;
create trigger refunds_held_under_lock before insert on refunds for each row when (new.state = 'held')
  execute function money.lock_waiting_order();

-- The ties look at other rows after their locks were taken. A snapshot from before the lock shows them what is no longer
-- so; where snapshots are serializable PostgreSQL itself sees to it.
create function money.refuse_snapshot() returns trigger language plpgsql as $$
begin
  raise exception 'money does not move on an old snapshot' using errcode = '25001', constraint = 'no_snapshot';
end $$;
create trigger journals_no_snapshot before insert on money.journals
  when (current_setting('transaction_isolation') = 'repeatable read') execute function money.refuse_snapshot();
create trigger order_events_no_snapshot before insert on order_events
  when (current_setting('transaction_isolation') = 'repeatable read') execute function money.refuse_snapshot();

-- As before, and each event takes the order on by one: lists that are empty, of other lengths or counted from elsewhere
-- would turn the row without its story.
create or replace function turn_order(about bigint, at_seq integer, events text[], states text[], moved_by text,
  mover bigint, moved_at timestamptz, rings_at timestamptz, rings_for text, note text)
returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  last_state text := states[cardinality(events) + 1];
  closes boolean := last_state in ('completed', 'refunded', 'cancelled', 'expired');
  stops boolean := last_state = 'in_complaint';
begin
  if (array_ndims(events) = 1 and array_ndims(states) = 1 and array_lower(events, 1) = 1 and array_lower(states, 1) = 1
    and cardinality(states) = cardinality(events) + 1) is not true then
    raise exception 'not a turn of an order: % %', events, states using errcode = '23514', constraint = 'order_turn';
  end if;
  update public.orders o set state = last_state, state_seq = at_seq + cardinality(events),
      due_at = rings_at, due_event = rings_for,
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
      stopped_event = case when stops then o.due_event end,
      stopped_ms = case when stops then
        greatest(extract(epoch from o.due_at - moved_at) * 1000, 0)::bigint end
    where o.id = about and o.state = states[1] and o.state_seq = at_seq;
  if not found then
    raise exception 'order % is no longer % (seq %)', about, states[1], at_seq
      using errcode = '40001', constraint = 'order_event_stale';
  end if;
  insert into public.order_events (order_id, seq, event, from_state, to_state, actor, actor_id, at)
    select about, at_seq + n, events[n], states[n], states[n + 1], moved_by, mover, moved_at
    from generate_subscripts(events, 1) n;
end $$;

revoke execute on function money.tie_settlement(), money.lock_waiting_order(), money.refuse_snapshot() from public;
