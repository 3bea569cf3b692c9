-- Complaints (product §4.9): their life and story, proposals, evidence with its log, requests, decisions, appeals.
--
-- Locks are taken in one order: order row → complaint row → proposals, requests and files.

insert into case_transitions (noun, event, actor, from_state, to_state) values
  ('complaint', 'answer', 'seller', 'open', 'negotiating'),
  ('complaint', 'presume_silent', 'system', 'open', 'decided'),
  ('complaint', 'accept', 'buyer', 'negotiating', 'closed'),
  ('complaint', 'accept', 'seller', 'negotiating', 'closed'),
  ('complaint', 'confirm_promise', 'buyer', 'negotiating', 'closed'),
  ('complaint', 'confirm_by_time', 'system', 'negotiating', 'closed'),
  ('complaint', 'break_promise', 'system', 'negotiating', 'decided'),
  ('complaint', 'escalate', 'buyer', 'open', 'in_mediation'),
  ('complaint', 'escalate', 'seller', 'open', 'in_mediation'),
  ('complaint', 'escalate', 'buyer', 'negotiating', 'in_mediation'),
  ('complaint', 'escalate', 'seller', 'negotiating', 'in_mediation'),
  ('complaint', 'mediate_by_time', 'system', 'negotiating', 'in_mediation'),
  ('complaint', 'decide', 'staff', 'in_mediation', 'decided'),
  ('complaint', 'close_silent', 'system', 'in_mediation', 'closed'),
  ('complaint', 'appeal', 'buyer', 'decided', 'appealed'),
  ('complaint', 'appeal', 'seller', 'decided', 'appealed'),
  ('complaint', 'concede', 'buyer', 'decided', 'closed'),
  ('complaint', 'concede', 'seller', 'decided', 'closed'),
  ('complaint', 'close_by_time', 'system', 'decided', 'closed'),
  ('complaint', 'decide_appeal', 'staff', 'appealed', 'closed'),
  ('complaint', 'withdraw', 'buyer', 'open', 'closed'),
  ('complaint', 'withdraw', 'buyer', 'negotiating', 'closed'),
  ('complaint', 'withdraw', 'buyer', 'in_mediation', 'closed'),
  ('complaint', 'withdraw', 'buyer', 'decided', 'closed'),
  ('complaint', 'withdraw', 'buyer', 'appealed', 'closed'),
  -- What happens within a state.
  ('complaint', 'propose', 'buyer', 'negotiating', 'negotiating'),
  ('complaint', 'propose', 'seller', 'negotiating', 'negotiating'),
  ('complaint', 'refuse', 'buyer', 'negotiating', 'negotiating'),
  ('complaint', 'refuse', 'seller', 'negotiating', 'negotiating'),
  ('complaint', 'expire_proposal', 'system', 'negotiating', 'negotiating'),
  ('complaint', 'agree', 'buyer', 'negotiating', 'negotiating'),
  ('complaint', 'agree', 'seller', 'negotiating', 'negotiating'),
  ('complaint', 'fulfil', 'seller', 'negotiating', 'negotiating'),
  ('complaint', 'fulfil', 'seller', 'decided', 'decided'),
  ('complaint', 'add_file', 'buyer', 'open', 'open'),
  ('complaint', 'add_file', 'seller', 'open', 'open'),
  ('complaint', 'add_file', 'buyer', 'negotiating', 'negotiating'),
  ('complaint', 'add_file', 'seller', 'negotiating', 'negotiating'),
  ('complaint', 'add_file', 'buyer', 'in_mediation', 'in_mediation'),
  ('complaint', 'add_file', 'seller', 'in_mediation', 'in_mediation'),
  ('complaint', 'add_file', 'buyer', 'appealed', 'appealed'),
  ('complaint', 'add_file', 'seller', 'appealed', 'appealed'),
  ('complaint', 'remind', 'system', 'open', 'open'),
  ('complaint', 'take', 'staff', 'in_mediation', 'in_mediation'),
  ('complaint', 'take', 'staff', 'appealed', 'appealed'),
  ('complaint', 'ask_evidence', 'staff', 'in_mediation', 'in_mediation'),
  ('complaint', 'answer_request', 'buyer', 'in_mediation', 'in_mediation'),
  ('complaint', 'answer_request', 'seller', 'in_mediation', 'in_mediation'),
  ('complaint', 'lapse_request', 'system', 'in_mediation', 'in_mediation'),
  ('complaint', 'raise', 'system', 'in_mediation', 'in_mediation'),
  ('proposal', 'accept', 'other', 'open', 'accepted'),
  ('proposal', 'refuse', 'other', 'open', 'refused'),
  ('proposal', 'replace', 'author', 'open', 'replaced'),
  ('proposal', 'replace', 'system', 'open', 'replaced'),
  ('proposal', 'expire', 'system', 'open', 'expired');

create table complaints (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders,
  reason text not null check (reason in ('not_received', 'not_as_described', 'invalid_code', 'recovered',
    'incomplete', 'late', 'other')),
  -- What the buyer hopes for; binds nobody.
  wish text not null check (wish in ('full', 'partial', 'replacement', 'fix')),
  words text not null check (length(words) between 30 and 4000),
  state text not null default 'open'
    check (state in ('open', 'negotiating', 'in_mediation', 'decided', 'appealed', 'closed')),
  state_seq integer not null default 0,
  -- The one timer of the present state; none once only staff can move it, and none in the end.
  due_at timestamptz,
  due_event text check (due_event in ('remind_first', 'remind_last', 'presume_silent', 'mediate', 'promise', 'confirm',
    'raise', 'close')),
  opened_at timestamptz not null default market_now(),
  mediated_at timestamptz,
  decided_at timestamptz,
  closed_at timestamptz,
  -- Who of the team follows it, and since when only an admin may decide (R12).
  taken_by bigint references users,
  raised_at timestamptz,
  -- What was agreed or decided and takes time: a repair, or another unit by hand.
  promise_kind text check (promise_kind in ('fix', 'replacement')),
  promise_by timestamptz,
  fulfilled_at timestamptz,
  -- What it came to; binding once the state is closed.
  result text check (result in ('full', 'partial', 'replacement', 'release', 'split')),
  refund_cents bigint not null default 0 check (refund_cents between 0 and 10000000000),
  ending text check (ending in ('agreed', 'decided', 'appeal_decided', 'silence', 'withdrawn')),
  check ((due_at is null) = (due_event is null)),
  check (case when state in ('open', 'negotiating', 'decided') then due_at is not null
    when state in ('appealed', 'closed') then due_at is null else true end),
  check ((state = 'closed') = (closed_at is not null)),
  check ((state = 'closed') = (ending is not null)),
  check ((promise_kind is null) = (promise_by is null)),
  check (fulfilled_at is null or promise_kind is not null),
  -- No second complaint for the same reason, whatever became of the first (R11).
  constraint complaints_reason unique (order_id, reason)
);
create unique index complaints_one_open on complaints (order_id) where state <> 'closed';
create index complaints_due on complaints (due_at) where due_at is not null;
create index complaints_queue on complaints (mediated_at) where state in ('in_mediation', 'appealed');
revoke insert, update, delete, truncate on complaints from praca_app;
grant insert (order_id, reason, wish, words, due_at, due_event), update (taken_by, raised_at, promise_kind, promise_by,
  fulfilled_at) on complaints to praca_app;

create trigger complaints_state before update of state on complaints for each row
  when (new.state <> old.state) execute function guard_case_state('complaint');
create trigger complaints_closed before update on complaints for each row
  when (old.state = 'closed') execute function refuse_change();

-- The story, one row for every turn and act. Only steps that the machine knows can be told.
create table complaint_events (
  complaint_id bigint not null references complaints,
  seq integer not null check (seq >= 1),
  noun text not null generated always as ('complaint') stored,
  event text not null,
  from_state text not null,
  to_state text not null,
  actor text not null,
  actor_id bigint references users,
  -- What was said with it, to both sides.
  words text check (length(words) <= 4000),
  facts jsonb not null default '{}',
  at timestamptz not null,
  primary key (complaint_id, seq),
  foreign key (noun, from_state, to_state, event, actor)
    references case_transitions (noun, from_state, to_state, event, actor)
);
create trigger complaint_events_append_only before update or delete or truncate on complaint_events
  execute function refuse_change();
revoke insert, update, delete, truncate on complaint_events from praca_app;

-- The one way a complaint changes state: its row turns and its story grows, or, when it is elsewhere by now, 40001.
create function turn_complaint(about bigint, at_seq integer, happened text, was text, becomes text, moved_by text,
  mover bigint, moved_at timestamptz, rings_at timestamptz, rings_for text, said text, told jsonb, ends text,
  gives text, gives_cents bigint)
returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update public.complaints c set state = becomes, state_seq = at_seq + 1, due_at = rings_at, due_event = rings_for,
      mediated_at = case when becomes = 'in_mediation' and was <> becomes then moved_at else c.mediated_at end,
      decided_at = case when becomes = 'decided' and was <> becomes then moved_at else c.decided_at end,
      closed_at = case when becomes = 'closed' then moved_at end,
      ending = ends, result = coalesce(gives, c.result), refund_cents = coalesce(gives_cents, c.refund_cents)
    where c.id = about and c.state = was and c.state_seq = at_seq;
  if not found then
    raise exception 'complaint % is no longer % (seq %)', about, was, at_seq
      using errcode = '40001', constraint = 'complaint_event_stale';
  end if;
  insert into public.complaint_events (complaint_id, seq, event, from_state, to_state, actor, actor_id, words, facts, at)
    values (about, at_seq + 1, happened, was, becomes, moved_by, mover, said, told, moved_at);
end $$;
revoke execute on function turn_complaint(bigint, integer, text, text, text, text, bigint, timestamptz, timestamptz,
  text, text, jsonb, text, text, bigint) from public;
grant execute on function turn_complaint(bigint, integer, text, text, text, text, bigint, timestamptz, timestamptz,
  text, text, jsonb, text, text, bigint) to praca_app;

create table complaint_proposals (
  id bigint generated always as identity primary key,
  complaint_id bigint not null references complaints,
  side text not null check (side in ('buyer', 'seller')),
  kind text not null check (kind in ('full', 'partial', 'replacement', 'fix', 'keep')),
  -- What the buyer would get back, computed when it was made.
  refund_cents bigint not null check (refund_cents between 0 and 10000000000),
  percent smallint check (percent between 1 and 99),
  promise_by timestamptz,
  words text not null default '' check (length(words) <= 2000),
  state text not null default 'open' check (state in ('open', 'accepted', 'refused', 'replaced', 'expired')),
  due_at timestamptz,
  created_at timestamptz not null default market_now(),
  answered_at timestamptz,
  check ((state = 'open') = (due_at is not null)),
  check ((kind = 'partial') = (percent is not null)),
  check (kind in ('full', 'partial') or refund_cents = 0),
  check (kind <> 'fix' or promise_by is not null)
);
create unique index complaint_proposals_open on complaint_proposals (complaint_id, side) where state = 'open';
create index complaint_proposals_due on complaint_proposals (due_at) where due_at is not null;
create index complaint_proposals_of on complaint_proposals (complaint_id, id);
create trigger complaint_proposals_state before update of state on complaint_proposals for each row
  when (new.state <> old.state) execute function guard_case_state('proposal');
revoke insert, update, delete, truncate on complaint_proposals from praca_app;
grant insert (complaint_id, side, kind, refund_cents, percent, promise_by, words, due_at),
  update (state, due_at, answered_at) on complaint_proposals to praca_app;

-- What the team asks of one side, and by when (R06).
create table complaint_requests (
  id bigint generated always as identity primary key,
  complaint_id bigint not null references complaints,
  side text not null check (side in ('buyer', 'seller')),
  words text not null check (length(words) between 10 and 2000),
  asked_by bigint not null references users,
  asked_at timestamptz not null default market_now(),
  -- `lapse`: the side loses this point · `close`: a buyer who is still silent loses the complaint.
  due_at timestamptz,
  due_event text check (due_event in ('lapse', 'close')),
  answer text check (length(answer) <= 4000),
  answered_at timestamptz,
  lapsed_at timestamptz,
  check ((due_at is null) = (due_event is null)),
  check ((answer is null) = (answered_at is null)),
  check (due_event <> 'close' or side = 'buyer')
);
create index complaint_requests_of on complaint_requests (complaint_id, id);
create index complaint_requests_due on complaint_requests (due_at) where due_at is not null;
revoke insert, update, delete, truncate on complaint_requests from praca_app;
grant insert (complaint_id, side, words, asked_by, due_at, due_event),
  update (due_at, due_event, answer, answered_at, lapsed_at) on complaint_requests to praca_app;

-- Evidence (F46): private files, each with the SHA-256 of what is kept, and who opened it when.
create table complaint_files (
  id bigint generated always as identity primary key,
  complaint_id bigint not null references complaints,
  side text not null check (side in ('buyer', 'seller')),
  uploader_id bigint not null references users,
  name text not null check (length(name) between 1 and 120),
  kind text not null check (kind in ('image', 'pdf', 'text')),
  bytes integer not null check (bytes between 1 and 20971520),
  file_key text not null unique,
  content_hash bytea not null check (length(content_hash) = 32),
  created_at timestamptz not null default market_now()
);
create index complaint_files_of on complaint_files (complaint_id, id);
create trigger complaint_files_append_only before update or delete or truncate on complaint_files
  execute function refuse_change();
revoke insert, update, delete, truncate on complaint_files from praca_app;
grant insert (complaint_id, side, uploader_id, name, kind, bytes, file_key, content_hash) on complaint_files to praca_app;

create function guard_complaint_file() returns trigger language plpgsql as $$
begin
  if (select count(*) from public.complaint_files f where f.complaint_id = new.complaint_id and f.side = new.side) >= 10
    or not exists (select from public.complaints c join public.orders o on o.id = c.order_id
      where c.id = new.complaint_id and c.state <> 'closed'
        and new.uploader_id = case new.side when 'buyer' then o.buyer_id else o.seller_id end) then
    raise exception 'complaint % takes no such file', new.complaint_id
      using errcode = '23514', constraint = 'complaint_files_side';
  end if;
  return new;
end $$;
create trigger complaint_files_guard before insert on complaint_files
  for each row execute function guard_complaint_file();

create table complaint_file_views (
  id bigint generated always as identity primary key,
  file_id bigint not null references complaint_files,
  viewer_id bigint not null references users,
  viewer_is text not null check (viewer_is in ('buyer', 'seller', 'staff')),
  at timestamptz not null default market_now(),
  ip text not null
);
create index complaint_file_views_of on complaint_file_views (file_id, id);
create trigger complaint_file_views_append_only before update or delete or truncate on complaint_file_views
  execute function refuse_change();
revoke insert, update, delete, truncate on complaint_file_views from praca_app;
grant insert (file_id, viewer_id, viewer_is, ip) on complaint_file_views to praca_app;

-- What was decided, on what grounds, by which rule; nobody but the system where a deadline decided.
create table complaint_decisions (
  complaint_id bigint not null references complaints,
  instance text not null check (instance in ('first', 'appeal')),
  result text not null check (result in ('full', 'partial', 'replacement', 'release', 'split')),
  refund_cents bigint not null check (refund_cents between 0 and 10000000000),
  percent smallint check (percent between 1 and 99),
  grounds text not null check (length(grounds) between 30 and 4000),
  rule text not null check (length(rule) between 2 and 200),
  decided_by bigint references users,
  at timestamptz not null default market_now(),
  primary key (complaint_id, instance),
  check ((result = 'partial') = (percent is not null)),
  check (instance = 'first' or decided_by is not null)
);
create trigger complaint_decisions_append_only before update or delete or truncate on complaint_decisions
  execute function refuse_change();
revoke insert, update, delete, truncate on complaint_decisions from praca_app;
grant insert (complaint_id, instance, result, refund_cents, percent, grounds, rule, decided_by) on complaint_decisions
  to praca_app;

-- Nobody decides on what they bought or sold; an appeal is decided by an admin, and by another one (R09).
create function guard_complaint_decision() returns trigger language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
declare
  sale record;
  decider_role text;
begin
  -- At stake is what stays of the sale, with what the buyer's appeal left undisputed and has been given back.
  select o.buyer_id, o.seller_id, o.total_cents - o.refunded_cents + coalesce((select d.refund_cents
      from public.complaint_appeals a join public.complaint_decisions d on d.complaint_id = a.complaint_id
        and d.instance = 'first' where a.complaint_id = c.id and a.side = 'buyer'), 0) as at_stake into sale
    from public.complaints c join public.orders o on o.id = c.order_id where c.id = new.complaint_id;
  select u.role into decider_role from public.users u where u.id = new.decided_by;
  if new.decided_by in (sale.buyer_id, sale.seller_id) then
    raise exception 'a party cannot decide' using errcode = '23514', constraint = 'complaint_own_decision';
  end if;
  if new.decided_by is not null and decider_role not in ('support', 'admin')
    or new.instance = 'appeal' and decider_role <> 'admin' then
    raise exception '% cannot decide this', decider_role using errcode = '23514', constraint = 'complaint_decider_role';
  end if;
  if new.instance = 'appeal' and exists (select from public.complaint_decisions d
    where d.complaint_id = new.complaint_id and d.instance = 'first' and d.decided_by = new.decided_by) then
    raise exception 'an appeal is another admin''s' using errcode = '23514', constraint = 'complaint_other_admin';
  end if;
  if new.refund_cents > sale.at_stake or (new.result = 'full') <> (new.refund_cents = sale.at_stake)
    or new.result in ('replacement', 'release') and new.refund_cents <> 0
    or new.result in ('partial', 'split') and new.refund_cents = 0 then
    raise exception '% is not %', new.refund_cents, new.result
      using errcode = '23514', constraint = 'complaint_decision_amount';
  end if;
  return new;
end $$;
create trigger complaint_decisions_guard before insert on complaint_decisions
  for each row execute function guard_complaint_decision();

create table complaint_appeals (
  complaint_id bigint primary key references complaints,
  side text not null check (side in ('buyer', 'seller')),
  ground text not null check (ground in ('new_fact', 'error')),
  words text not null check (length(words) between 30 and 4000),
  at timestamptz not null default market_now()
);
create trigger complaint_appeals_append_only before update or delete or truncate on complaint_appeals
  execute function refuse_change();
revoke insert, update, delete, truncate on complaint_appeals from praca_app;
grant insert (complaint_id, side, ground, words) on complaint_appeals to praca_app;
