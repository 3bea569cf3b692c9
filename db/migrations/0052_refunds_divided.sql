-- What an amount of a refund is, is written by no application: a refund that is granted in parts is divided by a
-- function, before it is owed.
revoke update (amount_cents, payment_id) on refunds from praca_app;
create function divide_refund(about bigint, to_payment bigint, to_amount bigint) returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  update public.refunds set payment_id = to_payment, amount_cents = to_amount
  where id = about and (payment_id, amount_cents) <> (to_payment, to_amount)
$$;
revoke execute on function divide_refund(bigint, bigint, bigint) from public;
grant execute on function divide_refund(bigint, bigint, bigint) to praca_app;

-- As before; `total` is what is missing of it after the parts that were used, and with it escrow holds the total.
create or replace view money.leg_faults as
select t.journal_id, t.leg, case
  when rule.amount is null then 'leg_rule'
  when d.case_id is distinct from case rule.debit_case when 'platform' then 0 when 'order' then o.id
    when 'seller' then o.seller_id when 'buyer' then o.buyer_id when 'refund' then r.id
    when 'withdrawal' then w.id else w.user_id end then 'payee'
  when c.case_id is distinct from case rule.credit_case when 'platform' then 0 when 'order' then o.id
    when 'seller' then o.seller_id when 'buyer' then o.buyer_id when 'refund' then r.id
    when 'withdrawal' then w.id else w.user_id end then 'payee'
  when not coalesce(case rule.amount
    when 'total' then t.credit_balance = o.total_cents and t.amount = o.total_cents - (
      select coalesce(sum(part.amount_cents), 0) from public.refunds part
      where part.order_id = o.id and part.state = 'used')
    when 'emptied' then d.debits = d.credits
    when 'refund' then t.amount = r.amount_cents
    when 'withdrawal' then t.amount = w.amount_cents
    when 'payout' then t.amount = w.amount_cents - w.fee_cents
    when 'fee' then t.amount = w.fee_cents
    when 'block' then t.amount = (select b.amount_cents from public.sale_blocks b where b.id = j.block_id)
    when 'drained' then t.debit_balance = 0
    when 'half' then t.amount <= coalesce(w.amount_cents, (select sum(x.amount) / 2 from money.transfers x
      where x.journal_id = t.journal_id and x.credit_id = t.debit_id))
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
