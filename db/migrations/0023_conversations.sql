-- The conversation between buyer and seller of an order (product §4.17, F24): evidence, so it only ever grows.

-- Numbers the order's messages. Its row is the one lock of whoever writes.
create table order_conversations (
  order_id bigint primary key references orders,
  last_sequence integer not null default 0 check (last_sequence >= 0)
);
revoke insert, update, delete, truncate on order_conversations from praca_app;

create table order_messages (
  id bigint generated always as identity primary key,
  order_id bigint not null references order_conversations,
  sequence integer not null check (sequence >= 1),
  sender_id bigint not null references users,
  -- The sender's own name for it: sent again it is the same message.
  client_id uuid not null,
  text text not null check (length(text) <= 2000),
  file_count smallint not null default 0 check (file_count between 0 and 5),
  handling text not null check (handling in ('as_written', 'as_warned', 'masked', 'held')),
  -- As it was typed, where contact data was taken out.
  original text check (length(original) <= 2000),
  -- A held message that the team let pass is said again, for both to hear.
  repeats_id bigint unique references order_messages,
  created_at timestamptz not null default market_now(),
  unique (order_id, sequence),
  unique (order_id, sender_id, client_id),
  check (text <> '' or file_count > 0),
  check ((handling = 'masked') = (original is not null))
);
create index order_messages_contacts on order_messages (sender_id, created_at) where handling <> 'as_written';
create trigger order_messages_append_only before update or truncate on order_messages
  execute function refuse_change();
revoke insert, update, delete, truncate on order_messages from praca_app;
grant insert (order_id, sender_id, client_id, text, file_count, handling, original, repeats_id) on order_messages
  to praca_app;

-- Gives a message the next number, one writer at a time: no number twice, none left out. A client id that is there
-- already inserts nothing, so a repeat never takes a number.
create function number_order_message() returns trigger language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
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
create trigger order_messages_number before insert on order_messages for each row
  execute function number_order_message();

-- What was decided of a held message, once, by somebody with no part in the deal.
create table order_message_decisions (
  message_id bigint primary key references order_messages,
  decision text not null check (decision in ('show', 'hide')),
  decided_by bigint not null references users,
  created_at timestamptz not null default market_now()
);
create trigger order_message_decisions_append_only before update or truncate on order_message_decisions
  execute function refuse_change();
revoke update, delete, truncate on order_message_decisions from praca_app;

create function guard_order_message_decision() returns trigger language plpgsql as $$
begin
  if not exists (select from public.order_messages m join public.orders o on o.id = m.order_id
    where m.id = new.message_id and m.handling = 'held' and new.decided_by not in (o.buyer_id, o.seller_id)) then
    raise exception 'message % is not for % to decide', new.message_id, new.decided_by
      using errcode = '23514', constraint = 'order_message_held';
  end if;
  return new;
end $$;
create trigger order_message_decisions_guard before insert on order_message_decisions for each row
  execute function guard_order_message_decision();

-- Files in the private store. One that no message took goes after a day; one that a message took stays with it.
create table order_files (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders,
  owner_id bigint not null references users,
  message_id bigint references order_messages,
  place smallint check (place between 1 and 5),
  key text not null unique check (key ~ '^[A-Za-z0-9_-]{32,64}$'),
  kind text not null check (kind in ('image', 'pdf', 'text')),
  name text not null check (length(name) between 1 and 120),
  bytes integer not null check (bytes between 1 and 10485760),
  created_at timestamptz not null default market_now(),
  unique (message_id, place),
  check ((message_id is null) = (place is null))
);
create index order_files_unsent on order_files (created_at) where message_id is null;
create index order_files_owner on order_files (owner_id, created_at);
revoke insert, update, truncate on order_files from praca_app;
grant insert (order_id, owner_id, key, kind, name, bytes), update (message_id, place) on order_files to praca_app;

create function guard_order_file() returns trigger language plpgsql as $$
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
create trigger order_files_guard before update or delete on order_files for each row
  execute function guard_order_file();

-- How far each side has read, and when a notice of what is unread is due.
create table order_readers (
  order_id bigint not null references orders,
  user_id bigint not null references users,
  read_up_to integer not null default 0 check (read_up_to >= 0),
  read_at timestamptz,
  told_at timestamptz,
  due_at timestamptz,
  primary key (order_id, user_id)
);
create index order_readers_due on order_readers (due_at) where due_at is not null;

-- Five years after the end of the order its conversation has served its time, and goes as a whole.
create function forget_conversation(which bigint) returns void language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
begin
  if not exists (select from public.orders
    where id = which and closed_at < public.market_now() - interval '5 years') then
    raise exception 'the conversation of order % is still kept', which
      using errcode = '23514', constraint = 'conversation_kept';
  end if;
  delete from public.order_files where order_id = which;
  delete from public.order_message_decisions where message_id in (
    select id from public.order_messages where order_id = which);
  delete from public.order_messages where order_id = which;
  delete from public.order_conversations where order_id = which;
  delete from public.order_readers where order_id = which;
end $$;
revoke execute on function forget_conversation(bigint) from public;
grant execute on function forget_conversation(bigint) to praca_app;
