-- What somebody else pays unseen (product §4.6) is a sum, per payer and per buyer, over every order (ADR 0075).

-- Whether the bank named another payer than the buyer, whose document we know, and nobody of the team let it pass.
create function paid_unseen_by_stranger(about bigint) returns boolean language sql stable
set search_path = pg_catalog, pg_temp as $$
  select p.payer_document is not null and p.review_decision is distinct from 'release'
    and coalesce(b.cpf, b.cnpj) is not null
    and p.payer_document is distinct from b.cpf and p.payer_document is distinct from b.cnpj
  from public.payments p join public.orders o on o.id = p.order_id join public.users b on b.id = o.buyer_id
  where p.id = about
$$;

-- A charge that a stranger paid opens its order, or a part of a price waits for the rest. The charge is refused over
-- the limit of its order's rules; a part is counted, and weighed with the rest.
create function weigh_strangers_payment() returns trigger language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
declare
  about bigint;
  paid record;
  parts bigint;
begin
  if tg_table_name = 'refunds' then about := new.payment_id; else about := new.id; end if;
  if not public.paid_unseen_by_stranger(about) then
    return null;
  end if;
  select p.order_id, p.payer_document, p.received_cents, p.attempt, o.buyer_id,
      coalesce((v.rules #>> '{payments,thirdPartyLimitCents}')::bigint, 50000) as limit_cents into paid
    from public.payments p join public.orders o on o.id = p.order_id
      join public.rule_versions v on v.id = o.rule_version_id where p.id = about;
  select coalesce(sum(r.amount_cents), 0) into parts from public.refunds r
    where r.order_id = paid.order_id and r.payment_id <> about and r.state = any ('{held,used}')
      and public.paid_unseen_by_stranger(r.payment_id);
  perform public.record_money_decision('payment:' || about, 'third_party', paid.order_id, null, null,
    paid.received_cents, paid.received_cents + parts,
    public.money_people(array[paid.buyer_id], array[paid.payer_document]), null, null,
    case when paid.attempt is not null then paid.limit_cents end);
  return null;
end $$;
create trigger payments_weighed after update of state on payments for each row
  when (new.state = 'confirmed' and old.state <> 'confirmed' and new.attempt is not null
    and new.payer_document is not null)
  execute function weigh_strangers_payment();
create trigger refunds_part_weighed after insert on refunds for each row
  when (new.state = 'held') execute function weigh_strangers_payment();
