-- Tickets of the support team.

-- Which queue handles a category, and with what priority. Equal to the table in domain/, which a test compares.
create table ticket_routes (
  category text primary key,
  queue text not null,
  priority smallint not null check (priority between 1 and 4)
);
revoke insert, update, delete on ticket_routes from praca_app;
insert into ticket_routes (category, queue, priority) values
  ('payment', 'money', 1),
  ('withdrawal', 'money', 1),
  ('order', 'orders', 2),
  ('account', 'accounts', 3),
  ('listing', 'general', 4),
  ('other', 'general', 4);

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
  -- Incremented by the trigger of the messages, so there is no gap.
  last_sequence integer not null default 0,
  last_message_at timestamptz not null default market_now(),
  -- The last message each side has read.
  user_read integer not null default 0,
  staff_read integer not null default 0,
  -- Since when the team awaits an answer of the person.
  asked_at timestamptz,
  due_at timestamptz,
  due_event text check (due_event in ('warn', 'lapse', 'close')),
  resolution text check (resolution in ('solved', 'informed', 'duplicate', 'not_possible', 'no_reply')),
  resolved_at timestamptz,
  closed_at timestamptz,
  created_at timestamptz not null default market_now(),
  -- When the assignee must have answered, or the ticket returns to its queue (§4.11).
  assignee_due_at timestamptz,
  -- When a person who has not rated it is asked to.
  rating_due_at timestamptz,
  merged_into_id bigint references tickets on delete set null,
  check (num_nonnulls(order_id, withdrawal_id, listing_id) <= 1),
  check (assignee_id <> user_id),
  check ((assignee_id is null) = (assigned_at is null)),
  check (user_read between 0 and last_sequence and staff_read between 0 and last_sequence),
  check ((due_at is null) = (due_event is null)),
  check ((state = 'waiting_user') = (asked_at is not null)),
  check ((state in ('resolved', 'closed')) = (resolved_at is not null and resolution is not null)),
  check ((state = 'closed') = (closed_at is not null)),
  check (case state when 'waiting_user' then due_event in ('warn', 'lapse') when 'resolved' then due_event = 'close'
    else due_event is null end),
  constraint tickets_assignee_turn check (
    assignee_due_at is null or assignee_id is not null and state = 'in_progress'),
  constraint tickets_rating_asked check (rating_due_at is null or state in ('resolved', 'closed')),
  constraint tickets_merged check (
    merged_into_id is null or merged_into_id <> id and state = 'closed' and resolution = 'duplicate')
);
create index tickets_user on tickets (user_id, last_message_at desc);
create index tickets_unread on tickets (user_id) where last_sequence > user_read;
create index tickets_queue on tickets (last_message_at) where state not in ('resolved', 'closed');
create index tickets_assignee on tickets (assignee_id, last_message_at desc) where assignee_id is not null;
create index tickets_due on tickets (due_at) where due_at is not null;
create index tickets_order on tickets (order_id) where order_id is not null;
create index tickets_assignee_due on tickets (assignee_due_at) where assignee_due_at is not null;
create index tickets_rating_due on tickets (rating_due_at) where rating_due_at is not null;
create index tickets_merged_into on tickets (merged_into_id) where merged_into_id is not null;
create index tickets_done on tickets (last_message_at, id) where state in ('resolved', 'closed');
create index tickets_done_of on tickets (category, last_message_at, id) where state in ('resolved', 'closed');
create trigger tickets_state before update of state on tickets for each row
  when (new.state <> old.state) execute function guard_case_state('ticket');
create trigger tickets_guard before insert or delete on tickets for each row execute function guard_ticket();
create trigger tickets_merge before update of merged_into_id on tickets for each row
  when (new.merged_into_id is distinct from old.merged_into_id) execute function guard_ticket_merge();
create trigger tickets_order_of_person before insert or update of order_id on tickets for each row
  when (new.order_id is not null) execute function guard_ticket_order();
revoke insert, update on tickets from praca_app;
grant insert (protocol, user_id, category, order_id, withdrawal_id, listing_id) on tickets to praca_app;
grant update (state, category, order_id, assignee_id, assigned_at, user_read, staff_read, asked_at, due_at, due_event,
  resolution, resolved_at, closed_at, assignee_due_at, rating_due_at, merged_into_id) on tickets to praca_app;

create table ticket_messages (
  ticket_id bigint not null references tickets on delete cascade,
  sequence integer not null,
  author_id bigint references users,
  author_side text not null check (author_side in ('user', 'staff', 'system')),
  -- The browser's own id of the message: sent again, it is the same message.
  client_id uuid,
  text text not null check (length(text) <= 64000),
  created_at timestamptz not null default market_now(),
  primary key (ticket_id, sequence),
  unique (ticket_id, author_id, client_id),
  check ((author_side = 'system') = (author_id is null)),
  check ((author_side = 'system') = (client_id is null))
);
create trigger ticket_messages_number before insert on ticket_messages for each row
  execute function number_ticket_message();
create trigger ticket_messages_append_only before update or delete on ticket_messages for each row
  execute function refuse_ticket_change();
revoke insert, update, delete on ticket_messages from praca_app;
grant insert (ticket_id, author_id, author_side, client_id, text) on ticket_messages to praca_app;

-- The team's notes are not in `ticket_messages`, so that no list of messages can ever contain one.
create table ticket_notes (
  id bigint generated always as identity primary key,
  ticket_id bigint not null references tickets on delete cascade,
  author_id bigint not null references users,
  client_id uuid not null,
  -- The last message when it was written: where it is shown.
  after_sequence integer not null,
  text text not null check (length(text) between 1 and 64000),
  created_at timestamptz not null default market_now(),
  unique (ticket_id, author_id, client_id)
);
create trigger ticket_notes_append_only before update or delete on ticket_notes for each row
  execute function refuse_ticket_change();
revoke update, delete on ticket_notes from praca_app;

-- Files are uploaded before their message and belong to it from then on. One without a message is deleted after a
-- day.
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
create trigger ticket_files_immutable before update or delete on ticket_files for each row
  when (old.ticket_id is not null) execute function refuse_ticket_file_change();
revoke insert, update on ticket_files from praca_app;
grant insert (owner_id, key, kind, bytes, width, height) on ticket_files to praca_app;
grant update (ticket_id, sequence) on ticket_files to praca_app;

-- Canned answers of the team.
create table ticket_macros (
  id bigint generated always as identity primary key,
  title text not null unique check (length(title) between 1 and 60),
  text text not null check (length(text) between 1 and 2000),
  updated_by bigint references users,
  updated_at timestamptz not null default market_now()
);
insert into ticket_macros (title, text) values
  ('Saudação', 'Olá, {nome}! Aqui é {atendente}, do atendimento da praça. Vou cuidar do seu caso.'),
  ('Pedir comprovante',
    'Olá, {nome}! Para localizar o pagamento do pedido {pedido}, envie o comprovante em foto ou PDF por aqui.'),
  ('Prazo de conferência', 'Estamos conferindo o que aconteceu. Voltamos por aqui assim que tivermos uma resposta.'),
  ('Encerramento', 'Fico feliz em ajudar, {nome}. Se precisar, é só responder aqui. Seu protocolo é {protocolo}.');

-- The deadlines of the team on a ticket (§4.11): the first answer, and the solution. A clock runs (`due_at`), is
-- paused while the team awaits the person (`left_ms`, in working time), or was met (`met_at`). An overdue one is
-- reported once.
create table ticket_clocks (
  ticket_id bigint not null references tickets on delete cascade,
  kind text not null check (kind in ('first_answer', 'solution')),
  due_at timestamptz,
  left_ms bigint check (left_ms >= 0),
  met_at timestamptz,
  overdue_told_at timestamptz,
  primary key (ticket_id, kind),
  constraint ticket_clocks_one_hand check (num_nonnulls(due_at, left_ms, met_at) = 1),
  -- Only the solution awaits the person: a question of the team is a first answer.
  constraint ticket_clocks_stop check (left_ms is null or kind = 'solution')
);
create index ticket_clocks_due on ticket_clocks (due_at) where overdue_told_at is null;
create trigger ticket_clocks_guard before update on ticket_clocks for each row execute function guard_ticket_clock();
revoke insert, update, delete on ticket_clocks from praca_app;
grant insert (ticket_id, kind, due_at) on ticket_clocks to praca_app;
grant update (due_at, left_ms, met_at, overdue_told_at) on ticket_clocks to praca_app;

create table ticket_ratings (
  ticket_id bigint primary key references tickets on delete cascade,
  score smallint not null check (score between 1 and 5),
  comment text not null check (length(comment) <= 16000),
  rated_at timestamptz not null default market_now()
);
create index ticket_ratings_rated on ticket_ratings (rated_at);
create trigger ticket_ratings_guard before insert or update on ticket_ratings for each row
  execute function guard_ticket_rating();
revoke insert, update, delete on ticket_ratings from praca_app;
grant insert (ticket_id, score, comment) on ticket_ratings to praca_app;
grant update (score, comment, rated_at) on ticket_ratings to praca_app;

-- `merge`: two tickets about one thing become one; the other is closed, says where it continues, and keeps its
-- messages (§4.11).
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
  ('ticket', 'close', 'system', 'resolved', 'closed'),
  ('ticket', 'merge', 'staff', 'open', 'closed'),
  ('ticket', 'merge', 'staff', 'in_progress', 'closed'),
  ('ticket', 'merge', 'staff', 'waiting_user', 'closed');
