-- The team's work: changes that need two people, limits of money decisions, queue claims, notes, tables and exports.

-- Changes that need two people: proposed by one admin, confirmed by another or, where there is only one, applied
-- after a wait.
create table staff_proposals (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('settings', 'role', 'credentials', 'level', 'receipt', 'page')),
  -- The user or the receipt; 1 for the installation.
  subject_id bigint not null check (subject_id > 0),
  -- Which service or page of the installation.
  subject_key text not null default '' check (length(subject_key) <= 60),
  payload jsonb not null check (length(payload::text) <= 300000),
  -- Secrets of a proposed account; deleted when the proposal ends.
  sealed bytea check (octet_length(sealed) <= 40000),
  reason text not null check (length(reason) between 1 and 500),
  proposed_by bigint not null references users,
  proposed_at timestamptz not null default market_now(),
  -- There was one active admin: nobody can confirm, so the change is delayed.
  alone boolean not null,
  takes_effect_at timestamptz,
  expires_at timestamptz not null,
  state text not null default 'pending' check (state in ('pending', 'applied', 'stopped', 'expired', 'outdated')),
  confirmed_by bigint references users,
  stopped_by bigint references users,
  stop_reason text check (length(stop_reason) <= 500),
  closed_at timestamptz,
  -- The transaction that may write the change.
  applied_in text,
  constraint staff_proposal_two_people check (confirmed_by <> proposed_by),
  constraint staff_proposal_wait check (alone = (takes_effect_at is not null)),
  constraint staff_proposal_times check (expires_at > coalesce(takes_effect_at, proposed_at)),
  constraint staff_proposal_closed check ((state = 'pending') = (closed_at is null)),
  constraint staff_proposal_applied check ((state = 'applied') = (applied_in is not null)),
  constraint staff_proposal_confirmed check ((state = 'applied' and not alone) = (confirmed_by is not null)),
  constraint staff_proposal_stopped check ((state = 'stopped') = (stopped_by is not null))
);
-- Several changes of settings may be pending; of anything else one at a time.
create unique index staff_proposals_one on staff_proposals (kind, subject_id, subject_key)
  where state = 'pending' and kind <> 'settings';
create index staff_proposals_pending on staff_proposals (id) where state = 'pending';
create trigger staff_proposals_not_deletable before delete or truncate on staff_proposals execute function refuse_change();
create trigger staff_proposals_open before insert on staff_proposals for each row execute function open_proposal();
create trigger staff_proposals_close before update on staff_proposals for each row execute function close_proposal();
revoke insert, update, delete on staff_proposals from praca_app;
grant insert (kind, subject_id, subject_key, payload, sealed, reason, proposed_by) on staff_proposals to praca_app;
grant update (state, confirmed_by, stopped_by, stop_reason) on staff_proposals to praca_app;

-- Limits of money decisions are sums over a window, per beneficiary and per decider (§4.8, §4.10, §4.15, ADR 0075).
-- One row for each decision that released money, written by triggers in the transaction of the decision.
create table money_decisions (
  id bigint generated always as identity primary key,
  -- What was decided, once: 'withdrawal:3', 'refund:9', 'receipt:4'.
  subject text not null constraint money_decisions_subject unique,
  -- Which limit it counts toward.
  kind text not null
    constraint money_decisions_kind check (kind = any
      ('{withdrawal,refund,refund_by_hand,receipt,complaint,forced_move,third_party}')),
  -- For refunds only: all refunds of an order count against the limits together, whenever they were (ADR 0055).
  order_id bigint references orders,
  -- The first or only person; null where a rule decided.
  decider_id bigint references users,
  second_id bigint references users,
  amount_cents bigint not null constraint money_decisions_amount check (amount_cents > 0),
  decided_at timestamptz not null,
  constraint money_decisions_two_people
    check (second_id is null or (decider_id is not null and second_id <> decider_id))
);
create index money_decisions_decider on money_decisions (decider_id, kind, decided_at)
  include (amount_cents, second_id, order_id) where decider_id is not null;
create trigger money_decisions_append_only before update or delete or truncate on money_decisions
  execute function refuse_change();
revoke insert, update, delete on money_decisions from praca_app;

-- The beneficiaries: the account, and its documents and payout keys as hashes, so that two accounts of one person
-- count together.
create table money_decision_people (
  decision_id bigint not null references money_decisions,
  key text not null constraint money_decision_people_key check (key ~ '^(user:[0-9]+|document:[0-9a-f]{64})$'),
  kind text not null,
  order_id bigint,
  amount_cents bigint not null,
  decided_at timestamptz not null,
  primary key (decision_id, key)
);
create index money_decision_people_sum on money_decision_people (key, kind, decided_at)
  include (decision_id, amount_cents, order_id);
create trigger money_decision_people_append_only before update or delete or truncate on money_decision_people
  execute function refuse_change();
revoke insert, update, delete on money_decision_people from praca_app;

-- Who of the team is working on an item. A claim expires by itself and may be taken over, but a
-- decision by somebody else is refused while it lasts.
create table queue_claims (
  queue text not null check (queue in ('reviews', 'withdrawals', 'refunds', 'complaints', 'receipts')),
  item_id bigint not null,
  holder_id bigint not null references users on delete cascade,
  since timestamptz not null default market_now(),
  until timestamptz not null check (until > since),
  primary key (queue, item_id)
);
create index queue_claims_until on queue_claims (until);
create index queue_claims_holder on queue_claims (holder_id);

-- The team's internal notes about a person or an order; `remind_at` brings one back to its author.
create table staff_notes (
  id bigint generated always as identity primary key,
  subject_kind text not null check (subject_kind in ('user', 'order')),
  subject_id bigint not null,
  author_id bigint not null references users,
  text text not null check (length(text) between 1 and 2000),
  created_at timestamptz not null default market_now(),
  remind_at timestamptz,
  reminded_at timestamptz
);
create index staff_notes_subject on staff_notes (subject_kind, subject_id, id desc);
create index staff_notes_due on staff_notes (remind_at) where remind_at is not null and reminded_at is null;
revoke update on staff_notes from praca_app;
grant update (reminded_at) on staff_notes to praca_app;

-- What a member of the team chose for a table: columns, density, saved views.
create table table_settings (
  user_id bigint not null references users on delete cascade,
  table_name text not null check (table_name ~ '^[a-z-]{1,40}$'),
  settings jsonb not null check (length(settings::text) <= 20000),
  primary key (user_id, table_name)
);

-- A list as a file: a job writes it, its author alone can download it, and it is deleted after a week.
create table table_exports (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  table_name text not null check (table_name ~ '^[a-z-]{1,40}$'),
  query jsonb not null,
  state text not null default 'requested' check (state in ('requested', 'ready', 'expired')),
  file_key text,
  row_count integer,
  created_at timestamptz not null default market_now(),
  expires_at timestamptz,
  check ((state = 'ready') = (file_key is not null))
);
create index table_exports_user on table_exports (user_id, id desc);
create index table_exports_ready on table_exports (expires_at) where state = 'ready';

-- Totals of a day in São Paulo, computed once (`countDays`).
create table day_totals (
  day date primary key,
  orders_placed integer not null,
  orders_paid integer not null,
  volume_cents bigint not null,
  revenue_cents bigint not null,
  released integer not null,
  release_seconds bigint not null,
  by_method jsonb not null,
  -- Whether the day was over when it was computed.
  final boolean not null
);
create index day_totals_open on day_totals (day) where not final;
