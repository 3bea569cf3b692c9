-- Refunds that people ask for and decide: cancellation of a started delivery (P14) and forced moves (P27). What a
-- person has to judge of a regret, a large refund or a Pix by hand stands in `refunds` itself.

create table cancellation_requests (
  -- One for an order: after a refusal the way is a complaint.
  order_id bigint primary key references orders,
  note text not null check (length(note) between 1 and 2000),
  -- lapsed: the seller said nothing in time, which is a yes · moot: the order moved on by itself.
  state text not null default 'open' check (state = any ('{open,accepted,refused,lapsed,moot}')),
  due_at timestamptz not null,
  created_at timestamptz not null default market_now(),
  answered_at timestamptz,
  answer_note text check (length(answer_note) <= 2000),
  check ((state = 'open') = (answered_at is null))
);
create index cancellation_requests_due on cancellation_requests (due_at) where state = 'open';
revoke insert, update, delete, truncate on cancellation_requests from praca_app;
grant insert (order_id, note, due_at), update (state, answered_at, answer_note) on cancellation_requests to praca_app;

create table forced_moves (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders,
  event text not null check (event = any
    ('{force_cancellation,force_delivery,force_conclusion,force_refund}')),
  reason text not null check (length(reason) between 1 and 2000),
  asked_by bigint not null references users,
  created_at timestamptz not null default market_now(),
  -- A second person, where the order is large enough to need one.
  approved_by bigint references users,
  done_at timestamptz,
  constraint forced_by_two check (approved_by <> asked_by)
);
create unique index forced_moves_waiting on forced_moves (order_id) where done_at is null;
revoke insert, update, delete, truncate on forced_moves from praca_app;
grant insert (order_id, event, reason, asked_by), update (approved_by, done_at) on forced_moves to praca_app;

-- A regret is asked for once.
create unique index refunds_one_regret on refunds (order_id) where reason = 'regret';

-- What no bank returns any more needs nobody's hand if its buyer prefers it as balance.
insert into case_transitions (noun, event, actor, from_state, to_state) values
  ('refund', 'keep_as_balance', 'buyer', 'manual', 'approved');
