-- The final deadline of a complaint in mediation, or of an appeal that nobody else may join, where none runs: one that
-- staff already had when the rule came into force.
create or replace function set_fund_deadline(about bigint, rings_at timestamptz) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update public.complaints c set due_at = greatest(rings_at, public.market_now() + interval '1 day'),
      due_event = 'pay_by_fund'
    where c.id = about and c.due_at is null and c.state in ('in_mediation', 'appealed');
  return found;
end $$;
revoke execute on function set_fund_deadline(bigint, timestamptz) from public;
grant execute on function set_fund_deadline(bigint, timestamptz) to praca_app;

-- What the fund owes when staff have not decided a complaint by its final deadline (N03). The buyer gets everything in
-- dispute, or what the first decision gave where only the seller appealed. The seller keeps the sale; one who was
-- refunded away by silence (R04) gets what it would have left.
create or replace function fund_shares(about bigint, out buyer_cents bigint, out seller_cents bigint)
language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
declare
  found public.complaints := (select c from public.complaints c where c.id = about);
  sale record;
  contests boolean;
begin
  select o.total_cents, o.refunded_cents, o.freight_cents, o.label_cents, o.commission_bps, o.min_commission_cents,
      o.max_commission_cents into strict sale from public.orders o where o.id = found.order_id;
  seller_cents := 0;
  if public.complaint_paid_in_full(found) then
    buyer_cents := 0;
    seller_cents := found.paid_cents - sale.label_cents - money.commission_of(
      greatest(found.paid_cents - sale.freight_cents, 0), sale.commission_bps, sale.min_commission_cents,
      sale.max_commission_cents);
    return;
  end if;
  contests := found.state = 'in_mediation' or found.result = 'replacement' and found.fulfilled_at is null
    or exists (select from public.complaint_appeals a where a.complaint_id = about and a.side = 'buyer');
  buyer_cents := case when contests then sale.total_cents - sale.refunded_cents
    else found.refund_cents - found.paid_cents end;
end $$;

-- The fund pays for staff's silence only: after the final deadline of a complaint, a regret or a contested return, and
-- exactly what that leaves to it.
create or replace function guard_fund_payment() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
declare
  shares record;
  about public.complaints;
begin
  if new.cause = 'regret' then
    select r.fund_at <= public.market_now() and r.state = 'requested' and r.reason = 'regret' as due,
        o.total_cents - o.refunded_cents as buyer_cents, 0::bigint as seller_cents into shares
      from public.refunds r join public.orders o on o.id = r.order_id
      where r.id = new.regret_id and r.order_id = new.order_id;
  elsif new.cause = 'return' then
    select t.due_event = 'pay_by_fund' and t.due_at <= public.market_now() and t.state = 'contested' as due,
        o.total_cents - o.refunded_cents as buyer_cents, 0::bigint as seller_cents into shares
      from public.returns t join public.orders o on o.id = t.order_id
      where t.id = new.return_id and t.order_id = new.order_id;
  else
    about := (select c from public.complaints c where c.id = new.complaint_id and c.order_id = new.order_id);
    select about.due_event = 'pay_by_fund' and about.due_at <= public.market_now()
        and about.state = case new.cause when 'complaint' then 'in_mediation' else 'appealed' end as due,
        f.buyer_cents, f.seller_cents into shares
      from public.fund_shares(about.id) f;
  end if;
  if shares.due is not true then
    raise exception 'staff may still decide about order %', new.order_id
      using errcode = '23514', constraint = 'fund_payment_early';
  end if;
  if (new.buyer_cents, new.seller_cents) is distinct from (shares.buyer_cents, shares.seller_cents) then
    raise exception 'the fund owes % and %', shares.buyer_cents, shares.seller_cents
      using errcode = '23514', constraint = 'fund_payment_amount';
  end if;
  return new;
end $$;
revoke execute on function guard_fund_payment() from public;

-- At commit the fund has paid what its row says, and what it paid for is over.
create or replace function check_fund_payment() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
declare
  refunded bigint := (select coalesce(sum(t.amount), 0) from money.journals j
    join money.transfers t on t.journal_id = j.id
    where j.order_id = new.order_id and j.kind = 'refund_platform');
  fault text := money.compensation_fault(new.order_id);
begin
  if refunded <> (select sum(f.buyer_cents) from public.fund_payments f where f.order_id = new.order_id) then
    fault := 'the fund refunded another amount';
  elsif new.complaint_id is not null and not exists (select from public.complaints c
    where c.id = new.complaint_id and c.ending = 'fund') then
    fault := 'its complaint goes on';
  elsif new.regret_id is not null and not exists (select from public.refunds r
    where r.id = new.regret_id and r.state = 'rejected') then
    fault := 'its regret still waits';
  elsif new.return_id is not null and not exists (select from public.returns t
    where t.id = new.return_id and t.outcome = 'fund') then
    fault := 'its return goes on';
  end if;
  if fault is not null then
    raise exception 'order %: %', new.order_id, fault using errcode = '23514', constraint = 'fund_payment_tie';
  end if;
  return null;
end $$;
revoke execute on function check_fund_payment() from public;

-- A complaint that the fund ended has its payment.
create or replace function check_fund_ending() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (select from public.fund_payments f where f.complaint_id = new.id) then
    raise exception 'the fund paid nothing for complaint %', new.id
      using errcode = '23514', constraint = 'fund_payment_missing';
  end if;
  return null;
end $$;
revoke execute on function check_fund_ending() from public;

-- Nothing is left to complain about once the fund has refunded the buyer.
create or replace function refuse_complaint_after_fund() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select from public.fund_payments f where f.order_id = new.order_id and f.buyer_cents > 0) then
    raise exception 'the fund has paid for order %', new.order_id
      using errcode = '23514', constraint = 'complaint_after_fund';
  end if;
  return new;
end $$;
revoke execute on function refuse_complaint_after_fund() from public;
