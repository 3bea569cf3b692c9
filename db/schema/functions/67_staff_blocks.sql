-- N02: an admin who is no party to a sale blocks its money while there is some, for at most the time of the setting;
-- another admin renews the block once, before its end, by as much again; an ended block never changes.
create or replace function guard_staff_block() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
declare
  lasts interval := public.rule_in_force('{payments,blockMs}', 604800000) * interval '1 millisecond';
  actor bigint := case when tg_op = 'INSERT' then new.created_by when new.renewed_by is distinct from old.renewed_by
    then new.renewed_by else new.ended_by end;
begin
  if actor is not null and not exists (select from public.users u where u.id = actor and u.role = 'admin')
    or exists (select from public.orders o where o.id = new.order_id and actor in (o.buyer_id, o.seller_id)) then
    raise exception '% may not block order %', actor, new.order_id
      using errcode = '23514', constraint = 'staff_block_person';
  end if;
  if tg_op = 'INSERT' then
    if not exists (select from public.settlements s join public.orders o on o.id = s.order_id
      where s.order_id = new.order_id and s.state <> 'reversed' and o.state = 'completed') then
      raise exception 'order % has no money to block', new.order_id
        using errcode = '23514', constraint = 'staff_block_of_nothing';
    end if;
    if new.ends_at > public.market_now() + lasts then
      raise exception 'a block ends sooner' using errcode = '23514', constraint = 'staff_block_end';
    end if;
    return new;
  end if;
  if old.ended_at is not null or old.renewed_by is not null and (new.renewed_by, new.renewed_at, new.renewal_words,
      new.ends_at) is distinct from (old.renewed_by, old.renewed_at, old.renewal_words, old.ends_at) then
    raise exception 'the block of order % is renewed once', new.order_id
      using errcode = '23514', constraint = 'staff_block_once';
  end if;
  if new.ends_at <> old.ends_at and (new.renewed_by is null or old.ends_at <= public.market_now()
      or new.ends_at > old.ends_at + lasts) then
    raise exception 'the block of order % ends at %', new.order_id, old.ends_at
      using errcode = '23514', constraint = 'staff_block_end';
  end if;
  if new.ended_at is not null and new.ended_by is null and new.ends_at > public.market_now() then
    raise exception 'the block of order % is not over', new.order_id
      using errcode = '23514', constraint = 'staff_block_early';
  end if;
  return new;
end $$;
revoke execute on function guard_staff_block() from public;
