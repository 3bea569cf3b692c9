-- What people do on a listing and a profile: questions with all their states, favourites, followed sellers, reports
-- (product §4.12, §4.14, §4.17, F11, F12, F14).

-- Questions ------------------------------------------------------------------------------------------------------

-- The table serves every noun by now; which ones there are is the domain's machines' to say.
alter table case_transitions drop constraint if exists case_transitions_noun_check;
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
  ('report', 'uphold', 'staff', 'open', 'upheld'),
  ('report', 'dismiss', 'staff', 'open', 'dismissed');

alter table questions
  -- Contact data was taken out; who does it again and again has the next question looked at first.
  add column masked boolean not null default false,
  -- Waits for staff before anybody sees it.
  add column held boolean not null default false,
  add constraint held_is_hidden check (not held or state in ('hidden', 'withdrawn')),
  add constraint answered_has_answer check (state <> 'answered' or (answer is not null and answered_at is not null));
create trigger questions_state before update of state on questions for each row
  when (new.state <> old.state) execute function guard_case_state('question');
create index questions_held on questions (id) where held and state = 'hidden';

-- Whose questions a seller does not take; nothing else is blocked by it.
create table question_blocks (
  seller_id bigint not null references users on delete cascade,
  asker_id bigint not null references users on delete cascade,
  created_at timestamptz not null default market_now(),
  primary key (seller_id, asker_id),
  check (seller_id <> asker_id)
);

-- Favourites -----------------------------------------------------------------------------------------------------

create table favorites (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  listing_id bigint not null references listings on delete cascade,
  -- What it cost when it was kept or when the person was last told of a drop.
  price_cents bigint not null check (price_cents > 0),
  created_at timestamptz not null default market_now(),
  unique (user_id, listing_id)
);
create index favorites_listing on favorites (listing_id);

-- Listings whose price may be news to somebody; the sweep tells them and takes the row away.
create table price_changes (
  listing_id bigint primary key references listings on delete cascade,
  at timestamptz not null default market_now()
);

-- Followed sellers -----------------------------------------------------------------------------------------------

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

-- Sellers with something new for their followers, told at `due_at` or as soon as the rules allow.
create table publications (
  seller_id bigint primary key references users on delete cascade,
  at timestamptz not null default market_now(),
  due_at timestamptz
);

-- Here and not in the commands, because a listing is published, priced and removed in many of them.
create function tell_of_listing() returns trigger language plpgsql as $$
begin
  if new.state = 'removed' then
    delete from public.favorites where listing_id = new.id;
    return null;
  end if;
  if new.state <> 'published' then return null; end if;
  if (new.price_cents is distinct from old.price_cents or old.state <> 'published')
    and exists (select from public.favorites where listing_id = new.id) then
    -- Touching the row waits for a sweep that is about to take it away.
    insert into public.price_changes (listing_id) values (new.id)
      on conflict (listing_id) do update set at = excluded.at;
  end if;
  if new.published_at is distinct from old.published_at
    and exists (select from public.follows where seller_id = new.seller_id) then
    insert into public.publications as p (seller_id) values (new.seller_id)
      on conflict (seller_id) do update set at = p.at;
  end if;
  return null;
end $$;
create trigger listings_news after update of state, price_cents, published_at on listings for each row
  when (new.state <> old.state or new.price_cents is distinct from old.price_cents
    or new.published_at is distinct from old.published_at)
  execute function tell_of_listing();

-- Reports --------------------------------------------------------------------------------------------------------

create table reports (
  id bigint generated always as identity primary key,
  protocol text not null unique check (protocol ~ '^D-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$'),
  reporter_id bigint not null references users,
  target_kind text not null check (target_kind in ('listing', 'user', 'question')),
  target_id bigint not null,
  reason text not null check (reason in ('fraud', 'forbidden_item', 'counterfeit', 'outside_deal', 'offensive',
    'personal_data', 'impersonation', 'spam', 'other')),
  text text not null default '' check (length(text) <= 1000),
  state text not null default 'open' check (state in ('open', 'upheld', 'dismissed')),
  -- Where it came from, as long as it is open: reports from one network count once.
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
create trigger reports_state before update of state on reports for each row
  when (new.state <> old.state) execute function guard_case_state('report');
revoke update, delete, truncate on reports from praca_app;
grant update (state, network, decided_by, decided_at, decision_note) on reports to praca_app;

-- Three independent reports put a listing up for checking (L09); staff take the flag off.
alter table listings add column flagged_at timestamptz;
