-- Refuses a journal with a movement that its kind does not allow, and a purchase or withdrawal from the balance of
-- somebody with a chargeback debt, which is paid first. Runs for the first leg: the legs are inserted by one
-- statement.
create or replace function money.guard_legs() returns trigger language plpgsql as $$
declare
  broken text;
begin
  select min(f.fault) into broken from money.leg_faults f where f.journal_id = new.journal_id;
  if broken is null and exists (select from money.journals j
    join money.transfers t on t.journal_id = j.id
    join money.accounts d on d.id = t.debit_id and d.kind = any ('{available,purchase_credit}')
    join money.accounts debt on debt.kind = 'chargeback_debt' and debt.case_id = d.case_id and debt.shard = 0
      and debt.debits > debt.credits
    where j.id = new.journal_id and j.kind = any ('{capture,withdrawal_asked}')) then
    broken := 'debt_first';
  end if;
  if broken is not null then
    raise exception 'a leg of journal % is not allowed: %', new.journal_id, broken
      using errcode = '23514', constraint = broken;
  end if;
  return null;
end $$;
revoke execute on function money.guard_legs() from public;

-- Compares a case's state with its money at commit; within the transaction either may change first.
create or replace function money.check_case() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp set plan_cache_mode = force_generic_plan
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
  elsif noun = 'chargeback' then about := new.id; fault := money.chargeback_fault(about);
    if fault is null then noun := 'payment'; about := new.payment_id; fault := money.payment_fault(about); end if;
  elsif noun = 'debt_payment' then about := new.id; fault := money.debt_payment_fault(about);
  elsif new.debt_payment_id is not null then
    noun := 'debt_payment'; about := new.debt_payment_id; fault := money.debt_payment_fault(about);
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
    if fault is null and new.chargeback_id is not null then
      noun := 'chargeback'; about := new.chargeback_id; fault := money.chargeback_fault(about);
    end if;
  end if;
  if fault is not null then
    raise exception '% % (written by %): %', noun, about, tg_table_name, fault
      using errcode = '23514', constraint = noun || '_money';
  end if;
  return null;
end $$;
revoke execute on function money.check_case() from public;

-- A sale's money stays blocked while any reason to stop it remains, however many blocks are lifted.
create or replace function money.check_blocks() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select from public.settlements s where s.order_id = new.order_id and s.state <> 'blocked' and (
    exists (select from public.sale_blocks b where b.order_id = s.order_id and b.lifted_at is null)
    or s.state <> 'reversed' and public.sale_stop_reason(s.order_id) is not null)) then
    raise exception 'the money of order % is still stopped', new.order_id
      using errcode = '23514', constraint = 'block_money';
  end if;
  return null;
end $$;

-- No order stops awaiting payment while a part of it is still held.
create or replace function money.check_parts() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select from public.refunds r where r.order_id = new.id and r.state = 'held') then
    raise exception 'order % is over and money of it is held', new.id
      using errcode = '23514', constraint = 'order_parts';
  end if;
  return null;
end $$;

-- A settlement is inserted with the capture it settles; `check_case` of the capture compares the rest.
create or replace function money.check_settlement() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (select from money.accounts a where a.kind = 'escrow' and a.case_id = new.order_id and a.shard = 0) then
    raise exception 'order % has nothing to settle', new.order_id
      using errcode = '23514', constraint = 'order_money';
  end if;
  return null;
end $$;
revoke execute on function money.check_settlement() from public;

-- A sale that has a reason to stop is stopped at commit: its money and its timer.
create or replace function money.check_stop() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
begin
  if public.sale_stop_reason(new.order_id) is not null and exists (
    select from public.settlements s join public.orders o on o.id = s.order_id
    where s.order_id = new.order_id and s.state <> 'reversed' and (s.state <> 'blocked' or o.due_at is not null)) then
    raise exception 'order % is to stand and goes on', new.order_id
      using errcode = '23514', constraint = 'stop_money';
  end if;
  return null;
end $$;

-- Compares a compensation with what the appeals decided, at commit.
create or replace function money.check_compensation() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
declare
  about bigint;
  fault text;
begin
  if tg_table_schema = 'money' then about := new.order_id;
  else about := (select c.order_id from public.complaints c where c.id = new.complaint_id);
  end if;
  fault := money.compensation_fault(about);
  if fault is not null then
    raise exception 'order %: %', about, fault using errcode = '23514', constraint = 'compensation_tie';
  end if;
  return null;
end $$;

-- Whether an order still awaits the rest of its price is read under its row lock: otherwise it could expire in one
-- transaction while a part arrives in another, and neither would see the other.
create or replace function money.lock_unpaid_order() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
begin
  perform from public.orders o where o.id = new.order_id for no key update;
  return new;
end $$;
revoke execute on function money.lock_unpaid_order() from public;

-- The comparisons at commit read other rows after their locks were taken; a snapshot from before the lock would show
-- stale ones. Serializable transactions are checked by PostgreSQL itself.
create or replace function money.refuse_snapshot() returns trigger language plpgsql as $$
begin
  raise exception 'money does not move on an old snapshot' using errcode = '25001', constraint = 'no_snapshot';
end $$;
revoke execute on function money.refuse_snapshot() from public;

-- A sale's money is released when its hold is over and not before (§4.3), by any caller: the hold is the
-- order's own, and once set it may become longer but not shorter.
create or replace function guard_release_hold() returns trigger language plpgsql as $$
declare
  -- As the application reads a delivery: in whole milliseconds. Rules that tell of no hold are older than holds.
  held_until timestamptz := (select date_trunc('milliseconds', o.delivered_at)
      + coalesce(coalesce(o.hold_days, o.level_hold_days) * 86400000::bigint,
        (r.rules -> 'timers' ->> 'holdMs')::bigint) * interval '1 millisecond'
    from public.orders o join public.rule_versions r on r.id = o.rule_version_id where o.id = new.order_id);
begin
  if new.release_at < greatest(old.release_at, held_until)
    or (old.release_at is not null or new.state = 'released') and new.release_at is null
    or new.state = 'released' and old.state = 'pending_release' and new.release_at > public.market_now() then
    raise exception 'the money of order % is on hold', new.order_id
      using errcode = '23514', constraint = 'settlement_hold';
  end if;
  return new;
end $$;
