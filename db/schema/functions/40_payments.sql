-- Whether the bank named the buyer's own document as the payer; null where it named none.
create or replace function payer_is_buyer(about bigint) returns boolean language sql stable as $$
  select case
    when p.payer_document is not null then coalesce(p.payer_document in (b.cpf, b.cnpj), false)
    when l.document <> '' then coalesce(l.document in (masked_document(b.cpf), masked_document(b.cnpj)), false) end
  from payments p join orders o on o.id = p.order_id join users b on b.id = o.buyer_id
    left join bank_lines l on p.method = 'manual' and l.bank_id = p.end_to_end_id
  where p.id = about
$$;

-- Whether the bank named a payer other than the buyer, whose document we know, and staff did not release the payment.
create or replace function is_unreviewed_third_party_payment(about bigint) returns boolean language sql stable
set search_path = pg_catalog, public, pg_temp as $$
  select p.payer_document is not null and p.review_decision is distinct from 'release'
    and coalesce(b.cpf, b.cnpj) is not null
    and p.payer_document is distinct from b.cpf and p.payer_document is distinct from b.cnpj
  from public.payments p join public.orders o on o.id = p.order_id join public.users b on b.id = o.buyer_id
  where p.id = about
$$;

-- What other people pay without review (§4.6) is limited as a sum per payer and per buyer, over every order (ADR
-- 0075). A charge over the limit of its order's rules is refused; a part of a price is counted, and weighed with the
-- rest.
create or replace function record_third_party_payment() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
declare
  about bigint;
  paid record;
  parts bigint;
begin
  if tg_table_name = 'refunds' then about := new.payment_id; else about := new.id; end if;
  if not public.is_unreviewed_third_party_payment(about) then
    return null;
  end if;
  select p.order_id, p.payer_document, p.received_cents, p.attempt, o.buyer_id,
      coalesce((v.rules #>> '{payments,thirdPartyLimitCents}')::bigint, 50000) as limit_cents into paid
    from public.payments p join public.orders o on o.id = p.order_id
      join public.rule_versions v on v.id = o.rule_version_id where p.id = about;
  select coalesce(sum(r.amount_cents), 0) into parts from public.refunds r
    where r.order_id = paid.order_id and r.payment_id <> about and r.state = any ('{held,used}')
      and public.is_unreviewed_third_party_payment(r.payment_id);
  perform public.record_money_decision('payment:' || about, 'third_party', paid.order_id, null, null,
    paid.received_cents, paid.received_cents + parts,
    public.beneficiary_keys(array[paid.buyer_id], array[paid.payer_document]), null, null,
    case when paid.attempt is not null then paid.limit_cents end);
  return null;
end $$;

-- The first bank movement that proves the document an account declared: a Pix that the bank says came from it.
create or replace function proving_payment(account bigint) returns bigint language sql stable
set search_path = pg_catalog, public, pg_temp as $$
  select p.id from public.users u join public.orders o on o.buyer_id = u.id join public.payments p on p.order_id = o.id
  where u.id = account and u.identity_verified_at is not null and p.method = 'pix' and p.provider <> 'manual'
    and p.end_to_end_id is not null and p.confirmed_at is not null and p.payer_document = coalesce(u.cpf, u.cnpj)
  order by p.id limit 1
$$;

-- Only a payment that was charged back is taken.
create or replace function guard_chargeback() returns trigger language plpgsql as $$
begin
  if new.direction = 'taken' and (select p.state from payments p where p.id = new.payment_id) <> 'charged_back' then
    raise exception 'payment % was not charged back', new.payment_id
      using errcode = '23514', constraint = 'chargeback_state';
  end if;
  return new;
end $$;
revoke execute on function guard_chargeback() from public;
