-- What somebody else than the buyer paid goes back to them and becomes nobody's balance (§4.6, §4.8, ADR 0055).

-- Money that was sent back after a look told its payer only on the charge that was looked at.
update payments p set payer_document = (select c.payer_document from payments c
    where c.order_id = p.order_id and c.payer_document is not null order by c.id desc limit 1)
  where p.payer_document is null
    and exists (select from refunds r where r.payment_id = p.id and r.reason = 'third_party_payer');

-- As statements show documents: never whole.
create function masked_document(document text) returns text language sql immutable parallel safe
return case length(document)
  when 11 then '***.' || substr(document, 4, 3) || '.' || substr(document, 7, 3) || '-**'
  else '**.' || substr(document, 3, 3) || '.' || substr(document, 6, 3) || '/****-**' end;

-- Whether the bank told the buyer's own document of a payment; null where it told none.
create function payer_is_buyer(about bigint) returns boolean language sql stable as $$
  select case
    when p.payer_document is not null then coalesce(p.payer_document in (b.cpf, b.cnpj), false)
    when l.document <> '' then coalesce(l.document in (masked_document(b.cpf), masked_document(b.cnpj)), false) end
  from payments p join orders o on o.id = p.order_id join users b on b.id = o.buyer_id
    left join bank_lines l on p.method = 'manual' and l.bank_id = p.end_to_end_id
  where p.id = about
$$;

-- Whether a payment is of somebody else, who paid more for its order, in however many movements, than may go unseen.
create function goes_back_only(about bigint) returns boolean language sql stable as $$
  select coalesce(not payer_is_buyer(about), false) and (
    select sum(p.received_cents) filter (where not payer_is_buyer(p.id)) >
      max(coalesce((v.rules #>> '{payments,thirdPartyLimitCents}')::bigint, 50000))
    from payments paid join payments p on p.order_id = paid.order_id
      join orders o on o.id = paid.order_id join rule_versions v on v.id = o.rule_version_id
    where paid.id = about)
$$;

create function refuse_strangers_balance() returns trigger language plpgsql as $$
begin
  if new.reason = 'third_party_payer' or goes_back_only(new.payment_id) then
    raise exception 'refund % is of what somebody else paid', new.id
      using errcode = '23514', constraint = 'refunds_to_payer';
  end if;
  return new;
end $$;
create trigger refunds_to_payer before insert or update of destination on refunds for each row
  when (new.destination = 'balance') execute function refuse_strangers_balance();
