-- The books are looked at every minute as far as money moved (T133), besides the whole of them once a day.

create table money.looked_at (
  only_row boolean primary key default true check (only_row),
  -- Up to which journal the last look went, and the one before it. The next begins after the one before: a journal may
  -- be written seconds after one with a higher number, so each is looked at twice.
  before_last bigint not null,
  last bigint not null,
  -- On the clock of the machine: looks that follow each other within seconds count as one.
  at timestamptz not null
);
insert into money.looked_at (before_last, last, at)
select coalesce(max(id), 0), coalesce(max(id), 0), now() from money.journals;
grant select on money.looked_at to praca_app;

-- What is broken among the cases and accounts of the journals after `since`, and in the sums of all accounts: a balance
-- that was changed by hand is in no journal, but shows in them. 0.4 s for a million accounts.
create function money.breaks_since(since bigint) returns setof money.breaks language sql stable
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
$$;

-- Looks at what moved and freezes money on the first break, as `money.check_books` does for the whole. One process at
-- a time; none while money stands still.
create function money.check_recent() returns setof money.breaks language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
declare
  mark money.looked_at;
  broken money.breaks;
  newest bigint;
  whole boolean := true;
begin
  if exists (select from money.status where frozen_at is not null) then return; end if;
  select * into mark from money.looked_at for update skip locked;
  if not found then return; end if;
  select coalesce(max(id), 0) into newest from money.journals;
  for broken in select * from money.breaks_since(mark.before_last) loop
    whole := false;
    update money.status s
      set frozen_at = now(), reason = concat_ws(' ', broken.id, broken.subject, broken.subject_id, broken.fault)
      where s.frozen_at is null;
    return next broken;
  end loop;
  if whole and mark.at < now() - interval '30 seconds' then
    update money.looked_at set before_last = mark.last, last = newest, at = now();
  end if;
end $$;

revoke execute on function money.breaks_since(bigint), money.check_recent() from public;
grant execute on function money.check_recent() to praca_app;
