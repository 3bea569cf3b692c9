-- The conversation between buyer and seller of an order (F24). It is evidence, so it is only ever added to.

-- Numbers an order's messages. Writers lock this row.
create table order_conversations (
  order_id bigint primary key references orders,
  last_sequence integer not null default 0 check (last_sequence >= 0)
);
revoke insert, update, delete on order_conversations from praca_app;

create table order_messages (
  id bigint generated always as identity primary key,
  order_id bigint not null references order_conversations,
  sequence integer not null check (sequence >= 1),
  sender_id bigint not null references users,
  -- The sender's own id of the message: sent again, it is the same message.
  client_id uuid not null,
  text text not null check (length(text) <= 40000),
  file_count smallint not null default 0 check (file_count between 0 and 10),
  handling text not null check (handling in ('as_written', 'as_warned', 'masked', 'held')),
  -- The original text, where contact data was masked.
  original text check (length(original) <= 40000),
  -- The held message that staff released: it is inserted again, so that both sides are notified.
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
create trigger order_messages_number before insert on order_messages for each row
  execute function number_order_message();
revoke insert, update, delete on order_messages from praca_app;
grant insert (order_id, sender_id, client_id, text, file_count, handling, original, repeats_id)
  on order_messages to praca_app;

-- What was decided about a held message, once, by somebody who is no party to the order.
create table order_message_decisions (
  message_id bigint primary key references order_messages,
  decision text not null check (decision in ('show', 'hide')),
  decided_by bigint not null references users,
  created_at timestamptz not null default market_now()
);
create trigger order_message_decisions_append_only before update or truncate on order_message_decisions
  execute function refuse_change();
create trigger order_message_decisions_guard before insert on order_message_decisions for each row
  execute function guard_order_message_decision();
revoke update, delete on order_message_decisions from praca_app;

-- Messages removed after a report that staff upheld (F14): hidden from both sides, kept as evidence.
create table order_message_removals (
  message_id bigint primary key references order_messages,
  sender_id bigint not null references users,
  reason text not null check (reason in ('fraud', 'outside_deal', 'offensive', 'personal_data', 'spam', 'other')),
  removed_by bigint not null references users,
  created_at timestamptz not null default market_now()
);
create index order_message_removals_sender on order_message_removals (sender_id, created_at);
create trigger order_message_removals_append_only before update or truncate on order_message_removals
  execute function refuse_change();
create trigger order_message_removals_guard before insert on order_message_removals for each row
  execute function guard_order_message_removal();
revoke update, delete on order_message_removals from praca_app;

-- Private files. One that was never sent is deleted after a day; one that was sent stays with its message.
create table order_files (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders,
  owner_id bigint not null references users,
  message_id bigint references order_messages,
  place smallint check (place between 1 and 10),
  key text not null unique check (key ~ '^[A-Za-z0-9_-]{32,64}$'),
  kind text not null check (kind in ('image', 'pdf', 'text')),
  name text not null check (length(name) between 1 and 120),
  bytes integer not null check (bytes between 1 and 20971520),
  created_at timestamptz not null default market_now(),
  unique (message_id, place),
  check ((message_id is null) = (place is null))
);
create index order_files_unsent on order_files (created_at) where message_id is null;
create index order_files_owner on order_files (owner_id, created_at);
create trigger order_files_guard before update or delete on order_files for each row
  execute function guard_order_file();
revoke insert, update on order_files from praca_app;
grant insert (order_id, owner_id, key, kind, name, bytes) on order_files to praca_app;
grant update (message_id, place) on order_files to praca_app;

-- How far each side has read, and when a notification about unread messages is due.
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
