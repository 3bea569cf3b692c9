-- A ticket is about something of its author's own, and is kept for five years.
create or replace function guard_ticket() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.closed_at is null or old.closed_at > public.market_now() - interval '5 years' then
      raise exception 'ticket % is still kept', old.id using errcode = '23514', constraint = 'ticket_kept';
    end if;
    return old;
  end if;
  if new.order_id is not null and not exists (
      select from public.orders o where o.id = new.order_id and new.user_id in (o.buyer_id, o.seller_id))
    or new.withdrawal_id is not null and not exists (
      select from public.withdrawals w where w.id = new.withdrawal_id and w.user_id = new.user_id)
    or new.listing_id is not null and not exists (
      select from public.listings l where l.id = new.listing_id and l.seller_id = new.user_id) then
    raise exception 'a ticket is about one''s own' using errcode = '23514', constraint = 'ticket_about_own';
  end if;
  return new;
end $$;

-- The next number of the ticket, under its row lock: no two are equal and none is skipped.
create or replace function number_ticket_message() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update public.tickets set last_sequence = last_sequence + 1, last_message_at = public.market_now()
    where id = new.ticket_id and (state not in ('resolved', 'closed') or new.author_side = 'system')
      and (new.author_side <> 'user' or new.author_id = user_id)
      and (new.author_side <> 'staff' or new.author_id <> user_id)
    returning last_sequence into new.sequence;
  if not found then
    raise exception 'ticket % takes no such message', new.ticket_id
      using errcode = '23514', constraint = 'ticket_takes_messages';
  end if;
  return new;
end $$;

-- Messages and notes never change and are deleted with their ticket only.
create or replace function refuse_ticket_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and not exists (select from public.tickets where id = old.ticket_id) then
    return old;
  end if;
  raise exception '% only ever grows', tg_table_name using errcode = '23514', constraint = 'append_only';
end $$;

-- A file that was sent stays with its message.
create or replace function refuse_ticket_file_change() returns trigger language plpgsql as $$
begin
  if exists (select from public.ticket_messages where ticket_id = old.ticket_id and sequence = old.sequence) then
    raise exception 'file % belongs to its message', old.id using errcode = '23514', constraint = 'append_only';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;

-- A first answer is given once; an overdue clock is reported once, until it restarts.
create or replace function guard_ticket_clock() returns trigger language plpgsql as $$
begin
  if old.kind = 'first_answer' and old.met_at is not null
    or old.overdue_told_at is not null and new.overdue_told_at is distinct from old.overdue_told_at
      and not (old.met_at is not null and new.overdue_told_at is null) then
    raise exception 'the clock of ticket % is over', old.ticket_id
      using errcode = '23514', constraint = 'ticket_clock_over';
  end if;
  return new;
end $$;

-- Only a resolved ticket is rated.
create or replace function guard_ticket_rating() returns trigger language plpgsql as $$
begin
  if not exists (select from public.tickets where id = new.ticket_id and state in ('resolved', 'closed')) then
    raise exception 'ticket % is not over', new.ticket_id using errcode = '23514', constraint = 'ticket_rating_over';
  end if;
  return new;
end $$;

-- A ticket is merged into an open one of the same person, for good.
create or replace function guard_ticket_merge() returns trigger language plpgsql as $$
begin
  if old.merged_into_id is not null and new.merged_into_id is not null or new.merged_into_id is not null
    and not exists (select from public.tickets where id = new.merged_into_id and user_id = new.user_id
      and state not in ('resolved', 'closed')) then
    raise exception 'ticket % does not go on there', new.id using errcode = '23514', constraint = 'ticket_merge';
  end if;
  return new;
end $$;

-- A ticket is about an order of the person.
create or replace function guard_ticket_order() returns trigger language plpgsql as $$
begin
  if not exists (select from public.orders where id = new.order_id and new.user_id in (buyer_id, seller_id)) then
    raise exception 'order % is of somebody else', new.order_id using errcode = '23514', constraint = 'ticket_order';
  end if;
  return new;
end $$;
