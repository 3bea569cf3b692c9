-- The ledger (product §4.1, security §6). Invariants live here, so that even wrong application code can neither
-- create nor lose a centavo. docs/money.md tells the whole story; domain/ledger/postings.ts is its other half.
--
-- Locks are always taken in one order: order row → refund or withdrawal row → accounts by id.

create schema money;
grant usage on schema money to praca_app;

-- Cases: payments, refunds, settlements, withdrawals ------------------------------------------------------

-- What a case may become, row by row as in domain/payments/payments.ts, domain/ledger/settlements.ts, domain/withdrawals/withdrawals.ts.
create table case_transitions (
  noun text not null check (noun in ('payment', 'refund', 'settlement', 'withdrawal')),
  event text not null,
  actor text not null,
  from_state text not null,
  to_state text not null,
  primary key (noun, from_state, to_state, event, actor)
);
insert into case_transitions (noun, event, actor, from_state, to_state) values
  ('payment', 'charge', 'system', 'created', 'pending'),
  ('payment', 'confirm', 'system', 'created', 'confirmed'),
  ('payment', 'confirm', 'system', 'pending', 'confirmed'),
  ('payment', 'confirm', 'system', 'in_review', 'confirmed'),
  ('payment', 'confirm', 'system', 'expired', 'confirmed'),
  ('payment', 'confirm', 'system', 'cancelled', 'confirmed'),
  ('payment', 'expire', 'system', 'created', 'expired'),
  ('payment', 'expire', 'system', 'pending', 'expired'),
  ('payment', 'cancel', 'system', 'created', 'cancelled'),
  ('payment', 'cancel', 'system', 'pending', 'cancelled'),
  ('payment', 'decline', 'system', 'created', 'declined'),
  ('payment', 'decline', 'system', 'pending', 'declined'),
  ('payment', 'decline', 'system', 'in_review', 'declined'),
  ('payment', 'refund_part', 'system', 'confirmed', 'partially_refunded'),
  ('payment', 'refund_part', 'system', 'partially_refunded', 'partially_refunded'),
  ('payment', 'refund_all', 'system', 'confirmed', 'refunded'),
  ('payment', 'refund_all', 'system', 'partially_refunded', 'refunded'),
  ('refund', 'process', 'system', 'approved', 'processing'),
  ('refund', 'complete', 'system', 'processing', 'completed'),
  ('refund', 'fail', 'system', 'processing', 'failed'),
  ('refund', 'retry', 'system', 'failed', 'processing'),
  ('refund', 'give_up', 'system', 'failed', 'manual'),
  ('settlement', 'conclude', 'system', 'in_escrow', 'pending_release'),
  ('settlement', 'release', 'system', 'pending_release', 'released'),
  ('settlement', 'reverse', 'system', 'in_escrow', 'reversed'),
  ('withdrawal', 'approve', 'staff', 'requested', 'approved'),
  ('withdrawal', 'approve', 'staff', 'in_review', 'approved'),
  ('withdrawal', 'reject', 'staff', 'requested', 'rejected'),
  ('withdrawal', 'reject', 'staff', 'in_review', 'rejected'),
  ('withdrawal', 'cancel', 'owner', 'requested', 'cancelled'),
  ('withdrawal', 'cancel', 'owner', 'in_review', 'cancelled'),
  ('withdrawal', 'send', 'system', 'approved', 'processing'),
  ('withdrawal', 'settle', 'system', 'processing', 'paid'),
  ('withdrawal', 'fail', 'system', 'processing', 'failed'),
  ('withdrawal', 'retry', 'system', 'failed', 'processing'),
  ('withdrawal', 'return', 'system', 'failed', 'returned');
revoke insert, update, delete, truncate on case_transitions from praca_app;

-- A state change must be a row of the table; who caused it is in `events`.
create function guard_case_state() returns trigger language plpgsql as $$
begin
  if not exists (select from public.case_transitions t
    where t.noun = tg_argv[0] and t.from_state = old.state and t.to_state = new.state) then
    raise exception '% cannot go from % to %', tg_argv[0], old.state, new.state
      using errcode = '23514', constraint = 'case_state';
  end if;
  return new;
end $$;
create trigger payments_state before update of state on payments for each row
  when (new.state <> old.state) execute function guard_case_state('payment');
create trigger refunds_state before update of state on refunds for each row
  when (new.state <> old.state) execute function guard_case_state('refund');
create trigger settlements_state before update of state on settlements for each row
  when (new.state <> old.state) execute function guard_case_state('settlement');
create trigger withdrawals_state before update of state on withdrawals for each row
  when (new.state <> old.state) execute function guard_case_state('withdrawal');

-- Everybody is born in the first state; amounts and owners are set once.
alter table refunds alter column state set default 'approved';
alter table settlements alter column state set default 'in_escrow';
revoke insert, update, delete, truncate on payments, refunds, settlements, withdrawals from praca_app;
grant insert (order_id, provider, method, amount_cents, reference, provider_id, pix_code, receiver_name, expires_at),
  update (state, provider_id, pix_code, receiver_name, expires_at, received_cents, end_to_end_id, confirmed_at)
  on payments to praca_app;
grant insert (order_id, payment_id, reason, amount_cents),
  update (state, attempts, provider_id, last_error, completed_at) on refunds to praca_app;
-- The net shrinks with a partial refund; the deferred tie below holds it to what was really concluded.
grant insert (order_id, seller_id, net_cents), update (state, net_cents, release_at, released_at)
  on settlements to praca_app;
grant insert (user_id, amount_cents, fee_cents, pix_key_type, pix_key, holder_name),
  update (state, attempts, provider_id, last_error, decided_by, decided_at, decision_note, paid_at)
  on withdrawals to praca_app;

-- What arrived is a fact of the bank: one movement with its id, written once. Confirmed means that it arrived.
alter table payments
  add constraint received_has_bank_id check ((received_cents > 0) = (end_to_end_id is not null)),
  add constraint confirmed_has_money check (state in
    ('created', 'pending', 'in_review', 'declined', 'expired', 'cancelled') or received_cents > 0),
  add constraint payments_of_order unique (id, order_id);
create trigger payments_received_once before update of received_cents, end_to_end_id on payments for each row
  when (old.received_cents > 0 and
    (new.received_cents <> old.received_cents or new.end_to_end_id is distinct from old.end_to_end_id))
  execute function refuse_change();
-- A refund gives back a payment of its own order.
alter table refunds add foreign key (payment_id, order_id) references payments (id, order_id);

-- The books ----------------------------------------------------------------------------------------------

create table money.account_kinds (
  kind text primary key,
  -- Whose id `case_id` of an account is.
  owner text not null check (owner in ('platform', 'user', 'order', 'refund', 'withdrawal')),
  side text not null check (side in ('debit', 'credit')),
  -- 1: credits never below debits · -1: debits never below credits · 0: only the sum of the kind is held to its side,
  -- because the platform's accounts are spread over 16 rows so that sales don't queue for one.
  bound smallint not null,
  unique (kind, bound),
  check (bound = case when owner = 'platform' then 0 when side = 'credit' then 1 else -1 end)
);
insert into money.account_kinds (kind, owner, side, bound) values
  ('psp_cash', 'platform', 'debit', 0),
  ('commission_revenue', 'platform', 'credit', 0),
  ('fee_revenue', 'platform', 'credit', 0),
  ('guarantee_fund', 'platform', 'credit', 0),
  ('promotions', 'platform', 'debit', 0),
  ('escrow', 'order', 'credit', 1),
  ('pending_release', 'order', 'credit', 1),
  ('refund_due', 'refund', 'credit', 1),
  ('withdrawal_in_transit', 'withdrawal', 'credit', 1),
  ('available', 'user', 'credit', 1),
  ('blocked', 'user', 'credit', 1),
  ('purchase_credit', 'user', 'credit', 1),
  ('promo_credit', 'user', 'credit', 1),
  ('recoverable', 'user', 'debit', -1);

create table money.accounts (
  id bigint generated always as identity primary key,
  kind text not null,
  -- 0 is the platform; then `shard` is one of 16.
  case_id bigint not null,
  shard smallint not null,
  bound smallint not null,
  debits bigint not null,
  credits bigint not null,
  -- How many transfers touched the account; each remembers its number.
  version bigint not null,
  unique (kind, case_id, shard),
  -- A row cannot lie about its kind.
  foreign key (kind, bound) references money.account_kinds (kind, bound),
  constraint no_overdraft check (debits >= 0 and credits >= 0 and (credits - debits) * bound >= 0)
) with (fillfactor = 70);

create table money.journal_kinds (
  kind text primary key,
  subject text not null check (subject in ('order', 'refund', 'withdrawal')),
  -- The business key with `#` for the subject's id: nobody can mint a second key for the same fact.
  key_form text not null unique check (key_form like '%#%'),
  -- Whether money came in with it, so that a payment must be named.
  takes_payment boolean not null
);
insert into money.journal_kinds (kind, subject, key_form, takes_payment) values
  ('capture', 'order', 'capture:order:#', true),
  ('conclude', 'order', 'conclude:order:#', false),
  ('release', 'order', 'release:order:#', false),
  ('refund', 'refund', 'refund:#', false),
  ('refund_received', 'refund', 'refund:#:received', true),
  ('refund_paid', 'refund', 'refund:#:paid', false),
  ('withdrawal_asked', 'withdrawal', 'withdrawal:#:asked', false),
  ('withdrawal_paid', 'withdrawal', 'withdrawal:#:paid', false),
  ('withdrawal_returned', 'withdrawal', 'withdrawal:#:returned', false);

-- The allowed legs: between which accounts, whose they must be, and what they must carry.
create table money.leg_rules (
  journal_kind text not null references money.journal_kinds,
  debit_kind text not null references money.account_kinds,
  credit_kind text not null references money.account_kinds,
  debit_case text not null check (debit_case in ('platform', 'order', 'seller', 'refund', 'withdrawal', 'holder')),
  credit_case text not null check (credit_case in ('platform', 'order', 'seller', 'refund', 'withdrawal', 'holder')),
  -- total: the order's, into an untouched account · emptied: nothing stays in the debited account, now or ever ·
  -- refund, withdrawal: the case's amount · payout: withdrawal less fee · fee: the withdrawal's ·
  -- share: a part of another leg. How a conclusion is divided is held by money.order_fault.
  amount text not null check (amount in ('total', 'emptied', 'refund', 'withdrawal', 'payout', 'fee', 'share')),
  primary key (journal_kind, debit_kind, credit_kind)
);
insert into money.leg_rules (journal_kind, debit_kind, debit_case, credit_kind, credit_case, amount) values
  ('capture', 'psp_cash', 'platform', 'escrow', 'order', 'total'),
  ('conclude', 'escrow', 'order', 'pending_release', 'order', 'emptied'),
  ('conclude', 'escrow', 'order', 'commission_revenue', 'platform', 'emptied'),
  ('conclude', 'commission_revenue', 'platform', 'guarantee_fund', 'platform', 'share'),
  ('release', 'pending_release', 'order', 'available', 'seller', 'emptied'),
  ('refund', 'escrow', 'order', 'refund_due', 'refund', 'refund'),
  ('refund_received', 'psp_cash', 'platform', 'refund_due', 'refund', 'refund'),
  ('refund_paid', 'refund_due', 'refund', 'psp_cash', 'platform', 'refund'),
  ('withdrawal_asked', 'available', 'holder', 'withdrawal_in_transit', 'withdrawal', 'withdrawal'),
  ('withdrawal_paid', 'withdrawal_in_transit', 'withdrawal', 'psp_cash', 'platform', 'payout'),
  ('withdrawal_paid', 'withdrawal_in_transit', 'withdrawal', 'fee_revenue', 'platform', 'fee'),
  ('withdrawal_returned', 'withdrawal_in_transit', 'withdrawal', 'available', 'holder', 'withdrawal');

-- No foreign keys from here to the cases and accounts, except the payment's: money.post takes every id from a row it
-- holds locked, none of those rows can be deleted, and money.breaks looks for what points nowhere. They would cost a
-- fifth of a journal.
create table money.journals (
  id bigint generated always as identity primary key,
  key text not null constraint business_key unique,
  kind text not null,
  -- What the fact is about, taken from the case's own row under lock.
  order_id bigint,
  refund_id bigint,
  withdrawal_id bigint,
  payment_id bigint,
  at timestamptz not null,
  -- Money comes in by a payment of the same order.
  foreign key (payment_id, order_id) references public.payments (id, order_id)
);
create index journals_payment on money.journals (payment_id) where payment_id is not null;

create table money.transfers (
  journal_id bigint not null,
  leg smallint not null,
  debit_id bigint not null,
  credit_id bigint not null,
  amount bigint not null check (amount between 1 and 10000000000),
  -- The account's number for this transfer and its balance (credits − debits) after it: history has no gap and
  -- carries its own proof.
  debit_version bigint not null,
  debit_balance bigint not null,
  credit_version bigint not null,
  credit_balance bigint not null,
  primary key (journal_id, leg),
  unique (debit_id, debit_version),
  unique (credit_id, credit_version),
  check (debit_id <> credit_id)
);

create table money.status (
  only_row boolean primary key default true check (only_row),
  frozen_at timestamptz,
  reason text
);
insert into money.status default values;

create trigger journals_append_only before update or delete or truncate on money.journals
  execute function public.refuse_change();
create trigger transfers_append_only before update or delete or truncate on money.transfers
  execute function public.refuse_change();
create trigger accounts_stay before delete or truncate on money.accounts
  execute function public.refuse_change();

-- Faults: one definition, read by the guard at the write and by the nightly check ---------------------------

-- Every leg with what is wrong about it: a movement the fact doesn't allow, another's account, a wrong amount.
create view money.leg_faults as
select t.journal_id, t.leg, case
  when rule.amount is null then 'leg_rule'
  when d.case_id is distinct from case rule.debit_case when 'platform' then 0 when 'order' then o.id
    when 'seller' then o.seller_id when 'refund' then r.id when 'withdrawal' then w.id else w.user_id end then 'payee'
  when c.case_id is distinct from case rule.credit_case when 'platform' then 0 when 'order' then o.id
    when 'seller' then o.seller_id when 'refund' then r.id when 'withdrawal' then w.id else w.user_id end then 'payee'
  when not coalesce(case rule.amount
    when 'total' then t.amount = o.total_cents and t.credit_version = 1
    when 'emptied' then d.debits = d.credits
    when 'refund' then t.amount = r.amount_cents
    when 'withdrawal' then t.amount = w.amount_cents
    when 'payout' then t.amount = w.amount_cents - w.fee_cents
    when 'fee' then t.amount = w.fee_cents
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

-- Whether an order's state, escrow, conclusion and settlement tell the same story; null if they do.
create function money.order_fault(subject_id bigint) returns text language plpgsql stable as $$
declare
  sale record;
  part record;
begin
  select o.state, o.seller_id, o.total_cents, o.commission_cents, o.guarantee_cents,
      (select s.escrow_rule from public.order_states s where s.state = o.state) = 'held' as held,
      e.debits, e.credits, t.seller_id as payee_id, t.state as settlement, t.net_cents
    into sale
    from public.orders o
    left join money.accounts e on e.kind = 'escrow' and e.case_id = o.id and e.shard = 0
    left join public.settlements t on t.order_id = o.id
    where o.id = subject_id;

  if sale.credits is null then
    return case when sale.held or sale.state in ('completed', 'refunded') then 'never captured'
      when sale.settlement is not null then 'settlement without capture' end;
  elsif sale.state in ('awaiting_payment', 'payment_in_review', 'expired') then return 'captured before it is paid';
  elsif sale.credits <> sale.total_cents then return 'captured is not the total';
  elsif sale.payee_id is distinct from sale.seller_id then return 'settlement is missing or another''s';
  elsif sale.held then
    return case when sale.debits >= sale.credits then 'nothing held'
      when sale.settlement <> 'in_escrow' then 'settlement is not in escrow'
      when sale.net_cents > sale.total_cents - sale.commission_cents then 'settlement is too high' end;
  elsif sale.debits <> sale.credits then return 'escrow is not empty';
  end if;

  select count(*) as legs,
      coalesce(sum(t.amount) filter (where c.kind = 'pending_release'), 0) as net,
      coalesce(sum(t.amount) filter (where c.kind = 'commission_revenue'), 0) as commission,
      coalesce(sum(t.amount) filter (where c.kind = 'guarantee_fund'), 0) as guarantee,
      coalesce(sum(c.credits - c.debits) filter (where c.kind = 'pending_release'), 0) as unreleased
    into part
    from money.journals j
    join money.transfers t on t.journal_id = j.id
    join money.accounts c on c.id = t.credit_id
    where j.key = 'conclude:order:' || subject_id;

  if sale.state <> 'completed' then
    return case when part.legs > 0 then 'concluded but not completed'
      when sale.settlement <> 'reversed' then 'settlement is not reversed' end;
  end if;
  return case when part.legs = 0 then 'not concluded'
    when part.net <> sale.net_cents then 'settlement is not what was concluded'
    when part.commission > sale.commission_cents or part.guarantee > sale.guarantee_cents then 'commission too high'
    -- A part may have been refunded before; on the whole sale the commission is the one agreed at its birth.
    when part.net + part.commission = sale.total_cents and (part.commission < sale.commission_cents
      or part.guarantee < sale.guarantee_cents) then 'commission too low'
    when sale.settlement = 'pending_release' and part.unreleased <> part.net then 'released but pending'
    when sale.settlement = 'released' and part.unreleased <> 0 then 'pending but released'
    when sale.settlement not in ('pending_release', 'released') then 'settlement is not concluded' end;
end $$;

-- Whether all that a payment brought is in its order's escrow or owed back.
create function money.payment_fault(subject_id bigint) returns text language plpgsql stable as $$
begin
  return (select case when p.received_cents <> coalesce((select sum(t.amount) from money.journals j
      join money.transfers t on t.journal_id = j.id
      where j.payment_id = p.id), 0)
    then 'received is not what was booked' end
  from public.payments p where p.id = subject_id);
end $$;

-- Whether a refund's state and the money owed agree, and it gives back the payment that was captured.
create function money.refund_fault(subject_id bigint) returns text language plpgsql stable as $$
begin
  return (select case
    when r.state in ('requested', 'rejected') then
      case when a.id is not null then 'owed without approval' end
    when coalesce(a.credits, 0) <> r.amount_cents then 'owed is not the refund'
    when r.state = 'completed' and a.debits <> a.credits then 'completed but not paid'
    when r.state <> 'completed' and a.debits <> 0 then 'paid but not completed'
    when out_of_escrow.id is not null and captured.payment_id is distinct from r.payment_id
      then 'gives back another payment' end
  from public.refunds r
  left join money.accounts a on a.kind = 'refund_due' and a.case_id = r.id and a.shard = 0
  left join money.journals out_of_escrow on out_of_escrow.key = 'refund:' || r.id
  left join money.journals captured on captured.key = 'capture:order:' || r.order_id
  where r.id = subject_id);
end $$;

-- Whether a withdrawal's state and the money in transit agree.
create function money.withdrawal_fault(subject_id bigint) returns text language plpgsql stable as $$
begin
  return (select case
    when coalesce(a.credits, 0) <> w.amount_cents then 'never set apart'
    when w.state in ('requested', 'in_review', 'approved', 'processing', 'failed') then
      case when a.debits <> 0 then 'money is gone too early' end
    when a.debits <> a.credits then 'money is still in transit'
    when w.state = 'paid' and paid.id is null then 'paid without payout'
    when w.state <> 'paid' and paid.id is not null then 'paid out but not paid' end
  from public.withdrawals w
  left join money.accounts a on a.kind = 'withdrawal_in_transit' and a.case_id = w.id and a.shard = 0
  left join money.journals paid on paid.key = 'withdrawal:' || w.id || ':paid'
  where w.id = subject_id);
end $$;

-- Everything that must never happen (security §6.4). Empty is healthy. 10,000 orders with 40,000 transfers: 1.1 s.
create view money.breaks as
select 'I1' as id, 'ledger' as subject, null::bigint as subject_id, 'debits are not credits' as fault
from money.accounts having sum(debits) <> sum(credits)
union all
select 'I2', a.kind, a.case_id, 'below zero' from money.accounts a where (a.credits - a.debits) * a.bound < 0
union all
select 'I2', k.kind, 0, 'the sum of its rows is below zero'
from money.account_kinds k join money.accounts a on a.kind = k.kind
where k.bound = 0 group by k.kind, k.side
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
where x.fault is not null;

-- Guards at the write ------------------------------------------------------------------------------------

-- A journal's legs are written by one statement, so all of them stand when the first is looked at.
create function money.guard_legs() returns trigger language plpgsql as $$
declare
  broken text;
begin
  select min(f.fault) into broken from money.leg_faults f where f.journal_id = new.journal_id;
  if broken is not null then
    raise exception 'a leg of journal % is not allowed: %', new.journal_id, broken
      using errcode = '23514', constraint = broken;
  end if;
  return null;
end $$;
create trigger transfers_payee after insert on money.transfers
  for each row when (new.leg = 1) execute function money.guard_legs();

-- The ties hold a case's state against its money when the transaction ends: inside it, either may change first.
create function money.tie_case() returns trigger language plpgsql security definer
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
  end if;
  if fault is not null then
    raise exception '% % (written by %): %', noun, about, tg_table_name, fault
      using errcode = '23514', constraint = noun || '_money';
  end if;
  return null;
end $$;
create constraint trigger orders_money_born after insert on public.orders deferrable initially deferred
  for each row when (new.state <> 'awaiting_payment') execute function money.tie_case('order');
create constraint trigger orders_money after update of state on public.orders deferrable initially deferred
  for each row execute function money.tie_case('order');
create constraint trigger settlements_money after update on public.settlements deferrable initially deferred
  for each row when (new.state <> old.state or new.net_cents <> old.net_cents)
  execute function money.tie_case('settlement');
create constraint trigger payments_money after update on public.payments deferrable initially deferred
  for each row when (new.received_cents <> old.received_cents) execute function money.tie_case('payment');
create constraint trigger refunds_money_born after insert on public.refunds deferrable initially deferred
  for each row execute function money.tie_case('refund');
create constraint trigger refunds_money after update of state on public.refunds deferrable initially deferred
  for each row execute function money.tie_case('refund');
create constraint trigger withdrawals_money_born after insert on public.withdrawals deferrable initially deferred
  for each row execute function money.tie_case('withdrawal');
create constraint trigger withdrawals_money after update of state on public.withdrawals deferrable initially deferred
  for each row execute function money.tie_case('withdrawal');
create constraint trigger journals_money after insert on money.journals deferrable initially deferred
  for each row execute function money.tie_case('journal');

-- The one writer -----------------------------------------------------------------------------------------

-- Whether the journal already written says exactly this, leg by leg.
create function money.is_replay(fact_key text, paid_by bigint, kinds text[], cases bigint[],
  debited integer[], credited integer[], amounts bigint[]) returns boolean language sql stable as $$
  select j.payment_id is not distinct from paid_by
    and count(*) = cardinality(amounts)
    and bool_and((d.kind, d.case_id, c.kind, c.case_id, t.amount) is not distinct from
      (kinds[debited[t.leg]], cases[debited[t.leg]], kinds[credited[t.leg]], cases[credited[t.leg]], amounts[t.leg]))
  from money.journals j join money.transfers t on t.journal_id = j.id
  join money.accounts d on d.id = t.debit_id join money.accounts c on c.id = t.credit_id
  where j.key = fact_key group by j.id
$$;

-- Posts one business fact: true if it was written now, false if exactly this was written before.
-- Accounts come once each, sorted by (kind, case): the one order in which they are locked. Legs name them by their
-- place in that list. Fails with PM001 if money is frozen, with PM002 if the key was used with other content, and
-- with 23514 and the name of the broken rule.
-- Plans must not hang on the statistics of the day, least of all an empty database's: hence the settings, without
-- which a capture took 0.9 ms. JIT is off because before PostgreSQL 18 a path that is switched off looks dear enough
-- to be compiled at every call, which took 60 ms.
-- Measured in the server (18.4, two shared cores, 10,000 orders; median and lowest of 9,000): capture 0.44 and 0.41 ms,
-- conclude with its three legs 0.56 and 0.51 ms; the ties at commit add 0.22 and 0.32 ms. A quarter of it is the
-- guard of legs, which reads back what was written rather than trusting the lines above it.
create function money.post(fact_key text, fact_kind text, subject_id bigint, paid_by bigint,
  kinds text[], cases bigint[], debited integer[], credited integer[], amounts bigint[])
returns boolean language plpgsql security definer
set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
declare
  rule record;
  about_order bigint;
  about_refund bigint;
  about_withdrawal bigint;
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
  select k.subject, k.key_form, k.takes_payment, s.frozen_at,
      now() + (select offset_ms from public.clock) * interval '1 millisecond' as at
    into rule from money.status s left join money.journal_kinds k on k.kind = fact_kind;
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
    -- Only a refund out of escrow touches what the order row protects.
    if fact_kind = 'refund' then
      perform from public.orders o where o.id = about_order for no key update;
    end if;
    select r.id into about_refund from public.refunds r where r.id = subject_id for no key update;
  else
    select w.id into strict about_withdrawal from public.withdrawals w where w.id = subject_id for no key update;
  end if;

  insert into money.journals (key, kind, order_id, refund_id, withdrawal_id, payment_id, at)
    values (fact_key, fact_kind, about_order, about_refund, about_withdrawal, paid_by, rule.at)
    on conflict (key) do nothing returning id into new_id;
  if new_id is null then
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
    -- A case's account is mostly opened by its first credit.
    if debit > 0 or cases[a] = 0 then
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
  insert into money.transfers (journal_id, leg, debit_id, credit_id, amount, debit_version, debit_balance,
      credit_version, credit_balance)
    select new_id, leg, ids[debited[leg]], ids[credited[leg]], amounts[leg], debit_versions[leg], debit_balances[leg],
      credit_versions[leg], credit_balances[leg]
    from generate_series(1, cardinality(amounts)) leg;
  return true;
end $$;

-- Checks the whole of the books and freezes money on the first break. Whoever runs the application may freeze; only
-- the owner of the database unfreezes (docs/money.md).
create function money.check_books() returns setof money.breaks language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
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

grant select on all tables in schema money to praca_app;
revoke execute on all functions in schema money from public;
grant execute on function money.post(text, text, bigint, bigint, text[], bigint[], integer[], integer[], bigint[]),
  money.order_fault(bigint), money.payment_fault(bigint), money.refund_fault(bigint), money.withdrawal_fault(bigint),
  money.check_books() to praca_app;
