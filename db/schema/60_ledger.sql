-- Settlements, blocks of a sale's money, and the double-entry ledger in schema `money` (docs/money.md).

-- The sale's money after delivery: held, released, blocked. One row per order, inserted when it is paid.
create table settlements (
  order_id bigint primary key references orders,
  -- The order's seller; `money.order_fault` compares it.
  seller_id bigint not null,
  state text not null default 'in_escrow'
    check (state = any ('{in_escrow,pending_release,released,blocked,reversed}')),
  net_cents bigint not null check (net_cents >= 0),
  release_at timestamptz,
  released_at timestamptz
);
create index settlements_due on settlements (release_at) where state = 'pending_release';
create index settlements_seller on settlements (seller_id, state);
create index settlements_released_on on settlements using brin (released_at)
  with (pages_per_range = 32, autosummarize = on);
create trigger settlements_state before update of state on settlements for each row
  when (new.state <> old.state) execute function guard_case_state('settlement');
create constraint trigger settlements_money after update on public.settlements deferrable initially deferred
  for each row when (new.state <> old.state or new.net_cents <> old.net_cents)
  execute function money.check_case('settlement');
create constraint trigger settlements_stay_blocked after update of state on public.settlements
  deferrable initially deferred for each row when (old.state = 'blocked' and new.state <> 'blocked')
  execute function money.check_blocks();
create constraint trigger settlements_money_born after insert on public.settlements deferrable initially deferred
  for each row execute function money.check_settlement();
create trigger settlements_hold before update of state, release_at on settlements for each row
  when (new.release_at is distinct from old.release_at or (old.state = 'pending_release' and new.state = 'released'))
  execute function guard_release_hold();
revoke insert, update, delete on settlements from praca_app;
grant insert (order_id, seller_id, net_cents) on settlements to praca_app;
grant update (state, net_cents, release_at, released_at) on settlements to praca_app;

-- One row each time a sale's money is blocked. Money still held is not moved: the settlement's state blocks it. Money
-- already released goes from the seller's balance into the order's own blocked account.
create table sale_blocks (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders,
  from_state text not null check (from_state = any ('{in_escrow,pending_release,released}')),
  amount_cents bigint not null check (amount_cents >= 0 and (amount_cents = 0 or from_state = 'released')),
  created_at timestamptz not null default market_now(),
  lifted_at timestamptz
);
create unique index sale_blocks_open on sale_blocks (order_id) where lifted_at is null;
create trigger sale_blocks_lifted_once before update on sale_blocks for each row
  when (old.lifted_at is not null) execute function refuse_change();
create constraint trigger sale_blocks_money after insert or update on public.sale_blocks deferrable initially deferred
  for each row execute function money.check_case('block');
revoke insert, update, delete on sale_blocks from praca_app;
grant insert (order_id, from_state, amount_cents) on sale_blocks to praca_app;
grant update (lifted_at) on sale_blocks to praca_app;

create table money.account_kinds (
  kind text primary key,
  -- Whose id `case_id` of an account is.
  owner text not null check (owner in ('platform', 'user', 'order', 'refund', 'withdrawal')),
  side text not null check (side in ('debit', 'credit')),
  -- 1: credits never below debits. -1: debits never below credits. 0: only the sum of the kind is checked, because
  -- the platform's accounts are spread over 16 rows so that sales don't wait for one.
  bound smallint not null,
  unique (kind, bound),
  check (bound = case when owner = 'platform' then 0 when side = 'credit' then 1 else -1 end)
);
grant select on money.account_kinds to praca_app;
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
  ('purchase_credit', 'user', 'credit', 1),
  ('promo_credit', 'user', 'credit', 1),
  ('recoverable', 'user', 'debit', -1),
  ('blocked', 'order', 'credit', 1),
  ('chargeback_debt', 'user', 'debit', -1);

create table money.accounts (
  id bigint generated always as identity primary key,
  kind text not null,
  -- 0 is the platform; then `shard` is one of 16.
  case_id bigint not null,
  shard smallint not null,
  bound smallint not null,
  debits bigint not null,
  credits bigint not null,
  -- How many transfers changed the account; each stores its number.
  version bigint not null,
  unique (kind, case_id, shard),
  -- A row cannot contradict its kind.
  foreign key (kind, bound) references money.account_kinds (kind, bound),
  constraint no_overdraft check (debits >= 0 and credits >= 0 and (credits - debits) * bound >= 0)
) with (fillfactor = 70);
-- For the sums of debts, checked every minute.
create index accounts_owed on money.accounts (kind) where kind = any ('{recoverable,chargeback_debt}');
create trigger accounts_not_deletable before delete or truncate on money.accounts
  execute function public.refuse_change();
grant select on money.accounts to praca_app;

-- The kinds of business fact that move money.
create table money.journal_kinds (
  kind text primary key,
  subject text not null check (subject = any ('{order,refund,withdrawal,block,chargeback,debt_payment}')),
  -- The business key, with `#` for the subject's id: nobody can make a second key for the same fact.
  key_form text not null unique check (key_form like '%#%'),
  -- Whether money came in with it, so that a payment must be named.
  takes_payment boolean not null
);
grant select on money.journal_kinds to praca_app;
insert into money.journal_kinds (kind, subject, key_form, takes_payment) values
  ('capture', 'order', 'capture:order:#', true),
  ('conclude', 'order', 'conclude:order:#', false),
  ('release', 'order', 'release:order:#', false),
  ('refund', 'refund', 'refund:#', false),
  ('refund_received', 'refund', 'refund:#:received', true),
  ('refund_paid', 'refund', 'refund:#:paid', false),
  ('withdrawal_asked', 'withdrawal', 'withdrawal:#:asked', false),
  ('withdrawal_paid', 'withdrawal', 'withdrawal:#:paid', false),
  ('withdrawal_returned', 'withdrawal', 'withdrawal:#:returned', false),
  ('refund_platform', 'refund', 'refund:#:platform', false),
  ('block', 'block', 'block:#', false),
  ('unblock', 'block', 'block:#:lifted', false),
  ('part_used', 'refund', 'refund:#:used', false),
  ('withdrawal_reopened', 'withdrawal', 'withdrawal:#:reopened', false),
  ('chargeback', 'chargeback', 'chargeback:#', false),
  ('chargeback_returned', 'chargeback', 'chargeback:#:returned', false),
  ('debt_paid', 'debt_payment', 'debt_payment:#', false),
  ('compensation', 'order', 'compensation:order:#', false);

-- The allowed movements of each kind: between which accounts, whose they must be, and which amount they must carry.
create table money.leg_rules (
  journal_kind text not null references money.journal_kinds,
  debit_kind text not null references money.account_kinds,
  credit_kind text not null references money.account_kinds,
  debit_case text not null
    check (debit_case = any ('{platform,order,seller,buyer,refund,withdrawal,holder,debtor}')),
  credit_case text not null
    check (credit_case = any ('{platform,order,seller,buyer,refund,withdrawal,holder,debtor}')),
  -- `total`: the order's, into an empty account. `emptied`: nothing stays in the debited account, now or ever.
  -- `drained`: nothing stays now. `refund`, `withdrawal`, `block`, `chargeback`: the case's amount. `payout`: the
  -- withdrawal less its fee. `fee`: the withdrawal's. `half`: at most half. `concluded`: of a concluded sale.
  -- `share`: a part of another leg; `money.order_fault` checks how a conclusion is divided.
  amount text not null,
  primary key (journal_kind, debit_kind, credit_kind),
  check (amount = any
    ('{total,emptied,refund,withdrawal,payout,fee,share,half,block,drained,concluded,chargeback}'))
);
grant select on money.leg_rules to praca_app;
insert into money.leg_rules (journal_kind, debit_kind, credit_kind, debit_case, credit_case, amount) values
  ('capture', 'psp_cash', 'escrow', 'platform', 'order', 'total'),
  ('conclude', 'escrow', 'pending_release', 'order', 'order', 'emptied'),
  ('conclude', 'escrow', 'commission_revenue', 'order', 'platform', 'emptied'),
  ('conclude', 'commission_revenue', 'guarantee_fund', 'platform', 'platform', 'share'),
  ('release', 'pending_release', 'available', 'order', 'seller', 'emptied'),
  ('refund', 'escrow', 'refund_due', 'order', 'refund', 'refund'),
  ('refund_received', 'psp_cash', 'refund_due', 'platform', 'refund', 'refund'),
  ('refund_paid', 'refund_due', 'psp_cash', 'refund', 'platform', 'refund'),
  ('withdrawal_paid', 'withdrawal_in_transit', 'psp_cash', 'withdrawal', 'platform', 'payout'),
  ('withdrawal_paid', 'withdrawal_in_transit', 'fee_revenue', 'withdrawal', 'platform', 'fee'),
  ('capture', 'available', 'escrow', 'buyer', 'order', 'share'),
  ('capture', 'purchase_credit', 'escrow', 'buyer', 'order', 'share'),
  ('refund_platform', 'guarantee_fund', 'refund_due', 'platform', 'refund', 'refund'),
  ('refund_paid', 'refund_due', 'purchase_credit', 'refund', 'buyer', 'refund'),
  ('block', 'available', 'blocked', 'seller', 'order', 'block'),
  ('unblock', 'blocked', 'available', 'order', 'seller', 'drained'),
  ('release', 'available', 'recoverable', 'seller', 'seller', 'half'),
  ('withdrawal_asked', 'purchase_credit', 'withdrawal_in_transit', 'holder', 'withdrawal', 'share'),
  ('withdrawal_asked', 'available', 'recoverable', 'holder', 'holder', 'half'),
  ('withdrawal_asked', 'available', 'withdrawal_in_transit', 'holder', 'withdrawal', 'share'),
  ('withdrawal_returned', 'withdrawal_in_transit', 'purchase_credit', 'withdrawal', 'holder', 'share'),
  ('withdrawal_returned', 'withdrawal_in_transit', 'available', 'withdrawal', 'holder', 'share'),
  ('part_used', 'refund_due', 'escrow', 'refund', 'order', 'refund'),
  ('refund', 'pending_release', 'refund_due', 'order', 'refund', 'concluded'),
  ('refund', 'blocked', 'refund_due', 'order', 'refund', 'concluded'),
  ('refund', 'available', 'refund_due', 'seller', 'refund', 'concluded'),
  ('refund', 'recoverable', 'refund_due', 'seller', 'refund', 'concluded'),
  ('refund', 'commission_revenue', 'refund_due', 'platform', 'refund', 'concluded'),
  ('refund', 'guarantee_fund', 'commission_revenue', 'platform', 'platform', 'concluded'),
  ('withdrawal_reopened', 'psp_cash', 'withdrawal_in_transit', 'platform', 'withdrawal', 'payout'),
  ('withdrawal_reopened', 'fee_revenue', 'withdrawal_in_transit', 'platform', 'withdrawal', 'fee'),
  ('chargeback', 'chargeback_debt', 'psp_cash', 'debtor', 'platform', 'chargeback'),
  ('chargeback', 'guarantee_fund', 'psp_cash', 'platform', 'platform', 'chargeback'),
  ('chargeback_returned', 'psp_cash', 'chargeback_debt', 'platform', 'debtor', 'share'),
  ('chargeback_returned', 'psp_cash', 'purchase_credit', 'platform', 'debtor', 'share'),
  ('chargeback_returned', 'psp_cash', 'guarantee_fund', 'platform', 'platform', 'chargeback'),
  ('debt_paid', 'purchase_credit', 'chargeback_debt', 'debtor', 'debtor', 'share'),
  ('debt_paid', 'available', 'chargeback_debt', 'debtor', 'debtor', 'share'),
  ('compensation', 'guarantee_fund', 'available', 'platform', 'seller', 'share'),
  ('compensation', 'recoverable', 'guarantee_fund', 'buyer', 'platform', 'share');

-- One row per business fact. No foreign keys to cases and accounts, except the payment's: `money.post` takes every id
-- from a row it has locked, none of those rows can be deleted, and `money.breaks` finds what points nowhere. They
-- would cost a fifth of a posting.
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
  block_id bigint,
  chargeback_id bigint,
  debt_payment_id bigint,
  foreign key (payment_id, order_id) references payments (id, order_id)
);
create index journals_payment on money.journals (payment_id) where payment_id is not null;
create index journals_refund on money.journals (order_id) where kind = any ('{refund,refund_platform}');
create index journals_compensation on money.journals (order_id) where kind = 'compensation';
create trigger journals_append_only before update or delete or truncate on money.journals
  execute function public.refuse_change();
create constraint trigger journals_money after insert on money.journals deferrable initially deferred
  for each row execute function money.check_case('journal');
create trigger journals_no_snapshot before insert on money.journals
  when (current_setting('transaction_isolation') = 'repeatable read') execute function money.refuse_snapshot();
create constraint trigger journals_compensated after insert on money.journals deferrable initially deferred
  for each row when (new.kind = 'compensation') execute function money.check_compensation();
grant select on money.journals to praca_app;

-- The movements of a journal.
create table money.transfers (
  journal_id bigint not null,
  leg smallint not null,
  debit_id bigint not null,
  credit_id bigint not null,
  amount bigint not null check (amount between 1 and 10000000000),
  -- The account's number of this transfer and its balance (credits − debits) after it: the history has no gap and
  -- proves itself.
  debit_version bigint not null,
  debit_balance bigint not null,
  credit_version bigint not null,
  credit_balance bigint not null,
  primary key (journal_id, leg),
  unique (debit_id, debit_version),
  unique (credit_id, credit_version),
  check (debit_id <> credit_id)
);
create trigger transfers_append_only before update or delete or truncate on money.transfers
  execute function public.refuse_change();
create trigger transfers_payee after insert on money.transfers
  for each row when (new.leg = 1) execute function money.guard_legs();
grant select on money.transfers to praca_app;

-- Whether money is frozen. The application may freeze it; only the owner of the database unfreezes it.
create table money.status (
  only_row boolean default true primary key check (only_row),
  frozen_at timestamptz,
  reason text
);
grant select on money.status to praca_app;
insert into money.status default values;

-- How far `money.check_recent` has checked. It runs every minute over what moved (T133), `money.check_books` once a
-- day over everything.
create table money.check_progress (
  only_row boolean default true primary key check (only_row),
  -- Up to which journal the last check went, and the one before it. The next starts after the one before: a journal
  -- may be committed seconds after one with a higher id, so each is checked twice.
  before_last bigint not null,
  last bigint not null,
  -- On the server's clock: checks within seconds of each other count as one.
  at timestamptz not null
);
grant select on money.check_progress to praca_app;
insert into money.check_progress (before_last, last, at) values (0, 0, now());

-- Each complete check of the books (docs/money.md): what it found and how long it took.
create table book_checks (
  id bigint generated always as identity primary key,
  at timestamptz not null default market_now(),
  took_ms integer not null,
  breaks jsonb not null,
  -- Sums of all accounts, which the check reads anyway.
  accounts jsonb not null default '[]',
  told_cents bigint not null default 0
);
create trigger book_checks_append_only before update or delete or truncate on book_checks
  execute function refuse_change();
revoke update, delete on book_checks from praca_app;

insert into case_transitions (noun, event, actor, from_state, to_state) values
  ('settlement', 'conclude', 'system', 'in_escrow', 'pending_release'),
  ('settlement', 'release', 'system', 'pending_release', 'released'),
  ('settlement', 'reverse', 'system', 'in_escrow', 'reversed'),
  ('settlement', 'block', 'system', 'in_escrow', 'blocked'),
  ('settlement', 'block', 'system', 'pending_release', 'blocked'),
  ('settlement', 'block', 'system', 'released', 'blocked'),
  ('settlement', 'return_to_escrow', 'system', 'blocked', 'in_escrow'),
  ('settlement', 'return_to_pending', 'system', 'blocked', 'pending_release'),
  ('settlement', 'return_to_released', 'system', 'blocked', 'released'),
  ('settlement', 'reverse', 'system', 'pending_release', 'reversed'),
  ('settlement', 'reverse', 'system', 'released', 'reversed'),
  ('settlement', 'reverse', 'system', 'blocked', 'reversed');
