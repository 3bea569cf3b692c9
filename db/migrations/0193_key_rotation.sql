-- Keys of hashes and signatures that can't be computed again, sealed under SECRET_KEY (decision 81).
create table stored_keys (
  purpose text primary key check (purpose in ('fingerprint', 'codes', 'receipts', 'reveals')),
  sealed bytea not null check (octet_length(sealed) = 100)
);
revoke all on stored_keys from praca_app;
grant select, insert, update (sealed) on stored_keys to praca_app;

-- A rotation of SECRET_KEY seals again what is sealed.
grant update (private_sealed) on vapid_keys to praca_app;

-- Delivery data under another key say the same in as many bytes; a key has eight bytes of name in front, and had none.
create or replace function guard_delivery_data() returns trigger language plpgsql as $$
declare
  about bigint := case when tg_op = 'DELETE' then old.order_id else new.order_id end;
  deal public.orders := (select o from public.orders o where o.id = about);
begin
  if tg_op = 'DELETE' then
    if deal.closed_at is null then
      raise exception 'order % is not over', about using errcode = '23514', constraint = 'delivery_data_kept';
    end if;
    return old;
  end if;
  if tg_op = 'UPDATE' then
    if (new.order_id, new.written_at) = (old.order_id, old.written_at)
      and new.opened_at is not distinct from old.opened_at
      and substr(new.sealed, 1, 8) <> substr(old.sealed, 1, 8)
      and length(new.sealed) - length(old.sealed) in (0, 8) then
      return new;
    end if;
  end if;
  if deal.delivery_data = 'none'
    or not deal.state = any ('{awaiting_payment,payment_in_review,paid}')
    or tg_op = 'UPDATE' and (old.opened_at is not null or new.order_id <> old.order_id
      or new.opened_at is not null and (deal.state <> 'paid' or new.sealed <> old.sealed)) then
    raise exception 'order % takes no such delivery data', about
      using errcode = '23514', constraint = 'delivery_data_in_time';
  end if;
  return new;
end $$;

-- The same for credentials: two people decide what they say, a rotation only under which key.
create or replace function guard_credentials() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if public.writes_as_owner(tg_relid) then return coalesce(new, old); end if;
  if tg_op = 'DELETE' then
    if not public.proposal_applied('credentials', 1, old.service, '{"provider": null}') then
      perform public.refuse_alone('the removal of credentials is proposed');
    end if;
    return old;
  end if;
  if tg_op = 'UPDATE' then
    if (new.service, new.provider, new.version, new.author_id, new.set_at)
        = (old.service, old.provider, old.version, old.author_id, old.set_at)
      and substr(new.sealed, 1, 8) <> substr(old.sealed, 1, 8)
      and length(new.sealed) - length(old.sealed) in (0, 8) then
      return new;
    end if;
  end if;
  if not public.proposal_applied('credentials', 1, new.service, jsonb_build_object('provider', new.provider,
      'sealedHash', encode(sha256(new.sealed), 'hex'))) then
    perform public.refuse_alone('credentials are proposed');
  end if;
  return new;
end $$;
