-- While whoever paid by card may still contest it at their bank, what is refunded goes back to the card and becomes nobody's
-- balance (decision 71): it would be spent here and taken there.
create function goes_to_card_only(about bigint) returns boolean language sql stable as $$
  select p.method = 'card' and p.confirmed_at is not null and p.confirmed_at > market_now()
    - coalesce((v.rules #>> '{payments,cardContestDays}')::integer, 120) * interval '1 day'
  from payments p join orders o on o.id = p.order_id join rule_versions v on v.id = o.rule_version_id
  where p.id = about
$$;

create function refuse_card_as_balance() returns trigger language plpgsql as $$
begin
  if goes_to_card_only(new.payment_id) then
    raise exception 'refund % goes back to the card', new.id
      using errcode = '23514', constraint = 'refunds_to_card';
  end if;
  return new;
end $$;
create trigger refunds_to_card before insert or update of destination, payment_id on refunds for each row
  when (new.destination = 'balance') execute function refuse_card_as_balance();
revoke execute on function refuse_card_as_balance() from public;
