-- Less than the total waits up to a day for the rest (product §4.6, decision 26). What arrived is owed to its buyer from
-- the first instant, as a refund that is held: the rest arrives and it is used for the order, or the time is over and it
-- goes back like any other.

alter table refunds drop constraint refunds_state_check,
  add constraint refunds_state_check check (state = any
    ('{requested,held,in_review,approved,processing,completed,failed,manual,rejected,used}')),
  add constraint refunds_held check (state <> all ('{held,used}') or source = 'arrival');
drop trigger refunds_born on refunds;
create trigger refunds_born before insert on refunds for each row
  when (new.state <> all ('{requested,held,in_review,approved}')) execute function refuse_change();
insert into case_transitions (noun, event, actor, from_state, to_state) values
  ('refund', 'use', 'system', 'held', 'used'),
  ('refund', 'lapse', 'system', 'held', 'approved'),
  ('refund', 'lapse_to_review', 'system', 'held', 'in_review');
-- One look at what an order was paid in.
create index refunds_parts on refunds (order_id) where state = any ('{held,used}');

-- A sale that was paid in parts goes back in parts, each the way it came; what was asked for as one is divided when it
-- is granted, before it is owed.
grant update (amount_cents, payment_id) on refunds to praca_app;
create function guard_refund_divided() returns trigger language plpgsql as $$
begin
  if new.amount_cents > old.amount_cents or new.order_id <> old.order_id
    or exists (select from money.accounts a where a.kind = 'refund_due' and a.case_id = old.id) then
    raise exception 'refund % is owed already', old.id using errcode = '23514', constraint = 'refund_divided';
  end if;
  return new;
end $$;
create trigger refunds_divided before update of amount_cents, payment_id on refunds for each row
  when (new.amount_cents <> old.amount_cents or new.payment_id <> old.payment_id)
  execute function guard_refund_divided();
-- A regret is asked for once; granted, it may go back to two payments.
drop index refunds_one_regret;
create unique index refunds_one_regret on refunds (order_id, payment_id) where reason = 'regret';

insert into money.journal_kinds (kind, subject, key_form, takes_payment) values
  ('part_used', 'refund', 'refund:#:used', false);
insert into money.leg_rules (journal_kind, debit_kind, debit_case, credit_kind, credit_case, amount) values
  ('part_used', 'refund_due', 'refund', 'escrow', 'order', 'refund');

-- As before, and `total` is reached by the last of several movements: with it escrow holds the total.
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
    when 'total' then t.credit_balance = o.total_cents
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

-- As before; what is held waits with its order and is used or goes back, and a refund gives back a payment that the sale
-- was paid with, never more of it than it brought.
create or replace function money.refund_fault(subject_id bigint) returns text language plpgsql stable as $$
begin
  return (select case
    when r.state in ('requested', 'rejected') then
      case when a.id is not null then 'owed without approval' end
    when coalesce(a.credits, 0) <> r.amount_cents then 'owed is not the refund'
    when r.state = 'held' and o.state not in ('awaiting_payment', 'payment_in_review') then 'held for nothing'
    when r.state in ('completed', 'used') and a.debits <> a.credits then 'completed but not paid'
    when r.state not in ('completed', 'used') and a.debits <> 0 then 'paid but not completed'
    when (r.state = 'used') <> (used.id is not null) then 'used elsewhere'
    when out_of_sale.id is not null and captured.payment_id is distinct from r.payment_id and not exists (
      select from public.refunds part
      where part.order_id = r.order_id and part.payment_id = r.payment_id and part.state = 'used')
      then 'gives back another payment'
    when out_of_sale.id is not null and (select sum(x.amount_cents) from public.refunds x
      where x.payment_id = r.payment_id and x.state not in ('requested', 'rejected', 'used')) > p.received_cents
      then 'more than the payment brought'
    when case r.source when 'sale' then 'refund' when 'platform' then 'refund_platform' end
      is distinct from out_of_sale.kind then 'comes from elsewhere'
    when out_of_sale.id is not null and (select sum(t.amount) from money.journals j
      join money.transfers t on t.journal_id = j.id join money.accounts c on c.id = t.credit_id
      where j.order_id = r.order_id and j.kind = any ('{refund,refund_platform}') and c.kind = 'refund_due')
      > o.total_cents then 'more than was paid'
    when r.destination = 'original' and p.method = 'balance' then 'no bank to go back to'
    when paid.id is not null and (r.destination = 'original') <> exists (select from money.transfers t
      join money.accounts c on c.id = t.credit_id
      where t.journal_id = paid.id and c.kind = 'psp_cash') then 'paid elsewhere' end
  from public.refunds r
  join public.payments p on p.id = r.payment_id
  join public.orders o on o.id = r.order_id
  left join money.accounts a on a.kind = 'refund_due' and a.case_id = r.id and a.shard = 0
  left join money.journals out_of_sale on out_of_sale.key = any (array['refund:' || r.id, 'refund:' || r.id || ':platform'])
  left join money.journals paid on paid.key = 'refund:' || r.id || ':paid'
  left join money.journals used on used.key = 'refund:' || r.id || ':used'
  left join money.journals captured on captured.key = 'capture:order:' || r.order_id
  where r.id = subject_id);
end $$;

-- No order stops waiting while something of it is still held.
create function money.tie_parts() returns trigger language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
begin
  if exists (select from public.refunds r where r.order_id = new.id and r.state = 'held') then
    raise exception 'order % is over and money of it is held', new.id
      using errcode = '23514', constraint = 'order_parts';
  end if;
  return null;
end $$;
create constraint trigger orders_parts after update of state on public.orders deferrable initially deferred
  for each row when (old.state in ('awaiting_payment', 'payment_in_review')
    and new.state not in ('awaiting_payment', 'payment_in_review'))
  execute function money.tie_parts();
