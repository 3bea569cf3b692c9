-- Every leg with what is wrong about it: a movement that its kind does not allow, somebody else's account, a wrong
-- amount. `total` is what is missing after the held parts that were used, and is reached by the last of several
-- movements: with it escrow holds the total.
create or replace view money.leg_faults as
select t.journal_id, t.leg, case
  when rule.amount is null then 'leg_rule'
  when d.case_id is distinct from case rule.debit_case when 'platform' then 0 when 'order' then o.id
    when 'seller' then o.seller_id when 'buyer' then o.buyer_id when 'refund' then r.id
    when 'withdrawal' then w.id when 'debtor' then coalesce(cb.user_id, dp.user_id) else w.user_id end then 'payee'
  when c.case_id is distinct from case rule.credit_case when 'platform' then 0 when 'order' then o.id
    when 'seller' then o.seller_id when 'buyer' then o.buyer_id when 'refund' then r.id
    when 'withdrawal' then w.id when 'debtor' then coalesce(cb.user_id, dp.user_id) else w.user_id end then 'payee'
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
    when 'chargeback' then t.amount = cb.amount_cents
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
left join public.withdrawals w on w.id = j.withdrawal_id
left join public.chargebacks cb on cb.id = j.chargeback_id
left join public.debt_payments dp on dp.id = j.debt_payment_id;
grant select on money.leg_faults to praca_app;

-- Everything that must never happen (I1 to I14, docs/money.md). Empty is healthy. 10,000 orders with 40,000
-- transfers: 1.1 s. The guarantee fund is the platform's own reserve: it may pay more than it has gathered so far
-- (M10), so its sum is not checked. A broken seal freezes money like any other break: it may have been an approval.
create or replace view money.breaks as
select 'I1' as id, 'ledger' as subject, null::bigint as subject_id, 'debits are not credits' as fault
from money.accounts having sum(debits) <> sum(credits)
union all
select 'I2', a.kind, a.case_id, 'below zero' from money.accounts a where (a.credits - a.debits) * a.bound < 0
union all
select 'I2', k.kind, 0, 'the sum of its rows is below zero'
from money.account_kinds k join money.accounts a on a.kind = k.kind
where k.bound = 0 and k.kind <> 'guarantee_fund' group by k.kind, k.side
having case k.side when 'credit' then sum(a.credits) < sum(a.debits)
  else sum(a.debits) + case k.kind when 'psp_cash' then money.platform_receivables() else 0 end < sum(a.credits) end
union all
select 'I3', 'account', a.id, 'counters are not the sum of history'
from money.accounts a
left join (
  select side.id, sum(debit) as debits, sum(credit) as credits, count(*) as count, max(version) as newest
  from (
    select debit_id as id, debit_version as version, amount as debit, 0 as credit from money.transfers
    union all
    select credit_id, credit_version, 0, amount from money.transfers) side
  group by side.id) history on history.id = a.id
where a.debits is distinct from coalesce(history.debits, 0) or a.credits is distinct from coalesce(history.credits, 0)
  or a.version is distinct from coalesce(history.count, 0) or a.version is distinct from coalesce(history.newest, 0)
union all
select 'I4', 'order', o.id, x.fault
from public.orders o cross join lateral (select money.order_fault(o.id) as fault) x where x.fault is not null
union all
select 'I5', 'order', o.id, 'state is not what its events tell'
from public.orders o
left join lateral (
  select count(*) as count, max(e.seq) as newest, (array_agg(e.to_state order by e.seq desc))[1] as state
  from public.order_events e where e.order_id = o.id) told on true
where o.state_seq <> told.count or o.state_seq <> coalesce(told.newest, 0)
  or o.state <> coalesce(told.state, 'awaiting_payment')
union all
select 'I6', 'payment', p.id, x.fault
from public.payments p cross join lateral (select money.payment_fault(p.id) as fault) x where x.fault is not null
union all
select 'I6', 'refund', r.id, x.fault
from public.refunds r cross join lateral (select money.refund_fault(r.id) as fault) x where x.fault is not null
union all
select 'I7', 'journal', j.id, 'no legs' from money.journals j
where not exists (select from money.transfers t where t.journal_id = j.id)
union all
select 'I7', 'journal', journal_id, fault from money.leg_faults where fault is not null
union all
select 'I8', 'withdrawal', w.id, x.fault
from public.withdrawals w cross join lateral (select money.withdrawal_fault(w.id) as fault) x
where x.fault is not null
union all
select 'I9', 'block', b.id, x.fault
from public.sale_blocks b cross join lateral (select money.block_fault(b.id) as fault) x where x.fault is not null
union all
select 'I10', 'event', r.last_event_id, 'was told and never happened'
from public.event_relay r where r.last_event_id > coalesce((select max(e.id) from public.events e), 0)
union all
select 'I11', 'kept answer', k.user_id, 'finished without an answer: ' || k.route
from public.idempotency_keys k where k.status is null or k.body is null
union all
select 'I12', 'decision', f.event_id, f.fault from public.audit_faults f
union all
-- The newest week; older days are verified from what was published (N10).
select 'I14', 'closing', c.n, 'its journals are not what was published'
from (select * from money.closings where root is not null order by n desc limit 7) c
where (money.closing_root(c.n)).root <> c.root
union all
select 'I6', 'chargeback', c.id, x.fault
from public.chargebacks c cross join lateral (select money.chargeback_fault(c.id) as fault) x where x.fault is not null
union all
select 'I6', 'debt payment', p.id, x.fault
from public.debt_payments p cross join lateral (select money.debt_payment_fault(p.id) as fault) x
where x.fault is not null
union all
select 'I4', 'order', told.order_id, told.fault
from (select sale.order_id, money.compensation_fault(sale.order_id) as fault from (
  select c.order_id from public.complaint_decisions d join public.complaints c on c.id = d.complaint_id
  where d.compensation_cents > 0
  union
  select j.order_id from money.journals j where j.kind = 'compensation') sale) told
where told.fault is not null;
grant select on money.breaks to praca_app;

-- Checks all of the books and freezes money at the first break (docs/money.md).
create or replace function money.check_books() returns setof money.breaks language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
declare
  broken money.breaks;
begin
  for broken in select * from money.breaks loop
    update money.status s
      set frozen_at = now(), reason = concat_ws(' ', broken.id, broken.subject, broken.subject_id, broken.fault)
      where s.frozen_at is null;
    return next broken;
  end loop;
end $$;
revoke execute on function money.check_books() from public;
grant execute on function money.check_books() to praca_app;

-- What is broken among the cases and accounts of the journals after `since`, and in the sums of all accounts: a
-- balance changed by hand is in no journal, but shows there. 0.4 s for a million accounts. Stored replies are
-- checked once a day.
create or replace function money.breaks_since(since bigint) returns setof money.breaks language sql stable
set search_path = pg_catalog, public, pg_temp as $$
  with moved as materialized (select * from money.journals where id > since),
    touched as materialized (
      select debit_id as id from money.transfers where journal_id > since
      union select credit_id from money.transfers where journal_id > since)
  select 'I1'::text, 'ledger'::text, null::bigint, 'debits are not credits'::text
  from money.accounts having sum(debits) <> sum(credits)
  union all
  select 'I2', a.kind, a.case_id, 'below zero' from money.accounts a
  where a.id in (select id from touched) and (a.credits - a.debits) * a.bound < 0
  union all
  select 'I2', k.kind, 0, 'the sum of its rows is below zero'
  from money.account_kinds k join money.accounts a on a.kind = k.kind
  where k.bound = 0 and k.kind <> 'guarantee_fund' group by k.kind, k.side
  having case k.side when 'credit' then sum(a.credits) < sum(a.debits)
    else sum(a.debits) + case k.kind when 'psp_cash' then money.platform_receivables() else 0 end < sum(a.credits) end
  union all
  select 'I3', 'account', a.id, 'balance is not what its newest transfer left'
  from money.accounts a where a.id in (select id from touched)
    and not exists (select from money.transfers t where t.debit_id = a.id and t.debit_version = a.version
      and t.debit_balance = a.credits - a.debits)
    and not exists (select from money.transfers t where t.credit_id = a.id and t.credit_version = a.version
      and t.credit_balance = a.credits - a.debits)
  union all
  select 'I4', 'order', o.id, x.fault
  from (select distinct order_id as id from moved where order_id is not null) o
  cross join lateral (select money.order_fault(o.id) as fault) x where x.fault is not null
  union all
  select 'I5', 'order', o.id, 'state is not what its events tell'
  from public.orders o
  left join lateral (
    select count(*) as count, max(e.seq) as newest, (array_agg(e.to_state order by e.seq desc))[1] as state
    from public.order_events e where e.order_id = o.id) told on true
  where o.id in (select order_id from moved)
    and (o.state_seq <> told.count or o.state_seq <> coalesce(told.newest, 0)
      or o.state <> coalesce(told.state, 'awaiting_payment'))
  union all
  select 'I6', 'payment', p.id, x.fault
  from (select distinct payment_id as id from moved where payment_id is not null) p
  cross join lateral (select money.payment_fault(p.id) as fault) x where x.fault is not null
  union all
  select 'I6', 'refund', r.id, x.fault
  from (select distinct refund_id as id from moved where refund_id is not null) r
  cross join lateral (select money.refund_fault(r.id) as fault) x where x.fault is not null
  union all
  select 'I7', 'journal', j.id, 'no legs' from moved j
  where not exists (select from money.transfers t where t.journal_id = j.id)
  union all
  select 'I7', 'journal', journal_id, fault from money.leg_faults where journal_id > since and fault is not null
  union all
  select 'I8', 'withdrawal', w.id, x.fault
  from (select distinct withdrawal_id as id from moved where withdrawal_id is not null) w
  cross join lateral (select money.withdrawal_fault(w.id) as fault) x where x.fault is not null
  union all
  select 'I9', 'block', b.id, x.fault
  from (select distinct block_id as id from moved where block_id is not null) b
  cross join lateral (select money.block_fault(b.id) as fault) x where x.fault is not null
  union all
  select 'I10', 'event', r.last_event_id, 'was told and never happened'
  from public.event_relay r where r.last_event_id > coalesce((select max(e.id) from public.events e), 0)
  union all
  select 'I6', 'chargeback', c.id, x.fault
  from (select distinct chargeback_id as id from moved where chargeback_id is not null) c
  cross join lateral (select money.chargeback_fault(c.id) as fault) x where x.fault is not null
  union all
  select 'I6', 'debt payment', p.id, x.fault
  from (select distinct debt_payment_id as id from moved where debt_payment_id is not null) p
  cross join lateral (select money.debt_payment_fault(p.id) as fault) x where x.fault is not null
$$;
revoke execute on function money.breaks_since(bigint) from public;

-- Checks what moved and freezes money at the first break, one process at a time; nothing while money is frozen. That
-- is read under the lock: a transaction that waited for it would report again what the other has found.
create or replace function money.check_recent() returns setof money.breaks language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
declare
  mark money.check_progress;
  broken money.breaks;
  newest bigint;
  whole boolean := true;
begin
  select * into mark from money.check_progress for update skip locked;
  if not found then return; end if;
  if exists (select from money.status where frozen_at is not null) then return; end if;
  select coalesce(max(id), 0) into newest from money.journals;
  for broken in select * from money.breaks_since(mark.before_last) loop
    whole := false;
    update money.status s
      set frozen_at = now(), reason = concat_ws(' ', broken.id, broken.subject, broken.subject_id, broken.fault)
      where s.frozen_at is null;
    return next broken;
  end loop;
  if whole and mark.at < now() - interval '30 seconds' then
    update money.check_progress set before_last = mark.last, last = newest, at = now();
  end if;
end $$;
revoke execute on function money.check_recent() from public;
grant execute on function money.check_recent() to praca_app;
