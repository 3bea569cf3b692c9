-- Gives a message the next number, one writer at a time: no number twice, none skipped. A repeated client id inserts
-- nothing, so it takes no number.
create or replace function number_order_message() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (select from public.orders where id = new.order_id and paid_at is not null
    and new.sender_id in (buyer_id, seller_id)) then
    raise exception 'order % is no conversation of %', new.order_id, new.sender_id
      using errcode = '23514', constraint = 'order_message_party';
  end if;
  insert into public.order_conversations (order_id) values (new.order_id) on conflict do nothing;
  perform from public.order_conversations where order_id = new.order_id for update;
  if exists (select from public.order_messages
    where order_id = new.order_id and sender_id = new.sender_id and client_id = new.client_id) then
    return null;
  end if;
  update public.order_conversations set last_sequence = last_sequence + 1 where order_id = new.order_id
    returning last_sequence into new.sequence;
  return new;
end $$;

-- Only a held message is decided, by somebody who is no party to the order.
create or replace function guard_order_message_decision() returns trigger language plpgsql as $$
begin
  if not exists (select from public.order_messages m join public.orders o on o.id = m.order_id
    where m.id = new.message_id and m.handling = 'held' and new.decided_by not in (o.buyer_id, o.seller_id)) then
    raise exception 'message % is not for % to decide', new.message_id, new.decided_by
      using errcode = '23514', constraint = 'order_message_held';
  end if;
  return new;
end $$;

-- A file that was sent stays with its message until five years after the order's end.
create or replace function guard_order_file() returns trigger language plpgsql as $$
begin
  if old.message_id is not null and not (tg_op = 'DELETE' and exists (select from public.orders
    where id = old.order_id and closed_at < public.market_now() - interval '5 years')) then
    raise exception 'file % belongs to its message', old.id
      using errcode = '23514', constraint = 'order_file_sent';
  end if;
  if tg_op = 'DELETE' then return old; end if;
  if new.message_id is not null and not exists (select from public.order_messages
    where id = new.message_id and order_id = new.order_id and sender_id = new.owner_id) then
    raise exception 'file % is not of this message', new.id
      using errcode = '23514', constraint = 'order_file_owner';
  end if;
  return new;
end $$;

-- Deletes the conversation of an order five years after its end, as a whole.
create or replace function delete_conversation(which bigint) returns void language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (select from public.orders
    where id = which and closed_at < public.market_now() - interval '5 years') then
    raise exception 'the conversation of order % is still kept', which
      using errcode = '23514', constraint = 'conversation_kept';
  end if;
  delete from public.order_files where order_id = which;
  delete from public.order_message_decisions where message_id in (
    select id from public.order_messages where order_id = which);
  delete from public.order_message_removals where message_id in (
    select id from public.order_messages where order_id = which);
  delete from public.order_messages where order_id = which;
  delete from public.order_conversations where order_id = which;
  delete from public.order_readers where order_id = which;
end $$;
revoke execute on function delete_conversation(bigint) from public;
grant execute on function delete_conversation(bigint) to praca_app;

-- A message is removed only by who upheld a report of it and is no party to the order.
create or replace function guard_order_message_removal() returns trigger language plpgsql as $$
begin
  if not exists (select from public.order_messages m join public.orders o on o.id = m.order_id
    where m.id = new.message_id and m.sender_id = new.sender_id
      and new.removed_by not in (o.buyer_id, o.seller_id)
      and exists (select from public.reports r where r.target_kind = 'message' and r.target_id = m.id
        and r.state = 'upheld' and r.decided_by = new.removed_by)) then
    raise exception 'message % is not for % to remove', new.message_id, new.removed_by
      using errcode = '23514', constraint = 'order_message_upheld';
  end if;
  return new;
end $$;
