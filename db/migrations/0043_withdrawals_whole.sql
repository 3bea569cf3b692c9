-- Withdrawals by the whole of product §4.10: refund credit may leave too, an old debt is netted first, and what comes
-- back goes where it was taken from.

alter table withdrawals
  -- What of the amount was taken out of the purchase credit.
  add credit_cents bigint not null default 0 check (credit_cents between 0 and amount_cents),
  -- What left the balance besides, to pay off a debt; the leg's own rule holds it to the half.
  add debt_cents bigint not null default 0 check (debt_cents >= 0);
grant insert (credit_cents, debt_cents) on withdrawals to praca_app;

insert into money.leg_rules (journal_kind, debit_kind, debit_case, credit_kind, credit_case, amount) values
  ('withdrawal_returned', 'withdrawal_in_transit', 'withdrawal', 'purchase_credit', 'holder', 'share');
-- Together with the purchase credit; money.withdrawal_fault holds the parts.
update money.leg_rules set amount = 'share'
  where journal_kind = 'withdrawal_returned' and credit_kind = 'available';

-- As before, and each part is what the row says: taken, netted and given back.
create or replace function money.withdrawal_fault(subject_id bigint) returns text language plpgsql stable as $$
begin
  return (select case
    when coalesce(a.credits, 0) <> w.amount_cents then 'never set apart'
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
      max(j.kind) filter (where j.kind <> 'withdrawal_asked') as fact
    from money.journals j
    join money.transfers t on t.journal_id = j.id
    join money.accounts d on d.id = t.debit_id
    join money.accounts c on c.id = t.credit_id
    where j.key = any (array['withdrawal:' || w.id || ':asked', 'withdrawal:' || w.id || ':paid',
      'withdrawal:' || w.id || ':returned'])) parts
  where w.id = subject_id);
end $$;
