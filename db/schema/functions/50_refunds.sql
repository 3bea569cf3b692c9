-- Moves a refund to another payment of its order, for a part of its amount.
create or replace function split_refund(about bigint, to_payment bigint, to_amount bigint) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update public.refunds set payment_id = to_payment, amount_cents = to_amount
  where id = about and (payment_id, amount_cents) <> (to_payment, to_amount)
$$;
revoke execute on function split_refund(bigint, bigint, bigint) from public;
grant execute on function split_refund(bigint, bigint, bigint) to praca_app;

-- A refund is divided only before its money is owed, and never grows.
create or replace function guard_refund_split() returns trigger language plpgsql as $$
begin
  if new.amount_cents > old.amount_cents or new.order_id <> old.order_id
    or exists (select from money.accounts a where a.kind = 'refund_due' and a.case_id = old.id) then
    raise exception 'refund % is owed already', old.id using errcode = '23514', constraint = 'refund_divided';
  end if;
  return new;
end $$;

-- Money is refunded in one way: what the bank may take back itself is neither sent, nor sent by hand, nor turned into
-- balance; what is in analysis is not refunded; and only what the bank did take is completed without having been
-- sent.
create or replace function guard_refund_by_bank() returns trigger language plpgsql as $$
declare
  payment text := (select p.state from public.payments p where p.id = new.payment_id);
begin
  if new.taken <> old.taken and not (new.taken and new.state <> old.state and payment = 'charged_back') then
    raise exception 'no bank took refund %', new.id using errcode = '23514', constraint = 'refund_taken';
  end if;
  if new.state <> old.state and old.state <> 'processing' and payment = 'contested' then
    raise exception 'the bank looks at the payment of refund %', new.id
      using errcode = '23514', constraint = 'refund_contested';
  end if;
  if new.state <> old.state and old.state <> 'processing' and not new.taken
    and exists (select from public.analyses a where a.order_id = new.order_id and a.ended_at is null) then
    raise exception 'the payment of refund % is in analysis', new.id
      using errcode = '23514', constraint = 'refund_in_analysis';
  end if;
  if new.state = 'completed' and old.state <> all ('{completed,processing,manual}') and not new.taken then
    raise exception 'refund % was not sent', new.id using errcode = '23514', constraint = 'case_state';
  end if;
  return new;
end $$;
revoke execute on function guard_refund_by_bank() from public;

-- Whether a payment is somebody else's, who paid more for its order, in however many movements, than may pass without
-- review.
create or replace function must_refund_to_payer(about bigint) returns boolean language sql stable as $$
  select coalesce(not payer_is_buyer(about), false) and (
    select sum(p.received_cents) filter (where not payer_is_buyer(p.id)) >
      max(coalesce((v.rules #>> '{payments,thirdPartyLimitCents}')::bigint, 50000))
    from payments paid join payments p on p.order_id = paid.order_id
      join orders o on o.id = paid.order_id join rule_versions v on v.id = o.rule_version_id
    where paid.id = about)
$$;

-- What somebody else paid is refunded to the payer, never as the buyer's balance.
create or replace function refuse_third_party_balance() returns trigger language plpgsql as $$
begin
  if new.reason = 'third_party_payer' or must_refund_to_payer(new.payment_id) then
    raise exception 'refund % is of what somebody else paid', new.id
      using errcode = '23514', constraint = 'refunds_to_payer';
  end if;
  return new;
end $$;

-- While a card payment may still be contested at the bank, it is refunded to the card only (ADR 0071): as balance it
-- would be spent here and taken back there.
create or replace function must_refund_to_card(about bigint) returns boolean language sql stable as $$
  select p.method = 'card' and p.confirmed_at is not null and p.confirmed_at > market_now()
    - coalesce((v.rules #>> '{payments,cardContestDays}')::integer, 120) * interval '1 day'
  from payments p join orders o on o.id = p.order_id join rule_versions v on v.id = o.rule_version_id
  where p.id = about
$$;

-- A refund that must go to the card does not become balance.
create or replace function refuse_card_balance() returns trigger language plpgsql as $$
begin
  if must_refund_to_card(new.payment_id) then
    raise exception 'refund % goes back to the card', new.id
      using errcode = '23514', constraint = 'refunds_to_card';
  end if;
  return new;
end $$;
revoke execute on function refuse_card_balance() from public;

-- A refund counts toward the limits when it is approved. One sent by hand counts once more, for those who send it.
create or replace function record_refund_decision() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
declare
  people record := public.second_person(new.decided_by, new.seconded_by);
  together bigint;
begin
  select sum(r.amount_cents) into together from public.refunds r
    where r.order_id = new.order_id and r.state <> all ('{requested,awaiting_return,held,rejected,used}');
  if new.state = 'completed' then
    perform public.record_money_decision('refund_by_hand:' || new.id, 'refund_by_hand', new.order_id, people.decider,
      people.second, new.amount_cents, together, public.beneficiary_keys_of_order(new.order_id, 'payer'),
      public.rule_in_force('{refunds,supportLimitCents}', 50000), 0, 0);
    return null;
  end if;
  perform public.record_money_decision('refund:' || new.id, 'refund', new.order_id, people.decider, people.second,
    new.amount_cents, together, public.beneficiary_keys_of_order(new.order_id, 'payer'),
    public.rule_in_force('{refunds,supportLimitCents}', 50000),
    public.rule_in_force('{refunds,twoPeopleCents}', 500000),
    -- What the fund pays because staff were silent does not wait for staff again (N03).
    case when new.source <> 'platform' or not exists (select from public.fund_payments f
        where f.order_id = new.order_id)
      then public.rule_in_force('{refunds,automaticCents}', 100000) end);
  return null;
end $$;
