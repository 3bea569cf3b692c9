-- A bank that returns the money after «pago» re-opens a withdrawal (product §4.10, decision 38): payout and fee are
-- taken back to the centavo, what was in transit is in transit again, and goes into the balance it came from.

insert into case_transitions (noun, event, actor, from_state, to_state) values
  ('withdrawal', 'reopen', 'system', 'paid', 'returned');

alter table withdrawals
  -- When we saw that the bank had returned what it had paid.
  add column reopened_at timestamptz,
  -- When the bank is asked next whether what it paid stayed paid; null when it is not asked any more.
  add column recheck_at timestamptz,
  add constraint withdrawals_reopened check (reopened_at is null
    or (state = 'returned' and paid_at is not null and reopened_at >= paid_at)),
  add constraint withdrawals_recheck check (recheck_at is null or state = 'paid');
create index withdrawals_recheck on withdrawals (recheck_at) where recheck_at is not null;
update withdrawals set recheck_at = market_now()
  where state = 'paid' and paid_at > market_now() - interval '3 days';
grant update (reopened_at, recheck_at) on withdrawals to praca_app;
-- It is written with the turn out of `paid`, which there is one of, and neither later nor again.
create trigger withdrawals_reopened_once before update of reopened_at on withdrawals for each row
  when (new.reopened_at is distinct from old.reopened_at and old.state <> 'paid') execute function refuse_change();

insert into money.journal_kinds (kind, subject, key_form, takes_payment) values
  ('withdrawal_reopened', 'withdrawal', 'withdrawal:#:reopened', false);
insert into money.leg_rules (journal_kind, debit_kind, debit_case, credit_kind, credit_case, amount) values
  ('withdrawal_reopened', 'psp_cash', 'platform', 'withdrawal_in_transit', 'withdrawal', 'payout'),
  ('withdrawal_reopened', 'fee_revenue', 'platform', 'withdrawal_in_transit', 'withdrawal', 'fee');

-- As before, and one that was re-opened was set apart a second time by what the bank returned and the fee.
create or replace function money.withdrawal_fault(subject_id bigint) returns text language plpgsql stable as $$
begin
  return (select case
    when coalesce(a.credits, 0) <> w.amount_cents * case when w.reopened_at is null then 1 else 2 end
      then 'never set apart'
    when parts.taken <> w.credit_cents then 'taken from elsewhere'
    when parts.netted <> w.debt_cents then 'netted is not the debt''s part'
    when w.state in ('requested', 'in_review', 'approved', 'processing', 'failed') then
      case when a.debits <> 0 then 'money is gone too early' end
    when a.debits <> a.credits then 'money is still in transit'
    when w.state = 'paid' and parts.fact <> 'withdrawal_paid' then 'paid without payout'
    when w.state <> 'paid' and parts.fact <> 'withdrawal_returned' then 'paid out but not paid'
    when w.state <> 'paid' and parts.returned <> w.credit_cents then 'came back elsewhere' end
  from public.withdrawals w
  left join money.accounts a on a.kind = 'withdrawal_in_transit' and a.case_id = w.id and a.shard = 0
  cross join lateral (
    select coalesce(sum(t.amount) filter (where d.kind = 'purchase_credit'), 0) as taken,
      coalesce(sum(t.amount) filter (where c.kind = 'recoverable'), 0) as netted,
      coalesce(sum(t.amount) filter (where c.kind = 'purchase_credit'), 0) as returned,
      max(j.kind) filter (where j.kind in ('withdrawal_paid', 'withdrawal_returned')) as fact
    from money.journals j
    join money.transfers t on t.journal_id = j.id
    join money.accounts d on d.id = t.debit_id
    join money.accounts c on c.id = t.credit_id
    where j.key = any (array['withdrawal:' || w.id || ':asked', 'withdrawal:' || w.id || ':paid',
      'withdrawal:' || w.id || ':reopened', 'withdrawal:' || w.id || ':returned'])) parts
  where w.id = subject_id);
end $$;

-- The pretend bank returns what it paid out, too.
alter table simulator.payouts add column returned_at timestamptz,
  add constraint payouts_returned check (returned_at is null or state = 'failed');
