-- Complaints about an order: negotiation, mediation, decision and appeal.

create table complaints (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders,
  reason text not null
    check (reason in ('not_received', 'not_as_described', 'invalid_code', 'recovered',
      'incomplete', 'late', 'other')),
  -- What the buyer asks for; not binding.
  wish text not null check (wish in ('full', 'partial', 'replacement', 'fix')),
  words text not null check (length(words) between 1 and 64000),
  state text not null default 'open'
    check (state in ('open', 'negotiating', 'in_mediation', 'decided', 'appealed', 'closed')),
  state_seq integer not null default 0,
  -- The one timer of the current state; null while only staff can act, and in the end.
  due_at timestamptz,
  due_event text,
  opened_at timestamptz not null default market_now(),
  mediated_at timestamptz,
  decided_at timestamptz,
  closed_at timestamptz,
  -- Who of the team handles it, and since when only an admin may decide (R12).
  taken_by bigint references users,
  raised_at timestamptz,
  -- What was agreed or decided and takes time: a repair, or another unit by hand.
  promise_kind text check (promise_kind in ('fix', 'replacement')),
  promise_by timestamptz,
  fulfilled_at timestamptz,
  -- The result; binding once the complaint is closed.
  result text check (result in ('full', 'partial', 'replacement', 'release', 'split')),
  refund_cents bigint not null default 0 check (refund_cents between 0 and 10000000000),
  ending text,
  -- The end of the time to appeal; appeals are decided from then on.
  appeals_end_at timestamptz,
  -- What was refunded before its end: the uncontested part.
  paid_cents bigint not null default 0 check (paid_cents between 0 and 10000000000),
  check ((due_at is null) = (due_event is null)),
  constraint complaints_closed check ((state = 'closed') = (closed_at is not null)),
  constraint complaints_ended check ((state = 'closed') = (ending is not null)),
  constraint complaints_promise check ((promise_kind is null) = (promise_by is null)),
  constraint complaints_fulfilled check (fulfilled_at is null or promise_kind is not null),
  -- No second complaint for the same reason, whatever became of the first (R11).
  constraint complaints_reason unique (order_id, reason),
  check (ending in ('agreed', 'decided', 'appeal_decided', 'silence', 'withdrawn', 'forced', 'charged_back')),
  check (due_event in ('remind_first', 'remind_last', 'presume_silent',
    'mediate', 'promise', 'confirm', 'raise', 'close', 'close_appeals')),
  constraint complaints_timer check (case when state in ('open', 'negotiating', 'decided') then due_at is not null
    when state = 'appealed' then due_at is null or due_event = 'close_appeals' when state = 'closed' then due_at is null
    else true end)
);
create unique index complaints_one_open on complaints (order_id) where state <> 'closed';
create index complaints_due on complaints (due_at) where due_at is not null;
create index complaints_queue on complaints (mediated_at) where state in ('in_mediation', 'appealed');
create index complaints_by_state on complaints (state, closed_at, id);
create index complaints_waiting on complaints (state, coalesce(mediated_at, opened_at), id) where state <> 'closed';
create trigger complaints_state before update of state on complaints for each row
  when (new.state <> old.state) execute function guard_case_state('complaint');
create trigger complaints_closed before update on complaints for each row
  when (old.state = 'closed') execute function refuse_change();
create constraint trigger complaints_taker after update of taken_by, state on complaints deferrable initially deferred
  for each row when (new.taken_by is not null
    and (new.taken_by is distinct from old.taken_by or new.state <> old.state))
  execute function guard_case_handler();
create trigger complaints_paid before update of paid_cents on complaints for each row
  when (new.paid_cents <> old.paid_cents) execute function guard_complaint_paid();
create trigger complaints_paid_stand before update of state on complaints for each row
  when (new.state = 'closed' and old.state <> 'closed') execute function guard_paid_complaint();
revoke insert, update, delete on complaints from praca_app;
grant insert (order_id, reason, wish, words, due_at, due_event) on complaints to praca_app;
grant update (taken_by, raised_at, promise_kind, promise_by, fulfilled_at, paid_cents) on complaints to praca_app;

-- The history of a complaint: one row for each transition and act. Written by `transition_complaint` only.
create table complaint_events (
  complaint_id bigint not null references complaints,
  seq integer not null check (seq >= 1),
  noun text not null generated always as ('complaint') stored,
  event text not null,
  from_state text not null,
  to_state text not null,
  actor text not null,
  actor_id bigint references users,
  -- The text that came with it, visible to both sides.
  words text check (length(words) <= 64000),
  facts jsonb not null default '{}',
  at timestamptz not null,
  primary key (complaint_id, seq),
  foreign key (noun, from_state, to_state, event, actor)
    references case_transitions (noun, from_state, to_state, event, actor)
);
create trigger complaint_events_append_only before update or delete or truncate on complaint_events
  execute function refuse_change();
revoke insert, update, delete on complaint_events from praca_app;

create table complaint_proposals (
  id bigint generated always as identity primary key,
  complaint_id bigint not null references complaints,
  side text not null check (side in ('buyer', 'seller')),
  kind text not null check (kind in ('full', 'partial', 'replacement', 'fix', 'keep')),
  -- What the buyer would be refunded, computed when proposed.
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
revoke insert, update, delete on complaint_proposals from praca_app;
grant insert (complaint_id, side, kind, refund_cents, percent, promise_by, words, due_at)
  on complaint_proposals to praca_app;
grant update (state, due_at, answered_at) on complaint_proposals to praca_app;

-- What the team asks of one side, and by when (R06).
create table complaint_requests (
  id bigint generated always as identity primary key,
  complaint_id bigint not null references complaints,
  side text not null check (side in ('buyer', 'seller')),
  words text not null check (length(words) between 10 and 2000),
  asked_by bigint not null references users,
  asked_at timestamptz not null default market_now(),
  -- `lapse`: the side loses this point. `close`: a buyer who stays silent loses the complaint.
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
revoke insert, update, delete on complaint_requests from praca_app;
grant insert (complaint_id, side, words, asked_by, due_at, due_event) on complaint_requests to praca_app;
grant update (due_at, due_event, answer, answered_at, lapsed_at) on complaint_requests to praca_app;

-- Evidence (F46): private files, each with the SHA-256 of what is stored.
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
create trigger complaint_files_guard before insert on complaint_files
  for each row execute function guard_complaint_file();
revoke insert, update, delete on complaint_files from praca_app;
grant insert (complaint_id, side, uploader_id, name, kind, bytes, file_key, content_hash)
  on complaint_files to praca_app;

-- Who opened which evidence, when and from where.
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
revoke insert, update, delete on complaint_file_views from praca_app;
grant insert (file_id, viewer_id, viewer_is, ip) on complaint_file_views to praca_app;

-- What was decided, on what grounds and by which rule. `decided_by` is null where a deadline decided.
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
  -- R04, ADR 0072: a seller's silence refunds the buyer at once. A late appeal is then about what the guarantee fund
  -- pays the seller, and never about the buyer's refund.
  compensation_cents bigint not null default 0,
  -- How much of that the buyer owes, where the decision names abuse.
  buyer_debt_cents bigint not null default 0,
  primary key (complaint_id, instance),
  check ((result = 'partial') = (percent is not null)),
  check (instance = 'first' or decided_by is not null),
  constraint complaint_decisions_compensation check (compensation_cents between 0 and 10000000000
    and (instance = 'appeal' or compensation_cents = 0)),
  constraint complaint_decisions_debt check (buyer_debt_cents in (0, compensation_cents))
);
create trigger complaint_decisions_append_only before update or delete or truncate on complaint_decisions
  execute function refuse_change();
create trigger complaint_decisions_guard before insert on complaint_decisions
  for each row execute function guard_complaint_decision();
create trigger complaint_decisions_pay before insert on complaint_decisions
  for each row execute function guard_complaint_compensation();
create constraint trigger complaint_decisions_compensated after insert on complaint_decisions
  deferrable initially deferred for each row when (new.instance = 'appeal') execute function money.check_compensation();
create trigger complaint_decisions_recorded after insert on complaint_decisions for each row
  when (new.instance = 'first' and new.decided_by is not null) execute function record_complaint_decision();
revoke insert, update, delete on complaint_decisions from praca_app;
grant insert (complaint_id, instance, result, refund_cents, percent, grounds, rule, decided_by, compensation_cents,
  buyer_debt_cents) on complaint_decisions to praca_app;

create table complaint_appeals (
  complaint_id bigint references complaints,
  side text not null check (side in ('buyer', 'seller')),
  ground text not null check (ground in ('new_fact', 'error')),
  words text not null check (length(words) between 1 and 64000),
  at timestamptz not null default market_now(),
  primary key (complaint_id, side)
);
create trigger complaint_appeals_append_only before update or delete or truncate on complaint_appeals
  execute function refuse_change();
create trigger complaint_appeals_guard before insert on complaint_appeals
  for each row execute function guard_complaint_appeal();
revoke insert, update, delete on complaint_appeals from praca_app;
grant insert (complaint_id, side, ground, words) on complaint_appeals to praca_app;

-- `waive`: a losing side gives up its appeal; each side that lost may appeal within its own time (R08).
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
  ('complaint', 'end_by_force', 'staff', 'open', 'closed'),
  ('complaint', 'end_by_force', 'staff', 'negotiating', 'closed'),
  ('complaint', 'end_by_force', 'staff', 'in_mediation', 'closed'),
  ('complaint', 'end_by_force', 'staff', 'decided', 'closed'),
  ('complaint', 'end_by_force', 'staff', 'appealed', 'closed'),
  ('complaint', 'end_by_bank', 'system', 'open', 'closed'),
  ('complaint', 'end_by_bank', 'system', 'negotiating', 'closed'),
  ('complaint', 'end_by_bank', 'system', 'in_mediation', 'closed'),
  ('complaint', 'end_by_bank', 'system', 'decided', 'closed'),
  ('complaint', 'end_by_bank', 'system', 'appealed', 'closed'),
  ('complaint', 'appeal', 'buyer', 'appealed', 'appealed'),
  ('complaint', 'appeal', 'seller', 'appealed', 'appealed'),
  ('complaint', 'waive', 'buyer', 'decided', 'decided'),
  ('complaint', 'waive', 'seller', 'decided', 'decided'),
  ('complaint', 'waive', 'buyer', 'appealed', 'appealed'),
  ('complaint', 'waive', 'seller', 'appealed', 'appealed'),
  ('complaint', 'close_appeals', 'system', 'appealed', 'appealed');

insert into case_transitions (noun, event, actor, from_state, to_state) values
  ('proposal', 'accept', 'other', 'open', 'accepted'),
  ('proposal', 'refuse', 'other', 'open', 'refused'),
  ('proposal', 'replace', 'author', 'open', 'replaced'),
  ('proposal', 'replace', 'system', 'open', 'replaced'),
  ('proposal', 'expire', 'system', 'open', 'expired');
