-- A payment by hand is confirmed only by an approved receipt with its statement line, or by a line matched with its
-- order.
create or replace function require_bank_line() returns trigger language plpgsql as $$
begin
  if not exists (select from public.receipts r join public.bank_lines l on l.id = r.bank_line_id
      where r.payment_id = new.id and r.state = 'approved' and l.bank_id = new.end_to_end_id
        and l.amount_cents = new.received_cents)
    and not exists (select from public.line_matches m join public.bank_lines l on l.id = m.bank_line_id
      where m.order_id = new.order_id and m.decided_at is not null and l.bank_id = new.end_to_end_id
        and l.amount_cents = new.received_cents) then
    raise exception 'payment % has no approved line of the statement', new.id
      using errcode = '23514', constraint = 'manual_payment_line';
  end if;
  return new;
end $$;

-- Open receipts expire with their order.
create or replace function expire_receipts() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update public.receipts set state = 'expired', bank_line_id = null, refusal = null, note = null,
      decided_at = coalesce(new.closed_at, public.market_now())
    where order_id = new.id and state in ('sent', 'in_review');
  return null;
end $$;

-- P14: a cancellation request is refused with proof or not at all; the files are sent in the transaction that
-- answers.
create or replace function require_refusal_proof() returns trigger language plpgsql as $$
begin
  if not exists (select from public.delivery_files f
    where f.order_id = new.order_id and f.proves = 'refusal' and f.place is not null) then
    raise exception 'the cancellation request of order % is refused without proof', new.order_id
      using errcode = '23514', constraint = 'refusal_proof';
  end if;
  return null;
end $$;

-- The person who loaded a statement line neither proposes nor approves a payment by it, and a party to the order decides
-- nothing about its payment by hand (ADR 0074).
create or replace function guard_line_deciders() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
declare
  deciders bigint[] := array_remove(array[new.proposed_by, new.decided_by], null);
begin
  if exists (select from public.orders o where o.id = new.order_id
      and (o.buyer_id = any(deciders) or o.seller_id = any(deciders))) then
    perform public.require_two_people('buyer and seller do not decide their payment');
  end if;
  if exists (select from public.bank_lines l where l.id = new.bank_line_id and l.loaded_by = any(deciders)) then
    perform public.require_two_people('who loaded a line does not decide by it');
  end if;
  return new;
end $$;

-- Both sides gain by a payment that never arrived: one gets the goods, the other the money. So both count as
-- beneficiaries.
create or replace function record_receipt_decision() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
declare
  people record := public.second_person(
    case when old.bank_line_id = new.bank_line_id then old.proposed_by end, new.decided_by);
begin
  perform public.record_money_decision('receipt:' || new.id, 'receipt', null, people.decider, people.second,
    new.amount_cents, new.amount_cents, public.beneficiary_keys_of_order(new.order_id, 'both'), null,
    public.rule_in_force('{receipts,twoPeopleAboveCents}', 100000), 0);
  return null;
end $$;

-- As `record_receipt_decision`, for a matched line.
create or replace function record_line_match_decision() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
declare
  people record := public.second_person(new.proposed_by, new.decided_by);
  amount bigint;
begin
  select l.amount_cents into amount from public.bank_lines l where l.id = new.bank_line_id;
  perform public.record_money_decision('bank_line:' || new.bank_line_id, 'receipt', null, people.decider, people.second,
    amount, amount, public.beneficiary_keys_of_order(new.order_id, 'both'), null,
    public.rule_in_force('{receipts,twoPeopleAboveCents}', 100000), 0);
  return null;
end $$;
