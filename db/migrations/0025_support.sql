-- Support tickets: one conversation between a person and the team, with its states, timers, files and the team's own
-- notes and ready answers (product §4.11).

insert into case_transitions (noun, event, actor, from_state, to_state) values
  ('ticket', 'take', 'staff', 'open', 'in_progress'),
  ('ticket', 'ask', 'staff', 'in_progress', 'waiting_user'),
  ('ticket', 'resume', 'staff', 'waiting_user', 'in_progress'),
  ('ticket', 'answer', 'user', 'waiting_user', 'in_progress'),
  ('ticket', 'resolve', 'staff', 'in_progress', 'resolved'),
  ('ticket', 'resolve', 'staff', 'waiting_user', 'resolved'),
  ('ticket', 'lapse', 'system', 'waiting_user', 'resolved'),
  ('ticket', 'reopen', 'user', 'resolved', 'in_progress'),
  ('ticket', 'confirm', 'user', 'resolved', 'closed'),
  ('ticket', 'close', 'system', 'resolved', 'closed');

-- Which queue works on what, and how soon; the domain's table, held equal by a test.
create table ticket_routes (
  category text primary key,
  queue text not null,
  priority smallint not null check (priority between 1 and 4)
);
insert into ticket_routes (category, queue, priority) values
  ('payment', 'money', 1), ('withdrawal', 'money', 1), ('order', 'orders', 2), ('account', 'accounts', 3),
  ('listing', 'general', 4), ('other', 'general', 4);
revoke insert, update, delete, truncate on ticket_routes from praca_app;

create table tickets (
  id bigint generated always as identity primary key,
  protocol text not null unique check (protocol ~ '^A-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$'),
  user_id bigint not null references users,
  state text not null default 'open' check (state in ('open', 'in_progress', 'waiting_user', 'resolved', 'closed')),
  category text not null references ticket_routes,
  order_id bigint references orders,
  withdrawal_id bigint references withdrawals,
  listing_id bigint references listings,
  assignee_id bigint references users,
  assigned_at timestamptz,
  -- Counted by the messages' own trigger, so there is no gap.
  last_sequence integer not null default 0,
  last_message_at timestamptz not null default market_now(),
  -- Up to which message each side has read.
  user_read integer not null default 0,
  staff_read integer not null default 0,
  -- Since when the team waits for the person.
  asked_at timestamptz,
  due_at timestamptz,
  due_event text check (due_event in ('warn', 'lapse', 'close')),
  resolution text check (resolution in ('solved', 'informed', 'duplicate', 'not_possible', 'no_reply')),
  resolved_at timestamptz,
  closed_at timestamptz,
  created_at timestamptz not null default market_now(),
  check (num_nonnulls(order_id, withdrawal_id, listing_id) <= 1),
  check (assignee_id <> user_id),
  check ((assignee_id is null) = (assigned_at is null)),
  check (user_read between 0 and last_sequence and staff_read between 0 and last_sequence),
  check ((due_at is null) = (due_event is null)),
  check ((state = 'waiting_user') = (asked_at is not null)),
  check ((state in ('resolved', 'closed')) = (resolved_at is not null and resolution is not null)),
  check ((state = 'closed') = (closed_at is not null)),
  check (case state when 'waiting_user' then due_event in ('warn', 'lapse') when 'resolved' then due_event = 'close'
    else due_event is null end)
);
create index tickets_user on tickets (user_id, last_message_at desc);
create index tickets_unread on tickets (user_id) where last_sequence > user_read;
create index tickets_queue on tickets (last_message_at) where state not in ('resolved', 'closed');
create index tickets_assignee on tickets (assignee_id, last_message_at desc) where assignee_id is not null;
create index tickets_due on tickets (due_at) where due_at is not null;
create index tickets_order on tickets (order_id) where order_id is not null;
create trigger tickets_state before update of state on tickets for each row
  when (new.state <> old.state) execute function guard_case_state('ticket');
revoke insert, update, delete, truncate on tickets from praca_app;
grant insert (protocol, user_id, category, order_id, withdrawal_id, listing_id),
  update (state, category, assignee_id, assigned_at, user_read, staff_read, asked_at, due_at, due_event, resolution,
    resolved_at, closed_at), delete on tickets to praca_app;

-- A ticket is about something of the person's own, begins open, and is kept for five years.
create function guard_ticket() returns trigger language plpgsql as $$
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
create trigger tickets_guard before insert or delete on tickets for each row execute function guard_ticket();

create table ticket_messages (
  ticket_id bigint not null references tickets on delete cascade,
  sequence integer not null,
  author_id bigint references users,
  author_side text not null check (author_side in ('user', 'staff', 'system')),
  -- What the sender's browser called it: sent again, it is the same message.
  client_id uuid,
  text text not null check (length(text) <= 4000),
  created_at timestamptz not null default market_now(),
  primary key (ticket_id, sequence),
  unique (ticket_id, author_id, client_id),
  check ((author_side = 'system') = (author_id is null)),
  check ((author_side = 'system') = (client_id is null))
);
revoke insert, update, delete, truncate on ticket_messages from praca_app;
grant insert (ticket_id, author_id, author_side, client_id, text) on ticket_messages to praca_app;

-- The next number of its ticket, under the ticket's row lock: no two are equal and none is left out.
create function number_ticket_message() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
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
create trigger ticket_messages_number before insert on ticket_messages for each row
  execute function number_ticket_message();

-- What was said stays as it was said; it goes with its ticket alone.
create function keep_ticket_words() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and not exists (select from public.tickets where id = old.ticket_id) then
    return old;
  end if;
  raise exception '% only ever grows', tg_table_name using errcode = '23514', constraint = 'append_only';
end $$;
create trigger ticket_messages_append_only before update or delete on ticket_messages for each row
  execute function keep_ticket_words();

-- The team's notes stand apart from the messages, so that no list of messages can ever hold one.
create table ticket_notes (
  id bigint generated always as identity primary key,
  ticket_id bigint not null references tickets on delete cascade,
  author_id bigint not null references users,
  client_id uuid not null,
  -- The last message when it was written: where it is shown.
  after_sequence integer not null,
  text text not null check (length(text) between 1 and 4000),
  created_at timestamptz not null default market_now(),
  unique (ticket_id, author_id, client_id)
);
create trigger ticket_notes_append_only before update or delete on ticket_notes for each row
  execute function keep_ticket_words();
revoke update, delete, truncate on ticket_notes from praca_app;

-- Files are sent before their message and belong to it from then on. A loose one goes after a day.
create table ticket_files (
  id bigint generated always as identity primary key,
  owner_id bigint not null references users,
  key text not null unique check (key ~ '^[A-Za-z0-9_-]{32,64}$'),
  kind text not null check (kind in ('image', 'pdf')),
  bytes integer not null check (bytes > 0),
  width integer,
  height integer,
  ticket_id bigint,
  sequence integer,
  created_at timestamptz not null default market_now(),
  foreign key (ticket_id, sequence) references ticket_messages on delete set null,
  check ((ticket_id is null) = (sequence is null)),
  check ((kind = 'image') = (width is not null and height is not null))
);
create index ticket_files_message on ticket_files (ticket_id, sequence) where ticket_id is not null;
create index ticket_files_owner on ticket_files (owner_id, created_at);
create index ticket_files_loose on ticket_files (created_at) where ticket_id is null;
create function keep_ticket_file() returns trigger language plpgsql as $$
begin
  if exists (select from public.ticket_messages where ticket_id = old.ticket_id and sequence = old.sequence) then
    raise exception 'file % belongs to its message', old.id using errcode = '23514', constraint = 'append_only';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;
create trigger ticket_files_kept before update or delete on ticket_files for each row
  when (old.ticket_id is not null) execute function keep_ticket_file();
revoke insert, update, truncate on ticket_files from praca_app;
grant insert (owner_id, key, kind, bytes, width, height), update (ticket_id, sequence) on ticket_files to praca_app;

-- Ready answers of the team.
create table ticket_macros (
  id bigint generated always as identity primary key,
  title text not null unique check (length(title) between 1 and 60),
  text text not null check (length(text) between 1 and 2000),
  updated_by bigint references users,
  updated_at timestamptz not null default market_now()
);
insert into ticket_macros (title, text) values
  ('Saudação', 'Olá, {nome}! Aqui é {atendente}, do atendimento da praça. Vou cuidar do seu caso.'),
  ('Pedir comprovante', 'Olá, {nome}! Para localizar o pagamento do pedido {pedido}, envie o comprovante em foto ou PDF por aqui.'),
  ('Prazo de conferência', 'Estamos conferindo o que aconteceu. Voltamos por aqui assim que tivermos uma resposta.'),
  ('Encerramento', 'Fico feliz em ajudar, {nome}. Se precisar, é só responder aqui. Seu protocolo é {protocolo}.');
