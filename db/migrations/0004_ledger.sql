-- The ledger (product §4.1, security §6). Invariants live here, so that even wrong application code can neither
-- create nor lose a centavo. docs/money.md tells the whole story; domain/postings.ts is its other half.
--
-- Locks are always taken in one order: order row → refund or withdrawal row → accounts by id.

create schema money;
grant usage on schema money to praca_app;

-- Cases: payments, refunds, settlements, withdrawals ------------------------------------------------------

-- What a case may become, row by row as in domain/payments.ts, domain/settlements.ts, domain/withdrawals.ts.
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
  -- No account of a bounded kind may fall below zero. The platform's are spread over rows, so their sum is checked.
  bounded boolean not null,
  shards smallint not null check (shards between 1 and 16),
  unique (kind, side, bounded),
  check (bounded = (shards = 1))
);
insert into money.account_kinds (kind, owner, side, bounded, shards) values
  ('psp_cash', 'platform', 'debit', false, 16),
  ('commission_revenue', 'platform', 'credit', false, 16),
  ('fee_revenue', 'platform', 'credit', false, 16),
  ('guarantee_fund', 'platform', 'credit', false, 16),
  ('promotions', 'platform', 'debit', false, 16),
  ('escrow', 'order', 'credit', true, 1),
  ('pending_release', 'order', 'credit', true, 1),
  ('refund_due', 'refund', 'credit', true, 1),
  ('withdrawal_in_transit', 'withdrawal', 'credit', true, 1),
  ('available', 'user', 'credit', true, 1),
  ('blocked', 'user', 'credit', true, 1),
  ('purchase_credit', 'user', 'credit', true, 1),
  ('promo_credit', 'user', 'credit', true, 1),
  ('recoverable', 'user', 'debit', true, 1);

create table money.accounts (
  id bigint generated always as identity primary key,
  kind text not null,
  case_id bigint not null,
  shard smallint not null,
  side text not null,
  bounded boolean not null,
  debits bigint not null default 0 check (debits >= 0),
  credits bigint not null default 0 check (credits >= 0),
  -- How many transfers touched the account; each remembers its number.
  version bigint not null default 0,
  unique (kind, case_id, shard),
  -- A row cannot lie about its kind.
  foreign key (kind, side, bounded) references money.account_kinds (kind, side, bounded),
  constraint no_overdraft check (not bounded or (side = 'credit' and credits >= debits)
    or (side = 'debit' and debits >= credits))
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
  -- total: the order's, into an untouched account · share: a part, see money.order_breaks · all: empties the debited
  -- account · refund, withdrawal: the case's amount · payout: withdrawal less fee · fee: the withdrawal's fee.
  amount text not null check (amount in ('total', 'share', 'all', 'refund', 'withdrawal', 'payout', 'fee')),
  primary key (journal_kind, debit_kind, credit_kind)
);
insert into money.leg_rules (journal_kind, debit_kind, debit_case, credit_kind, credit_case, amount) values
  ('capture', 'psp_cash', 'platform', 'escrow', 'order', 'total'),
  ('conclude', 'escrow', 'order', 'pending_release', 'order', 'share'),
  ('conclude', 'escrow', 'order', 'commission_revenue', 'platform', 'share'),
  ('conclude', 'commission_revenue', 'platform', 'guarantee_fund', 'platform', 'share'),
  ('release', 'pending_release', 'order', 'available', 'seller', 'all'),
  ('refund', 'escrow', 'order', 'refund_due', 'refund', 'refund'),
  ('refund_received', 'psp_cash', 'platform', 'refund_due', 'refund', 'refund'),
  ('refund_paid', 'refund_due', 'refund', 'psp_cash', 'platform', 'refund'),
  ('withdrawal_asked', 'available', 'holder', 'withdrawal_in_transit', 'withdrawal', 'withdrawal'),
  ('withdrawal_paid', 'withdrawal_in_transit', 'withdrawal', 'psp_cash', 'platform', 'payout'),
  ('withdrawal_paid', 'withdrawal_in_transit', 'withdrawal', 'fee_revenue', 'platform', 'fee'),
  ('withdrawal_returned', 'withdrawal_in_transit', 'withdrawal', 'available', 'holder', 'withdrawal');

create table money.journals (
  id bigint generated always as identity primary key,
  key text not null constraint business_key unique,
  kind text not null references money.journal_kinds,
  -- What the fact is about, taken from the case's own row under lock.
  order_id bigint references public.orders,
  refund_id bigint references public.refunds,
  withdrawal_id bigint references public.withdrawals,
  payment_id bigint,
  at timestamptz not null default public.market_now(),
  foreign key (payment_id, order_id) references public.payments (id, order_id)
);

create table money.transfers (
  journal_id bigint not null references money.journals,
  leg smallint not null,
  debit_id bigint not null references money.accounts,
  credit_id bigint not null references money.accounts,
  amount bigint not null check (amount between 1 and 10000000000),
  -- The account's number for this transfer and its balance (credits − debits) after it: history is gap-free and
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

-- A transfer moves both counters as it is written: there is no other way to move them.
create function money.apply_transfer() returns trigger language plpgsql as $$
begin
  update money.accounts set debits = debits + new.amount, version = version + 1 where id = new.debit_id
    returning version, credits - debits into new.debit_version, new.debit_balance;
  update money.accounts set credits = credits + new.amount, version = version + 1 where id = new.credit_id
    returning version, credits - debits into new.credit_version, new.credit_balance;
  return new;
end $$;
create trigger transfers_apply before insert on money.transfers
  for each row execute function money.apply_transfer();

-- Breaks: one definition read by the guard at the write and by the nightly check ---------------------------

-- Legs outside the rules: a movement that the fact doesn't allow, another's account, a wrong amount.
create view money.leg_breaks as
select t.journal_id, t.leg, x.reason
from money.transfers t
join money.journals j on j.id = t.journal_id
join money.accounts d on d.id = t.debit_id
join money.accounts c on c.id = t.credit_id
left join money.leg_rules rule
  on rule.journal_kind = j.kind and rule.debit_kind = d.kind and rule.credit_kind = c.kind
left join public.orders o on o.id = j.order_id
left join public.refunds r on r.id = j.refund_id
left join public.withdrawals w on w.id = j.withdrawal_id
cross join lateral (select case
  when rule.amount is null then 'leg_rule'
  when d.case_id is distinct from case rule.debit_case when 'platform' then 0 when 'order' then o.id
    when 'seller' then o.seller_id when 'refund' then r.id when 'withdrawal' then w.id else w.user_id end then 'payee'
  when c.case_id is distinct from case rule.credit_case when 'platform' then 0 when 'order' then o.id
    when 'seller' then o.seller_id when 'refund' then r.id when 'withdrawal' then w.id else w.user_id end then 'payee'
  when not coalesce(case rule.amount
    when 'total' then t.amount = o.total_cents and t.credit_version = 1
    when 'all' then t.debit_balance = 0
    when 'refund' then t.amount = r.amount_cents
    when 'withdrawal' then t.amount = w.amount_cents
    when 'payout' then t.amount = w.amount_cents - w.fee_cents
    when 'fee' then t.amount = w.fee_cents
    when 'share' then true end, false) then 'leg_amount'
  end as reason) x
where x.reason is not null;

-- Orders whose state, escrow, conclusion and settlement don't tell the same story.
create view money.order_breaks as
select o.id as order_id, x.reason
from public.orders o
join public.order_states s on s.state = o.state
left join money.accounts e on e.kind = 'escrow' and e.case_id = o.id and e.shard = 0
left join money.accounts p on p.kind = 'pending_release' and p.case_id = o.id and p.shard = 0
left join public.settlements t on t.order_id = o.id
left join money.journals k on k.key = 'conclude:order:' || o.id
left join lateral (
  select coalesce(sum(l.amount) filter (where c.kind = 'pending_release'), 0) as net,
    coalesce(sum(l.amount) filter (where c.kind = 'commission_revenue'), 0) as commission,
    coalesce(sum(l.amount) filter (where c.kind = 'guarantee_fund'), 0) as guarantee
  from money.transfers l join money.accounts c on c.id = l.credit_id where l.journal_id = k.id) part on true
cross join lateral (select case
  when e.id is null and (s.escrow_rule = 'held' or o.state in ('completed', 'refunded')) then 'never captured'
  when e.id is null and t.order_id is not null then 'settlement without capture'
  when e.id is null then null
  when o.state in ('awaiting_payment', 'payment_in_review', 'expired') then 'captured before it is paid'
  when e.credits <> o.total_cents then 'captured is not the total'
  when t.seller_id is distinct from o.seller_id then 'settlement is missing or another''s'
  when s.escrow_rule = 'held' and e.debits >= e.credits then 'nothing held'
  when s.escrow_rule = 'held' and k.id is not null then 'concluded but held'
  when s.escrow_rule = 'held' and t.net_cents > o.total_cents - o.commission_cents then 'settlement net too high'
  when s.escrow_rule = 'held' and t.state <> 'in_escrow' then 'settlement not in escrow'
  when s.escrow_rule = 'held' then null
  when e.debits <> e.credits then 'escrow not empty'
  when o.state <> 'completed' and k.id is not null then 'concluded but not completed'
  when o.state <> 'completed' and t.state <> 'reversed' then 'settlement not reversed'
  when o.state <> 'completed' then null
  when k.id is null then 'not concluded'
  when part.net <> t.net_cents then 'settlement net is not what was concluded'
  when part.commission > o.commission_cents or part.guarantee > o.guarantee_cents then 'commission too high'
  when part.net + part.commission = o.total_cents
    and (part.commission <> o.commission_cents or part.guarantee <> o.guarantee_cents) then 'commission too low'
  when t.state = 'pending_release' and coalesce(p.debits, 0) = 0 then null
  when t.state = 'released' and coalesce(p.credits = p.debits, true) then null
  else 'settlement and release disagree' end as reason) x
where x.reason is not null;

-- Payments whose money isn't all in an escrow or owed back.
create view money.payment_breaks as
select p.id as payment_id, x.reason
from public.payments p
join public.orders o on o.id = p.order_id
left join money.journals k on k.key = 'capture:order:' || p.order_id and k.payment_id = p.id
left join lateral (
  select sum(r.amount_cents) as returned
  from public.refunds r join money.journals j on j.key = 'refund:' || r.id || ':received'
  where r.order_id = p.order_id and r.payment_id = p.id) back on true
cross join lateral (select case
  when p.received_cents <> coalesce(back.returned, 0) + case when k.id is null then 0 else o.total_cents end
    then 'received is not what was booked' end as reason) x
where x.reason is not null;

-- Refunds whose state and money owed disagree.
create view money.refund_breaks as
select r.id as refund_id, x.reason
from public.refunds r
left join money.accounts a on a.kind = 'refund_due' and a.case_id = r.id and a.shard = 0
left join money.journals k on k.key = 'refund:' || r.id
left join money.journals c on c.key = 'capture:order:' || r.order_id
cross join lateral (select case
  when r.state in ('requested', 'rejected') and a.id is not null then 'money owed without approval'
  when r.state in ('requested', 'rejected') then null
  when coalesce(a.credits, 0) <> r.amount_cents then 'owed is not the refund'
  when k.id is not null and c.payment_id is distinct from r.payment_id then 'refund of another payment'
  when r.state = 'completed' and a.debits <> a.credits then 'completed but not paid'
  when r.state <> 'completed' and a.debits <> 0 then 'paid but not completed' end as reason) x
where x.reason is not null;

-- Withdrawals whose state and money in transit disagree.
create view money.withdrawal_breaks as
select w.id as withdrawal_id, x.reason
from public.withdrawals w
left join money.accounts a on a.kind = 'withdrawal_in_transit' and a.case_id = w.id and a.shard = 0
left join money.journals paid on paid.key = 'withdrawal:' || w.id || ':paid'
left join money.journals back on back.key = 'withdrawal:' || w.id || ':returned'
cross join lateral (select case
  when coalesce(a.credits, 0) <> w.amount_cents then 'never set apart'
  when w.state = 'paid' and paid.id is not null and a.debits = a.credits then null
  when w.state in ('returned', 'cancelled', 'rejected') and back.id is not null and a.debits = a.credits then null
  when w.state in ('requested', 'in_review', 'approved', 'processing', 'failed') and a.debits = 0 then null
  else 'state and money in transit disagree' end as reason) x
where x.reason is not null;

-- Everything that must never happen (security §6.4). Empty is healthy.
create view money.breaks as
select 'I1' as id, 'ledger' as subject, null::bigint as subject_id, 'debits are not credits' as reason
from money.accounts having sum(debits) <> sum(credits)
union all
select 'I2', a.kind, a.case_id, 'below zero' from money.accounts a
where a.bounded and case a.side when 'credit' then a.credits < a.debits else a.debits < a.credits end
union all
select 'I2', k.kind, 0, 'the sum of its rows is below zero'
from money.account_kinds k join money.accounts a on a.kind = k.kind
where not k.bounded group by k.kind, k.side
having case k.side when 'credit' then sum(a.credits) < sum(a.debits) else sum(a.debits) < sum(a.credits) end
union all
select 'I3', 'account', a.id, 'counters are not the sum of history'
from money.accounts a
left join (
  select account_id, sum(debit) as debits, sum(credit) as credits, count(*) as count, max(version) as newest
  from (
    select debit_id as account_id, debit_version as version, amount as debit, 0 as credit from money.transfers
    union all
    select credit_id, credit_version, 0, amount from money.transfers) side
  group by account_id) h on h.account_id = a.id
where a.debits <> coalesce(h.debits, 0) or a.credits <> coalesce(h.credits, 0)
  or a.version <> coalesce(h.count, 0) or a.version <> coalesce(h.newest, 0)
union all
select 'I4', 'order', order_id, reason from money.order_breaks
union all
select 'I5', 'order', o.id, 'state is not what its events tell'
from public.orders o
left join lateral (
  select count(*) as count, max(seq) as newest, (array_agg(to_state order by seq desc))[1] as state
  from public.order_events e where e.order_id = o.id) told on true
where o.state_seq <> told.count or o.state_seq <> coalesce(told.newest, 0)
  or o.state <> coalesce(told.state, 'awaiting_payment')
union all
select 'I6', 'payment', payment_id, reason from money.payment_breaks
union all
select 'I6', 'refund', refund_id, reason from money.refund_breaks
union all
select 'I7', 'journal', j.id, 'no legs' from money.journals j
where not exists (select from money.transfers t where t.journal_id = j.id)
union all
select 'I7', 'journal', journal_id, reason from money.leg_breaks
union all
select 'I8', 'withdrawal', withdrawal_id, reason from money.withdrawal_breaks;

-- Guards at the write ------------------------------------------------------------------------------------

create function money.refuse(reason text, subject text, subject_id bigint) returns void language plpgsql as $$
begin
  raise exception '% %: %', subject, subject_id, reason using errcode = '23514', constraint = subject || '_money';
end $$;

create function money.guard_leg() returns trigger language plpgsql as $$
declare
  broken text;
begin
  select b.reason into broken from money.leg_breaks b where b.journal_id = new.journal_id and b.leg = new.leg;
  if found then
    raise exception 'leg % of journal % is not allowed: %', new.leg, new.journal_id, broken
      using errcode = '23514', constraint = broken;
  end if;
  return null;
end $$;
create trigger transfers_payee after insert on money.transfers
  for each row execute function money.guard_leg();

-- The ties run when the transaction ends: state and money may change in any order inside it.
create function money.tie_order(subject_id bigint) returns void language plpgsql as $$
declare
  broken text;
begin
  select b.reason into broken from money.order_breaks b where b.order_id = subject_id;
  if found then perform money.refuse(broken, 'order', subject_id); end if;
end $$;
create function money.tie_payment(subject_id bigint) returns void language plpgsql as $$
declare
  broken text;
begin
  select b.reason into broken from money.payment_breaks b where b.payment_id = subject_id;
  if found then perform money.refuse(broken, 'payment', subject_id); end if;
end $$;
create function money.tie_refund(subject_id bigint) returns void language plpgsql as $$
declare
  broken text;
begin
  select b.reason into broken from money.refund_breaks b where b.refund_id = subject_id;
  if found then perform money.refuse(broken, 'refund', subject_id); end if;
end $$;
create function money.tie_withdrawal(subject_id bigint) returns void language plpgsql as $$
declare
  broken text;
begin
  select b.reason into broken from money.withdrawal_breaks b where b.withdrawal_id = subject_id;
  if found then perform money.refuse(broken, 'withdrawal', subject_id); end if;
end $$;

create function money.tie_case() returns trigger language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
begin
  case tg_table_name
    when 'orders' then perform money.tie_order(new.id);
    when 'settlements' then perform money.tie_order(new.order_id);
    when 'payments' then perform money.tie_payment(new.id);
    when 'refunds' then perform money.tie_refund(new.id);
    when 'withdrawals' then perform money.tie_withdrawal(new.id);
    when 'journals' then
      if new.withdrawal_id is not null then perform money.tie_withdrawal(new.withdrawal_id);
      else
        perform money.tie_order(new.order_id);
        if new.refund_id is not null then perform money.tie_refund(new.refund_id); end if;
        if new.payment_id is not null then perform money.tie_payment(new.payment_id); end if;
      end if;
  end case;
  return null;
end $$;
create constraint trigger orders_money_born after insert on public.orders deferrable initially deferred
  for each row when (new.state <> 'awaiting_payment') execute function money.tie_case();
create constraint trigger orders_money after update of state on public.orders deferrable initially deferred
  for each row execute function money.tie_case();
create constraint trigger settlements_money after insert or update on public.settlements
  deferrable initially deferred for each row execute function money.tie_case();
create constraint trigger payments_money after update of received_cents on public.payments
  deferrable initially deferred for each row when (new.received_cents <> old.received_cents)
  execute function money.tie_case();
create constraint trigger refunds_money_born after insert on public.refunds deferrable initially deferred
  for each row execute function money.tie_case();
create constraint trigger refunds_money after update of state on public.refunds deferrable initially deferred
  for each row execute function money.tie_case();
create constraint trigger withdrawals_money_born after insert on public.withdrawals deferrable initially deferred
  for each row execute function money.tie_case();
create constraint trigger withdrawals_money after update of state on public.withdrawals deferrable initially deferred
  for each row execute function money.tie_case();
create constraint trigger journals_money after insert on money.journals deferrable initially deferred
  for each row execute function money.tie_case();

-- The one writer -----------------------------------------------------------------------------------------

-- The account's id, opened if it is the first time. The platform's rows are spread by the subject's id.
create function money.open_account(account_kind text, account_case bigint, spread bigint) returns bigint
language plpgsql as $$
declare
  found_id bigint;
begin
  select a.id into found_id from money.account_kinds k
    left join money.accounts a on a.kind = k.kind and a.case_id = account_case and a.shard = spread % k.shards
    where k.kind = account_kind;
  if not found then
    raise exception 'no account of kind %', account_kind using errcode = '23514', constraint = 'leg_rule';
  end if;
  if found_id is null then
    insert into money.accounts (kind, case_id, shard, side, bounded)
      select k.kind, account_case, spread % k.shards, k.side, k.bounded
      from money.account_kinds k where k.kind = account_kind
      on conflict (kind, case_id, shard) do nothing returning id into found_id;
  end if;
  if found_id is null then return money.open_account(account_kind, account_case, spread); end if;
  return found_id;
end $$;

-- Locks what the fact is about, in the one lock order, and says which rows they are.
create function money.lock_subject(journal_kind text, subject text, subject_id bigint,
  out order_id bigint, out refund_id bigint, out withdrawal_id bigint) language plpgsql as $$
begin
  case subject
    when 'order' then
      select o.id into order_id from public.orders o where o.id = subject_id for no key update;
    when 'refund' then
      select r.order_id into order_id from public.refunds r where r.id = subject_id;
      -- Only a refund out of escrow touches what the order row protects.
      if journal_kind = 'refund' then
        perform from public.orders o where o.id = order_id for no key update;
      end if;
      select r.id into refund_id from public.refunds r where r.id = subject_id for no key update;
    when 'withdrawal' then
      select w.id into withdrawal_id from public.withdrawals w where w.id = subject_id for no key update;
  end case;
  if coalesce(order_id, refund_id, withdrawal_id) is null then
    raise exception 'no % %', subject, subject_id using errcode = '23503', constraint = 'journal_subject';
  end if;
end $$;

-- Posts one business fact: true if it was written now, false if exactly this was written before.
-- PM001 money is frozen · PM002 the key was used with other content · 23514 with the name of the broken rule.
create function money.post(fact_key text, fact_kind text, subject_id bigint, paid_by bigint,
  debit_kinds text[], debit_cases bigint[], credit_kinds text[], credit_cases bigint[], amounts bigint[])
returns boolean language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  rule record;
  about record;
  new_id bigint;
  debit_ids bigint[] := '{}';
  credit_ids bigint[] := '{}';
begin
  select k.subject, k.key_form, k.takes_payment, s.frozen_at into rule
    from money.status s left join money.journal_kinds k on k.kind = fact_kind;
  if rule.frozen_at is not null then
    raise exception 'money is frozen' using errcode = 'PM001';
  end if;
  if rule.key_form is null or fact_key is distinct from replace(rule.key_form, '#', subject_id::text)
    or rule.takes_payment <> (paid_by is not null) or coalesce(cardinality(amounts), 0) = 0 then
    raise exception 'not a journal: % % %', fact_kind, fact_key, subject_id
      using errcode = '23514', constraint = 'journal_form';
  end if;
  about := money.lock_subject(fact_kind, rule.subject, subject_id);

  insert into money.journals (key, kind, order_id, refund_id, withdrawal_id, payment_id)
    values (fact_key, fact_kind, about.order_id, about.refund_id, about.withdrawal_id, paid_by)
    on conflict (key) do nothing returning id into new_id;
  if new_id is null then
    if money.is_replay(fact_key, paid_by, debit_kinds, debit_cases, credit_kinds, credit_cases, amounts) then
      return false;
    end if;
    raise exception '% was posted with other content', fact_key using errcode = 'PM002';
  end if;

  for i in 1 .. cardinality(amounts) loop
    debit_ids[i] := money.open_account(debit_kinds[i], debit_cases[i], subject_id);
    credit_ids[i] := money.open_account(credit_kinds[i], credit_cases[i], subject_id);
  end loop;
  perform from money.accounts a where a.id = any (debit_ids || credit_ids) order by a.id for no key update;
  insert into money.transfers (journal_id, leg, debit_id, credit_id, amount)
    select new_id, l.leg, l.debit_id, l.credit_id, l.amount
    from unnest(debit_ids, credit_ids, amounts) with ordinality as l (debit_id, credit_id, amount, leg);
  return true;
end $$;

-- Whether the journal already written says exactly this, leg by leg.
create function money.is_replay(fact_key text, paid_by bigint, debit_kinds text[], debit_cases bigint[],
  credit_kinds text[], credit_cases bigint[], amounts bigint[]) returns boolean language sql stable as $$
  select j.payment_id is not distinct from paid_by
    and array_agg(d.kind order by t.leg) = debit_kinds and array_agg(d.case_id order by t.leg) = debit_cases
    and array_agg(c.kind order by t.leg) = credit_kinds and array_agg(c.case_id order by t.leg) = credit_cases
    and array_agg(t.amount order by t.leg) = amounts
  from money.journals j join money.transfers t on t.journal_id = j.id
  join money.accounts d on d.id = t.debit_id join money.accounts c on c.id = t.credit_id
  where j.key = fact_key group by j.id
$$;

-- Checks the whole of the books and freezes money on the first break. Anybody may freeze; only the owner of the
-- database unfreezes (docs/money.md).
create function money.check_books() returns setof money.breaks language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
declare
  broken money.breaks;
begin
  for broken in select * from money.breaks loop
    update money.status s set frozen_at = public.market_now(), reason = broken.id || ' ' || broken.reason
      where s.frozen_at is null;
    return next broken;
  end loop;
end $$;

grant select on all tables in schema money to praca_app;
revoke execute on all functions in schema money from public;
grant execute on function money.post(text, text, bigint, bigint, text[], bigint[], text[], bigint[], bigint[]),
  money.check_books() to praca_app;
