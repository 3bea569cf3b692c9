-- Questions, favourites, followed sellers and reports.

create table questions (
  id bigint generated always as identity primary key,
  listing_id bigint not null references listings,
  asker_id bigint not null references users,
  state text not null default 'pending' check (state in ('pending', 'answered', 'hidden', 'withdrawn', 'closed')),
  text text not null check (length(text) between 1 and 16000),
  answer text check (length(answer) between 1 and 32000),
  created_at timestamptz not null default market_now(),
  answered_at timestamptz,
  -- Contact data was masked; after several such questions the next one is reviewed first.
  masked boolean not null default false,
  -- Awaits a review by staff before anybody sees it.
  held boolean not null default false,
  constraint held_is_hidden check (not held or state in ('hidden', 'withdrawn')),
  constraint answered_has_answer check (state <> 'answered' or (answer is not null and answered_at is not null))
);
create index questions_listing on questions (listing_id, id desc);
-- A person's open and recent questions are counted before each new one.
create index questions_asker on questions (asker_id, created_at);
create index questions_held on questions (id) where held and state = 'hidden';
create trigger questions_state before update of state on questions for each row
  when (new.state <> old.state) execute function guard_case_state('question');

-- People whose questions a seller does not accept; nothing else is blocked by it.
create table question_blocks (
  seller_id bigint not null references users on delete cascade,
  asker_id bigint not null references users on delete cascade,
  created_at timestamptz not null default market_now(),
  primary key (seller_id, asker_id),
  check (seller_id <> asker_id)
);

create table favorites (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  listing_id bigint not null references listings on delete cascade,
  -- The price when it was saved, or when the person was last notified of a drop.
  price_cents bigint not null check (price_cents > 0),
  created_at timestamptz not null default market_now(),
  unique (user_id, listing_id)
);
create index favorites_listing on favorites (listing_id);

create table follows (
  id bigint generated always as identity primary key,
  follower_id bigint not null references users on delete cascade,
  seller_id bigint not null references users on delete cascade,
  told_at timestamptz,
  created_at timestamptz not null default market_now(),
  unique (follower_id, seller_id),
  check (follower_id <> seller_id)
);
create index follows_seller on follows (seller_id);

create table reports (
  id bigint generated always as identity primary key,
  protocol text not null unique check (protocol ~ '^D-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$'),
  reporter_id bigint not null references users,
  target_kind text not null check (target_kind in ('listing', 'user', 'question', 'rating', 'message')),
  target_id bigint not null,
  reason text not null
    check (reason in ('fraud', 'forbidden_item', 'counterfeit', 'outside_deal', 'offensive',
      'personal_data', 'impersonation', 'spam', 'other')),
  text text not null default '' check (length(text) <= 1000),
  state text not null default 'open' check (state in ('open', 'upheld', 'dismissed')),
  -- The reporter's network while the report is open: reports from one network count once.
  network text check (length(network) <= 60),
  decided_by bigint references users,
  decided_at timestamptz,
  decision_note text check (length(decision_note) <= 1000),
  created_at timestamptz not null default market_now(),
  check ((state = 'open') = (decided_at is null)),
  check (state = 'open' or network is null),
  check (decided_by is distinct from reporter_id)
);
create unique index reports_open on reports (reporter_id, target_kind, target_id) where state = 'open';
create index reports_target on reports (target_kind, target_id) where state = 'open';
create index reports_reporter on reports (reporter_id, id desc);
create index reports_by_state on reports (state, id);
create trigger reports_state before update of state on reports for each row
  when (new.state <> old.state) execute function guard_case_state('report');
revoke update, delete on reports from praca_app;
grant update (state, network, decided_by, decided_at, decision_note) on reports to praca_app;

-- `close` of hidden questions and `forget`: a removed listing takes its questions along (§4.12, L11).
insert into case_transitions (noun, event, actor, from_state, to_state) values
  ('question', 'answer', 'seller', 'pending', 'answered'),
  ('question', 'withdraw', 'asker', 'pending', 'withdrawn'),
  ('question', 'withdraw', 'asker', 'hidden', 'withdrawn'),
  ('question', 'hide', 'staff', 'pending', 'hidden'),
  ('question', 'hide', 'staff', 'answered', 'hidden'),
  ('question', 'show', 'staff', 'hidden', 'pending'),
  ('question', 'show_answered', 'staff', 'hidden', 'answered'),
  ('question', 'close', 'system', 'pending', 'closed'),
  ('question', 'forget', 'system', 'pending', 'withdrawn'),
  ('question', 'forget', 'system', 'hidden', 'withdrawn'),
  ('question', 'forget', 'system', 'closed', 'withdrawn'),
  ('question', 'close', 'system', 'hidden', 'closed');

insert into case_transitions (noun, event, actor, from_state, to_state) values
  ('report', 'uphold', 'staff', 'open', 'upheld'),
  ('report', 'dismiss', 'staff', 'open', 'dismissed');
