-- The commission on an amount, in centavos; equal to domain/ledger/fees.ts. With a parsed body, because two checks of
-- `orders` call it at every write.
create or replace function money.commission_of(amount bigint, bps integer, at_least integer, at_most integer)
returns bigint language sql immutable parallel safe
return least(greatest((amount * bps * 2 + 10000) / 20000, at_least), at_most, amount);
revoke execute on function money.commission_of(bigint, integer, integer, integer) from public;
grant execute on function money.commission_of(bigint, integer, integer, integer) to praca_app;

-- A share of an amount in basis points, rounded half up.
create or replace function money.share_of(amount bigint, bps bigint) returns bigint language sql immutable parallel safe
return (amount * bps * 2 + 10000) / 20000;
revoke execute on function money.share_of(bigint, bigint) from public;
grant execute on function money.share_of(bigint, bigint) to praca_app;

-- What people owe the platform. A bank that takes more than our account holds overdraws it: somebody owes that money,
-- so the books are not broken.
create or replace function money.platform_receivables() returns bigint language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select coalesce(sum(a.debits - a.credits), 0)::bigint from money.accounts a
  where a.kind = any ('{recoverable,chargeback_debt}')
$$;
revoke execute on function money.platform_receivables() from public;
grant execute on function money.platform_receivables() to praca_app;

-- What contradicts between an order's state, escrow, conclusion, refunds and settlement; null if nothing. What is
-- left of the sale is its total less its refunds, and at each commit the platform has earned exactly the commission
-- of what is left of the items. Freight bears none (S05), and a label that the platform bought is paid out of the
-- seller's part (S06).
create or replace function money.order_fault(subject_id bigint) returns text language plpgsql stable as $$
declare
  sale record;
  part record;
  gone record;
  stays bigint;
  commission bigint;
  label bigint := 0;
  label_back bigint := 0;
begin
  select o.state, o.seller_id, o.total_cents, o.freight_cents, o.label_cents, o.delivery_type, o.refunded_cents, o.commission_bps as bps, o.min_commission_cents as at_least,
      o.max_commission_cents as at_most, o.guarantee_bps,
      (select s.escrow_rule from public.order_states s where s.state = o.state) as rule,
      e.debits, e.credits, t.seller_id as payee_id, t.state as settlement, t.net_cents
    into sale
    from public.orders o
    left join money.accounts e on e.kind = 'escrow' and e.case_id = o.id and e.shard = 0
    left join public.settlements t on t.order_id = o.id
    where o.id = subject_id;

  if sale.credits is null then
    return case when sale.rule <> 'empty' or sale.state in ('completed', 'refunded') then 'never captured'
      when sale.settlement is not null then 'settlement without capture' end;
  elsif sale.state in ('awaiting_payment', 'payment_in_review', 'expired') then return 'captured before it is paid';
  end if;

  if sale.delivery_type = 'shipping' then
    select coalesce(sum(t.amount) filter (where d.kind = 'escrow'), 0),
        coalesce(sum(t.amount) filter (where c.kind = 'escrow'), 0)
      into label, label_back
      from money.journals j join money.transfers t on t.journal_id = j.id
      join money.accounts d on d.id = t.debit_id join money.accounts c on c.id = t.credit_id
      where j.key = any (array['freight:order:' || subject_id, 'freight:order:' || subject_id || ':returned']);
  end if;
  if label_back not in (0, label) then return 'a part of the label came back';
  elsif sale.label_cents <> label - label_back then return 'the label is not what it cost';
  elsif sale.credits <> sale.total_cents + label_back then return 'captured is not the total';
  elsif sale.payee_id is distinct from sale.seller_id then return 'settlement is missing or another''s';
  elsif sale.state = 'in_complaint' and sale.settlement <> 'blocked' then return 'settlement is not blocked';
  elsif sale.settlement = 'blocked' and not exists (select from public.sale_blocks b
    where b.order_id = subject_id and b.lifted_at is null) then return 'blocked without a block';
  elsif sale.rule = 'held' or sale.rule = 'any' and sale.debits < sale.credits then
    stays := sale.credits - sale.debits;
    return case when stays <= 0 then 'nothing held'
      when sale.debits <> sale.refunded_cents + label then 'refunded is not what left'
      when sale.settlement not in ('in_escrow', 'blocked') then 'settlement is not in escrow'
      when sale.net_cents <> stays - money.commission_of(greatest(sale.total_cents - sale.refunded_cents
          - sale.freight_cents, 0), sale.bps, sale.at_least, sale.at_most)
        then 'settlement is not what stays' end;
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
  if part.legs = 0 then
    return case when sale.state in ('completed', 'in_complaint') then 'not concluded'
      when sale.debits <> sale.refunded_cents + label then 'refunded is not what left'
      when sale.settlement <> 'reversed' then 'settlement is not reversed' end;
  end if;

  select coalesce(sum(t.amount) filter (where c.kind = 'refund_due'), 0) as refunded,
      coalesce(sum(t.amount) filter (where d.kind = any ('{pending_release,blocked,available,recoverable}')), 0) as net,
      coalesce(sum(t.amount) filter (where d.kind = 'commission_revenue'), 0) as commission,
      coalesce(sum(t.amount) filter (where d.kind = 'guarantee_fund'), 0) as guarantee,
      (select coalesce(sum(a.credits - a.debits), 0) from money.accounts a
        where a.kind = 'blocked' and a.case_id = subject_id and a.shard = 0) as blocked
    into gone
    from money.journals j
    join money.transfers t on t.journal_id = j.id
    join money.accounts d on d.id = t.debit_id
    join money.accounts c on c.id = t.credit_id
    where j.order_id = subject_id and j.kind = 'refund';
  stays := sale.total_cents - gone.refunded;
  commission := money.commission_of(greatest(stays - sale.freight_cents, 0), sale.bps, sale.at_least, sale.at_most);
  return case when part.commission - gone.commission <> commission then 'commission is not the rule''s'
    when part.guarantee - gone.guarantee <> least(money.share_of(greatest(stays - sale.freight_cents, 0), sale.guarantee_bps), commission)
      then 'guarantee is not the rule''s'
    when part.net - gone.net <> stays - commission - sale.label_cents then 'the seller''s part is not the rule''s'
    when gone.refunded <> sale.refunded_cents then 'refunded is not what left'
    when sale.state in ('completed', 'in_complaint') then
      case when stays <= 0 then 'nothing stays'
        when sale.net_cents <> greatest(stays - commission - sale.label_cents, 0) then 'settlement is not what stays'
        when sale.settlement = 'pending_release' then
          case when part.unreleased <> sale.net_cents then 'released but pending'
            when gone.blocked <> 0 then 'blocked but pending' end
        when sale.settlement = 'released' then
          case when part.unreleased <> 0 then 'pending but released'
            when gone.blocked <> 0 then 'blocked but released' end
        when sale.settlement = 'blocked' then
          case when part.unreleased not in (0, sale.net_cents) then 'blocked but moving'
            when gone.blocked > sale.net_cents then 'more blocked than at risk' end
        else 'settlement is not concluded' end
    when stays <> 0 then 'concluded but not completed'
    when part.unreleased <> 0 or gone.blocked <> 0 then 'money stays with a sale that was undone'
    when sale.settlement <> 'reversed' then 'settlement is not reversed' end;
end $$;
revoke execute on function money.order_fault(bigint) from public;
grant execute on function money.order_fault(bigint) to praca_app;

-- Whether all that a payment brought is in its order's escrow or owed back, and came from where its method says; null
-- if so. A contested payment is stopped with its order's timer, and what the bank took back is a refund that it made
-- itself or a debt.
create or replace function money.payment_fault(subject_id bigint) returns text language plpgsql stable as $$
begin
  return (select case
    when p.received_cents <> coalesce(sum(t.amount), 0) then 'received is not what was booked'
    when bool_or((d.kind = 'psp_cash') = (p.method = 'balance')) then 'came from elsewhere'
    when p.state = 'contested' and public.is_sale_contested(p.order_id) and exists (
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
revoke execute on function money.payment_fault(bigint) from public;
grant execute on function money.payment_fault(bigint) to praca_app;

-- Whether a refund's state and the money owed agree; null if so. All refunds of a sale stay within what was paid for
-- it, a refund returns a payment that the sale was paid with and never more than it brought, and goes to its
-- destination; a held part is used or refunded.
create or replace function money.refund_fault(subject_id bigint) returns text language plpgsql stable as $$
begin
  return (select case
    when r.state in ('requested', 'awaiting_return', 'rejected') then
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
      where x.payment_id = r.payment_id and x.state not in ('requested', 'awaiting_return', 'rejected', 'used')) > p.received_cents
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
revoke execute on function money.refund_fault(bigint) from public;
grant execute on function money.refund_fault(bigint) to praca_app;

-- Whether a withdrawal's state and the money in transit agree, and each part is what the row says: taken, netted and
-- returned; null if so. A reopened one was set apart a second time by what the bank returned and the fee.
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
revoke execute on function money.withdrawal_fault(bigint) from public;
grant execute on function money.withdrawal_fault(bigint) to praca_app;

-- Whether a block stopped the amount it says and nothing stays blocked after it; null if so.
create or replace function money.block_fault(subject_id bigint) returns text language plpgsql stable as $$
begin
  return (select case
    when b.amount_cents <> coalesce((select sum(t.amount) from money.journals j
      join money.transfers t on t.journal_id = j.id where j.key = 'block:' || b.id), 0) then 'blocked is not the block'
    when b.lifted_at is null and s.state is distinct from 'blocked' then 'settlement is not blocked'
    when b.lifted_at is not null and a.credits <> a.debits and not exists (select from public.sale_blocks later
      where later.order_id = b.order_id and later.lifted_at is null) then 'lifted but still blocked' end
  from public.sale_blocks b
  left join public.settlements s on s.order_id = b.order_id
  left join money.accounts a on a.kind = 'blocked' and a.case_id = b.order_id and a.shard = 0
  where b.id = subject_id);
end $$;
revoke execute on function money.block_fault(bigint) from public;
grant execute on function money.block_fault(bigint) to praca_app;

-- Whether a chargeback is booked as its row says, on who bears it, and the bank has not taken more of an order's
-- payments than they brought, nor returned what it never took; null if so.
create or replace function money.chargeback_fault(subject_id bigint) returns text language plpgsql stable as $$
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
revoke execute on function money.chargeback_fault(bigint) from public;
grant execute on function money.chargeback_fault(bigint) to praca_app;

-- Whether a payment of a debt is booked as its row says; null if so.
create or replace function money.debt_payment_fault(subject_id bigint) returns text language plpgsql stable as $$
begin
  return (select case when p.amount_cents <> coalesce((select sum(t.amount) from money.journals j
      join money.transfers t on t.journal_id = j.id where j.key = 'debt_payment:' || p.id), 0)
      then 'paid is not what was booked' end
  from public.debt_payments p where p.id = subject_id);
end $$;
revoke execute on function money.debt_payment_fault(bigint) from public;
grant execute on function money.debt_payment_fault(bigint) to praca_app;

-- Whether what the fund paid the seller of an order, and what its buyer owes for it, is what appeals decided or staff's
-- silence left to it (N03); null if so.
create or replace function money.compensation_fault(subject_id bigint) returns text language plpgsql stable as $$
declare
  said record;
  done record;
begin
  select coalesce(sum(d.compensation_cents), 0) as pays, coalesce(sum(d.buyer_debt_cents), 0) as owes into said
    from public.complaint_decisions d join public.complaints c on c.id = d.complaint_id where c.order_id = subject_id;
  said.pays := said.pays + (select coalesce(sum(f.seller_cents), 0) from public.fund_payments f
    where f.order_id = subject_id);
  select coalesce(sum(t.amount) filter (where a.kind = 'guarantee_fund'), 0) as pays,
      coalesce(sum(t.amount) filter (where a.kind = 'recoverable'), 0) as owes into done
    from money.journals j join money.transfers t on t.journal_id = j.id join money.accounts a on a.id = t.debit_id
    where j.order_id = subject_id and j.kind = 'compensation';
  return case when done.pays <> said.pays then 'the fund paid another amount than was decided'
    when done.owes <> said.owes then 'the buyer owes another amount than was decided' end;
end $$;
