-- Who can write past every guard could still change what the team decided. Each decision is therefore sealed with a
-- hash of it and of the seal before, so that a changed, removed or inserted one shows (security.md T112, I12). Sealing
-- follows a minute later, so that no two decisions wait for each other.

create table audit_seals (
  n bigint primary key check (n > 0),
  event_id bigint not null unique,
  hash bytea not null check (octet_length(hash) = 32),
  at timestamptz not null default now()
);
create trigger audit_seals_append_only before update or delete or truncate on audit_seals
  execute function refuse_change();
revoke insert, update, delete, truncate on audit_seals from praca_app;

-- What of an event is sealed, the same in every session.
create function sealed_part(e events) returns bytea language sql stable set search_path = pg_catalog, pg_temp as $$
  select convert_to(jsonb_build_array(e.id, extract(epoch from e.at), e.kind, e.actor_id, e.actor_role,
    e.subject_kind, e.subject_id, e.data, e.ip)::text, 'UTF8')
$$;

-- Seals decisions that are not sealed yet, in the order of their numbers; one that was committed after a higher number
-- is sealed after it. Returns how many.
create function seal_decisions(most integer) returns integer language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
declare
  decision public.events;
  number bigint;
  newest bytea;
  sealed integer := 0;
begin
  if not pg_try_advisory_xact_lock(7214084) then return 0; end if;
  select s.n, s.hash into number, newest from public.audit_seals s order by s.n desc limit 1;
  number := coalesce(number, 0);
  newest := coalesce(newest, ''::bytea);
  for decision in
    select e.* from public.events e
    where e.actor_role in ('support', 'admin')
      and e.id > coalesce((select max(s.event_id) from public.audit_seals s), 0) - 100000
      and not exists (select from public.audit_seals s where s.event_id = e.id)
    order by e.id limit most
  loop
    number := number + 1;
    newest := sha256(newest || public.sealed_part(decision));
    insert into public.audit_seals (n, event_id, hash) values (number, decision.id, newest);
    sealed := sealed + 1;
  end loop;
  return sealed;
end $$;

-- Seals that do not fit their decision and the seal before, by decision. 1.5 s for 200,000.
create view audit_faults as
select s.event_id, case
  when e.id is null then 'a decision is gone'
  when s.n <> coalesce(s.before, 0) + 1 then 'a seal is gone'
  else 'a decision is not what was sealed' end as fault
from (select n, event_id, hash, lag(n) over (order by n) as before, lag(hash) over (order by n) as hash_before
  from audit_seals) s
left join events e on e.id = s.event_id
where e.id is null or s.n <> coalesce(s.before, 0) + 1
  or s.hash <> sha256(coalesce(s.hash_before, ''::bytea) || sealed_part(e));

-- A broken seal stops money like any break of the books: it may have been an approval.
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
select 'I12', 'decision', f.event_id, f.fault from public.audit_faults f;

revoke execute on function sealed_part(events), seal_decisions(integer) from public;
grant execute on function sealed_part(events), seal_decisions(integer) to praca_app;
grant select on audit_faults to praca_app;
