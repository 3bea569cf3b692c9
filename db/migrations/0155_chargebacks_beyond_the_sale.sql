-- What a payer's bank took of a payment beyond what was still there of its sale (P26, decision 71). The money had gone to
-- the buyer by another way already, mostly as balance: it is the buyer's debt. What a stranger paid (§4.6) and was taken
-- twice is nobody's debt here: the guarantee fund bears it.

insert into case_transitions (noun, event, actor, from_state, to_state) values
  ('payment', 'contest', 'system', 'refunded', 'contested'),
  ('payment', 'contest', 'system', 'charged_back', 'contested'),
  ('payment', 'win', 'system', 'charged_back', 'upheld');

create table chargebacks (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders,
  payment_id bigint not null,
  -- The buyer who owes it; null when the guarantee fund bears it.
  user_id bigint references users,
  -- taken: by the bank · returned: the payment was won after it had been lost.
  direction text not null constraint chargebacks_direction check (direction = any ('{taken,returned}')),
  amount_cents bigint not null constraint chargebacks_amount check (amount_cents > 0),
  created_at timestamptz not null default market_now(),
  constraint chargebacks_payment foreign key (payment_id, order_id) references payments (id, order_id)
);
create index chargebacks_order on chargebacks (order_id);
create index chargebacks_user on chargebacks (user_id) where user_id is not null;
revoke insert, update, delete, truncate on chargebacks from praca_app;
grant insert (order_id, payment_id, user_id, direction, amount_cents) on chargebacks to praca_app;
create trigger chargebacks_append_only before update or delete or truncate on chargebacks
  execute function refuse_change();

-- Each time that a person's balance paid off such a debt.
create table debt_payments (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  amount_cents bigint not null constraint debt_payments_amount check (amount_cents > 0),
  created_at timestamptz not null default market_now()
);
create index debt_payments_user on debt_payments (user_id);
revoke insert, update, delete, truncate on debt_payments from praca_app;
grant insert (user_id, amount_cents) on debt_payments to praca_app;
create trigger debt_payments_append_only before update or delete or truncate on debt_payments
  execute function refuse_change();

-- Journals -----------------------------------------------------------------------------------------------

insert into money.account_kinds (kind, owner, side, bound) values ('chargeback_debt', 'user', 'debit', -1);
alter table money.journals add chargeback_id bigint, add debt_payment_id bigint;
alter table money.journal_kinds drop constraint journal_kinds_subject_check,
  add constraint journal_kinds_subject_check check
    (subject = any ('{order,refund,withdrawal,block,chargeback,debt_payment}'));
insert into money.journal_kinds (kind, subject, key_form, takes_payment) values
  ('chargeback', 'chargeback', 'chargeback:#', false),
  ('chargeback_returned', 'chargeback', 'chargeback:#:returned', false),
  ('debt_paid', 'debt_payment', 'debt_payment:#', false);
alter table money.leg_rules drop constraint leg_rules_debit_case_check, drop constraint leg_rules_credit_case_check,
  drop constraint leg_rules_amount_check,
  add constraint leg_rules_debit_case_check
    check (debit_case = any ('{platform,order,seller,buyer,refund,withdrawal,holder,debtor}')),
  add constraint leg_rules_credit_case_check
    check (credit_case = any ('{platform,order,seller,buyer,refund,withdrawal,holder,debtor}')),
  -- chargeback: all of it.
  add constraint leg_rules_amount_check check (amount = any
    ('{total,emptied,refund,withdrawal,payout,fee,share,half,block,drained,concluded,chargeback}'));
insert into money.leg_rules (journal_kind, debit_kind, debit_case, credit_kind, credit_case, amount) values
  ('chargeback', 'chargeback_debt', 'debtor', 'psp_cash', 'platform', 'chargeback'),
  ('chargeback', 'guarantee_fund', 'platform', 'psp_cash', 'platform', 'chargeback'),
  -- Won later: the debt first; what was paid of it already goes back to the balance. money.chargeback_fault holds the sum.
  ('chargeback_returned', 'psp_cash', 'platform', 'chargeback_debt', 'debtor', 'share'),
  ('chargeback_returned', 'psp_cash', 'platform', 'purchase_credit', 'debtor', 'share'),
  ('chargeback_returned', 'psp_cash', 'platform', 'guarantee_fund', 'platform', 'chargeback'),
  ('debt_paid', 'purchase_credit', 'debtor', 'chargeback_debt', 'debtor', 'share'),
  ('debt_paid', 'available', 'debtor', 'chargeback_debt', 'debtor', 'share');
-- As before, with chargebacks and what pays them off.
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

-- Faults -------------------------------------------------------------------------------------------------

-- Whether a chargeback is booked as its row says, on who bears it, and the bank has not taken more of an order's payments
-- than they brought, nor given back what it never took.
create function money.chargeback_fault(subject_id bigint) returns text language plpgsql stable as $$
begin
  return (select case
    when c.amount_cents <> coalesce((select sum(t.amount) from money.journals j join money.transfers t on t.journal_id = j.id
      where j.key = 'chargeback:' || c.id || case c.direction when 'returned' then ':returned' else '' end), 0)
      or exists (select from money.journals j
        where j.key = 'chargeback:' || c.id || case c.direction when 'returned' then '' else ':returned' end)
      then 'taken is not what was booked'
    when exists (select from money.journals j join money.transfers t on t.journal_id = j.id
      join money.accounts d on d.id = t.debit_id join money.accounts e on e.id = t.credit_id
      where j.chargeback_id = c.id and ('guarantee_fund' in (d.kind, e.kind)) <> (c.user_id is null))
      then 'borne by somebody else'
    when c.user_id <> o.buyer_id then 'owed by another'
    when (select sum(case x.direction when 'taken' then x.amount_cents else -x.amount_cents end) from public.chargebacks x
      where x.payment_id = c.payment_id and x.user_id is not distinct from c.user_id) < 0 then 'more returned than taken'
    when (select sum(case x.direction when 'taken' then x.amount_cents else -x.amount_cents end) from public.chargebacks x
        where x.order_id = c.order_id)
      + (select coalesce(sum(r.amount_cents), 0) from public.refunds r where r.order_id = c.order_id and r.taken)
      > (select coalesce(sum(p.received_cents), 0) from public.payments p
        where p.order_id = c.order_id and p.method <> 'balance') then 'more taken than was paid' end
  from public.chargebacks c join public.orders o on o.id = c.order_id where c.id = subject_id);
end $$;

create function money.debt_payment_fault(subject_id bigint) returns text language plpgsql stable as $$
begin
  return (select case when p.amount_cents <> coalesce((select sum(t.amount) from money.journals j
      join money.transfers t on t.journal_id = j.id where j.key = 'debt_payment:' || p.id), 0)
      then 'paid is not what was booked' end
  from public.debt_payments p where p.id = subject_id);
end $$;

-- As before; what the bank took may also be a debt.
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
      and coalesce((select sum(case c.direction when 'taken' then c.amount_cents else -c.amount_cents end)
        from public.chargebacks c where c.payment_id = p.id), 0) <= 0
      then 'charged back and nothing was taken' end
  from public.payments p
  left join money.journals j on j.payment_id = p.id
  left join money.transfers t on t.journal_id = j.id
  left join money.accounts d on d.id = t.debit_id
  where p.id = subject_id group by p.id);
end $$;

-- What people owe us. A bank that takes more than our account holds overdraws it: that is money which somebody owes, and
-- no break of the books.
create function money.owed_to_us() returns bigint language sql stable set search_path = pg_catalog, pg_temp as $$
  select coalesce(sum(a.debits - a.credits), 0)::bigint from money.accounts a
  where a.kind = any ('{recoverable,chargeback_debt}')
$$;
-- The sums of all accounts are looked at every minute.
create index accounts_owed on money.accounts (kind) where kind = any ('{recoverable,chargeback_debt}');

-- As before, with chargebacks.
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
  else sum(a.debits) + case k.kind when 'psp_cash' then money.owed_to_us() else 0 end < sum(a.credits) end
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
select 'I12', 'decision', f.event_id, f.fault from public.audit_faults f
union all
select 'I6', 'chargeback', c.id, x.fault
from public.chargebacks c cross join lateral (select money.chargeback_fault(c.id) as fault) x where x.fault is not null
union all
select 'I6', 'debt payment', p.id, x.fault
from public.debt_payments p cross join lateral (select money.debt_payment_fault(p.id) as fault) x
where x.fault is not null;

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
  having case k.side when 'credit' then sum(a.credits) < sum(a.debits)
    else sum(a.debits) + case k.kind when 'psp_cash' then money.owed_to_us() else 0 end < sum(a.credits) end
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
  union all
  select 'I6', 'chargeback', c.id, x.fault
  from (select distinct chargeback_id as id from moved where chargeback_id is not null) c
  cross join lateral (select money.chargeback_fault(c.id) as fault) x where x.fault is not null
  union all
  select 'I6', 'debt payment', p.id, x.fault
  from (select distinct debt_payment_id as id from moved where debt_payment_id is not null) p
  cross join lateral (select money.debt_payment_fault(p.id) as fault) x where x.fault is not null
$$;

-- Guards -------------------------------------------------------------------------------------------------

-- As before, with chargebacks.
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
create constraint trigger chargebacks_money_born after insert on chargebacks deferrable initially deferred
  for each row execute function money.tie_case('chargeback');
create constraint trigger debt_payments_money_born after insert on debt_payments deferrable initially deferred
  for each row execute function money.tie_case('debt_payment');

-- Only of a payment that the bank took is anything taken.
create function guard_chargeback() returns trigger language plpgsql as $$
begin
  if new.direction = 'taken' and (select p.state from payments p where p.id = new.payment_id) <> 'charged_back' then
    raise exception 'payment % was not charged back', new.payment_id
      using errcode = '23514', constraint = 'chargeback_state';
  end if;
  return new;
end $$;
create trigger chargebacks_of_taken before insert on chargebacks for each row execute function guard_chargeback();
revoke execute on function guard_chargeback() from public;

-- As before, and who owes for a chargeback spends no balance and withdraws none: all of it pays the debt first.
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

-- As before, with chargebacks and what pays them off.
create or replace function money.post(fact_key text, fact_kind text, subject_id bigint, paid_by bigint,
  kinds text[], cases bigint[], debited integer[], credited integer[], amounts bigint[])
returns boolean language plpgsql security definer
set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
declare
  rule record;
  about_order bigint;
  about_refund bigint;
  about_withdrawal bigint;
  about_block bigint;
  about_chargeback bigint;
  about_debt_payment bigint;
  new_id bigint;
  shard_at smallint;
  debit bigint;
  credit bigint;
  touches bigint;
  id_at bigint;
  version_at bigint;
  balance_at bigint;
  ids bigint[];
  versions bigint[];
  balances bigint[];
  d integer;
  c integer;
  debit_versions bigint[];
  debit_balances bigint[];
  credit_versions bigint[];
  credit_balances bigint[];
begin
  select k.subject, k.key_form, k.takes_payment, s.frozen_at into rule
    from money.status s left join money.journal_kinds k on k.kind = fact_kind;
  if rule.frozen_at is not null then
    raise exception 'money is frozen' using errcode = 'PM001';
  end if;
  if rule.key_form is null or fact_key is distinct from replace(rule.key_form, '#', subject_id::text)
    or rule.takes_payment <> (paid_by is not null)
    or (cardinality(amounts) > 0 and cardinality(debited) = cardinality(amounts)
      and cardinality(credited) = cardinality(amounts) and cardinality(cases) = cardinality(kinds)) is not true then
    raise exception 'not a journal: % % %', fact_kind, fact_key, subject_id
      using errcode = '23514', constraint = 'journal_form';
  end if;

  -- What the fact is about is locked first, in the one lock order, and must exist.
  if rule.subject = 'order' then
    select o.id into strict about_order from public.orders o where o.id = subject_id for no key update;
  elsif rule.subject = 'refund' then
    select r.order_id into strict about_order from public.refunds r where r.id = subject_id;
    -- Only a refund out of the sale touches what the order row protects.
    if fact_kind = any ('{refund,refund_platform}') then
      perform from public.orders o where o.id = about_order for no key update;
    end if;
    select r.id into about_refund from public.refunds r where r.id = subject_id for no key update;
  elsif rule.subject = 'block' then
    select b.order_id into strict about_order from public.sale_blocks b where b.id = subject_id;
    perform from public.orders o where o.id = about_order for no key update;
    select b.id into about_block from public.sale_blocks b where b.id = subject_id for no key update;
  elsif rule.subject = 'chargeback' then
    select c.order_id into strict about_order from public.chargebacks c where c.id = subject_id;
    perform from public.orders o where o.id = about_order for no key update;
    about_chargeback := subject_id;
  elsif rule.subject = 'debt_payment' then
    select p.id into strict about_debt_payment from public.debt_payments p where p.id = subject_id;
  else
    select w.id into strict about_withdrawal from public.withdrawals w where w.id = subject_id for no key update;
  end if;

  -- Whoever posts the same fact has waited for what it is about.
  if exists (select from money.journals j where j.key = fact_key) then
    if money.is_replay(fact_key, paid_by, kinds, cases, debited, credited, amounts) then return false; end if;
    raise exception '% was posted with other content', fact_key using errcode = 'PM002';
  end if;

  -- One write an account, however many legs touch it. The platform's are spread over 16 rows by the subject's id.
  for a in 1 .. cardinality(kinds) loop
    debit := 0;
    credit := 0;
    touches := 0;
    for l in 1 .. cardinality(amounts) loop
      if debited[l] = a then debit := debit + amounts[l]; touches := touches + 1; end if;
      if credited[l] = a then credit := credit + amounts[l]; touches := touches + 1; end if;
    end loop;
    if touches = 0 then
      raise exception 'no leg moves %', kinds[a] using errcode = '23514', constraint = 'journal_form';
    end if;
    shard_at := case cases[a] when 0 then subject_id % 16 else 0 end;
    id_at := null;
    -- A case's account is mostly opened by its first credit; a debt by its first debit.
    if debit > 0 or cases[a] = 0 or kinds[a] = any ('{recoverable,chargeback_debt}') then
      update money.accounts set debits = debits + debit, credits = credits + credit, version = version + touches
        where kind = kinds[a] and case_id = cases[a] and shard = shard_at
        returning id, version - touches, credits - debits - credit + debit into id_at, version_at, balance_at;
    end if;
    if id_at is null then
      insert into money.accounts (kind, case_id, shard, bound, debits, credits, version)
        values (kinds[a], cases[a], shard_at,
          (select k.bound from money.account_kinds k where k.kind = kinds[a]), debit, credit, touches)
        on conflict (kind, case_id, shard) do nothing returning id, 0, 0 into id_at, version_at, balance_at;
    end if;
    if id_at is null then
      update money.accounts set debits = debits + debit, credits = credits + credit, version = version + touches
        where kind = kinds[a] and case_id = cases[a] and shard = shard_at
        returning id, version - touches, credits - debits - credit + debit into strict id_at, version_at, balance_at;
    end if;
    ids[a] := id_at;
    versions[a] := version_at;
    balances[a] := balance_at;
  end loop;

  -- Then the legs, each with the number and the balance it left on both accounts.
  for l in 1 .. cardinality(amounts) loop
    d := debited[l];
    c := credited[l];
    versions[d] := versions[d] + 1;
    balances[d] := balances[d] - amounts[l];
    debit_versions[l] := versions[d];
    debit_balances[l] := balances[d];
    versions[c] := versions[c] + 1;
    balances[c] := balances[c] + amounts[l];
    credit_versions[l] := versions[c];
    credit_balances[l] := balances[c];
  end loop;
  -- All its accounts are held from here to the commit: what the clock says now is later than every line they have.
  insert into money.journals (key, kind, order_id, refund_id, withdrawal_id, block_id, chargeback_id,
      debt_payment_id, payment_id, at)
    select fact_key, fact_kind, about_order, about_refund, about_withdrawal, about_block, about_chargeback,
      about_debt_payment, paid_by,
      clock_timestamp() + c.offset_ms * interval '1 millisecond' from public.clock c
    on conflict (key) do nothing returning id into strict new_id;
  insert into money.transfers (journal_id, leg, debit_id, credit_id, amount, debit_version, debit_balance,
      credit_version, credit_balance)
    select new_id, leg, ids[debited[leg]], ids[credited[leg]], amounts[leg], debit_versions[leg], debit_balances[leg],
      credit_versions[leg], credit_balances[leg]
    from generate_series(1, cardinality(amounts)) leg;
  return true;
end $$;

revoke execute on function money.owed_to_us(), money.chargeback_fault(bigint), money.debt_payment_fault(bigint) from public;
grant execute on function money.owed_to_us(), money.chargeback_fault(bigint), money.debt_payment_fault(bigint) to praca_app;

-- The pretend bank may give back what it took.
alter table simulator.charges drop constraint charges_contestation_check,
  add constraint charges_contestation_check check (contestation in ('open', 'kept', 'lost', 'won'));
