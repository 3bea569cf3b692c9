-- Withdrawals of a balance to a Pix key.

create table withdrawals (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  amount_cents bigint not null check (amount_cents between 1 and 10000000000),
  fee_cents bigint not null check (fee_cents >= 0 and fee_cents < amount_cents),
  state text not null default 'requested'
    check (state in ('requested', 'in_review', 'approved', 'processing',
      'paid', 'failed', 'returned', 'cancelled', 'rejected')),
  pix_key_type text not null check (pix_key_type in ('cpf', 'cnpj', 'email', 'phone', 'random')),
  pix_key text not null check (length(pix_key) between 5 and 77),
  holder_name text not null,
  attempts integer not null default 0,
  provider_id text,
  last_error text,
  decided_by bigint references users,
  decided_at timestamptz,
  decision_note text,
  paid_at timestamptz,
  created_at timestamptz not null default market_now(),
  -- How much of the amount came from the purchase credit.
  credit_cents bigint not null default 0
    constraint withdrawals_credit_part check (credit_cents between 0 and amount_cents),
  -- How much of the balance paid off a debt besides; the leg's own rule limits it to the half.
  debt_cents bigint not null default 0 check (debt_cents >= 0),
  -- A large withdrawal is approved by two people (§4.15): the first is stored here and is never the second.
  first_by bigint references users,
  first_at timestamptz,
  asked_until timestamptz,
  -- When we noticed that the bank had returned a paid one.
  reopened_at timestamptz,
  -- When the bank is asked next whether the payout stands; null when it is not asked any more.
  recheck_at timestamptz,
  -- When a failed payout is retried; null in `failed` means now. Staff may retry at once (§4.10).
  retry_at timestamptz,
  -- A staff member cannot approve an own withdrawal.
  check (decided_by <> user_id),
  constraint withdrawals_first check ((first_by is null) = (first_at is null)),
  constraint withdrawals_first_not_own check (first_by <> user_id),
  constraint withdrawals_two_people check (state = any ('{requested,in_review,rejected,cancelled}')
    or first_by is null or (decided_by is not null and first_by <> decided_by)),
  constraint withdrawals_reopened check (reopened_at is null
    or (state = 'returned' and paid_at is not null and reopened_at >= paid_at)),
  constraint withdrawals_recheck check (recheck_at is null or state = 'paid'),
  constraint withdrawals_retry check (retry_at is null or state = 'failed')
);
create index withdrawals_user on withdrawals (user_id, id desc);
create index withdrawals_queue on withdrawals (id) where state in ('requested', 'in_review');
create index withdrawals_open on withdrawals (id) where state in ('approved', 'processing', 'failed');
create index withdrawals_by_state on withdrawals (state, id);
create index withdrawals_recheck on withdrawals (recheck_at) where recheck_at is not null;
create index withdrawals_key on withdrawals (pix_key);
create trigger withdrawals_state before update of state on withdrawals for each row
  when (new.state <> old.state) execute function guard_case_state('withdrawal');
create constraint trigger withdrawals_money_born after insert on public.withdrawals deferrable initially deferred
  for each row execute function money.check_case('withdrawal');
create constraint trigger withdrawals_money after update of state on public.withdrawals deferrable initially deferred
  for each row execute function money.check_case('withdrawal');
create trigger withdrawals_fee before update of fee_cents on withdrawals for each row
  when (new.fee_cents <> old.fee_cents) execute function guard_fee();
-- Set in the transition out of `paid`, neither later nor again.
create trigger withdrawals_reopened_once before update of reopened_at on withdrawals for each row
  when (new.reopened_at is distinct from old.reopened_at and old.state <> 'paid') execute function refuse_change();
create trigger withdrawals_recorded after update of state on withdrawals for each row
  when (new.state = 'approved' and old.state <> 'approved') execute function record_withdrawal_decision();
create trigger withdrawals_comparison_queued after insert on withdrawals for each row execute function queue_sale_comparison();
revoke insert, update, delete on withdrawals from praca_app;
grant insert (user_id, amount_cents, fee_cents, pix_key_type, pix_key, holder_name, credit_cents, debt_cents)
  on withdrawals to praca_app;
grant update (fee_cents, state, attempts, provider_id, last_error, decided_by, decided_at, decision_note, paid_at,
  first_by, first_at, asked_until, reopened_at, recheck_at, retry_at) on withdrawals to praca_app;

-- `examine`: the team has opened the withdrawal to decide about it (§4.10).
insert into case_transitions (noun, event, actor, from_state, to_state) values
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
  ('withdrawal', 'return', 'system', 'failed', 'returned'),
  ('withdrawal', 'reopen', 'system', 'paid', 'returned'),
  ('withdrawal', 'examine', 'staff', 'requested', 'in_review'),
  ('withdrawal', 'retry', 'staff', 'failed', 'processing');
