-- I10 and I11 (security.md §6.4), as far as they can be asked of rows. An event and its row in the outbox, a key and its
-- answer are each written in one transaction, and primary keys let nothing happen twice for one of them; what is left
-- to look for is a row that somebody took away, or an answer that was never kept.
alter table idempotency_keys add constraint idempotency_keys_answered check (status is not null);

create or replace view money.breaks as
select 'I1' as id, 'ledger' as subject, null::bigint as subject_id, 'debits are not credits' as fault
from money.accounts having sum(debits) <> sum(credits)
union all
select 'I2', a.kind, a.case_id, 'below zero' from money.accounts a where (a.credits - a.debits) * a.bound < 0
union all
select 'I2', k.kind, 0, 'the sum of its rows is below zero'
from money.account_kinds k join money.accounts a on a.kind = k.kind
where k.bound = 0 and k.kind <> 'guarantee_fund' group by k.kind, k.side
having case k.side when 'credit' then sum(a.credits) < sum(a.debits) else sum(a.debits) < sum(a.credits) end
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
where (a.debits, a.credits, a.version, a.version) is distinct from
  (coalesce(history.debits, 0), coalesce(history.credits, 0), coalesce(history.count, 0), coalesce(history.newest, 0))
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
select 'I10', 'event', w.event_id, 'waits to be told and never happened'
from public.event_outbox w where not exists (select from public.events e where e.id = w.event_id)
union all
select 'I11', 'kept answer', k.user_id, 'finished without an answer: ' || k.route
from public.idempotency_keys k where k.status is null or k.body is null
union all
select 'I12', 'decision', f.event_id, f.fault from public.audit_faults f;

-- What waits is little at any time, so each minute looks at all of it; kept answers are looked through once a day.
create or replace function money.breaks_since(since bigint) returns setof money.breaks language sql stable
set search_path = pg_catalog, pg_temp as $$
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
  having case k.side when 'credit' then sum(a.credits) < sum(a.debits) else sum(a.debits) < sum(a.credits) end
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
  select 'I10', 'event', w.event_id, 'waits to be told and never happened'
  from public.event_outbox w where not exists (select from public.events e where e.id = w.event_id)
$$;
