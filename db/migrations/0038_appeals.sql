-- Appeals against decisions of staff (N04): each decision about a person is kept with the people who took it and the
-- time until which the person may appeal, once; another person of the team decides.

-- Which kinds of events are decisions that can be appealed. `affected`: how the person is found. `by_time`: an appeal that
-- the team leaves undecided ends in the person's favour, because nobody else loses by it. Equal to domain/, which a test
-- compares.
create table appeal_kinds (
  kind text primary key,
  affected text not null
    constraint appeal_kinds_affected check (affected in ('owner', 'buyer', 'seller', 'rater', 'writer')),
  by_time boolean not null default false
);
revoke insert, update, delete on appeal_kinds from praca_app;
insert into appeal_kinds (kind, affected, by_time) values
  ('listing.rejected', 'owner', true),
  ('listing.changes_requested', 'owner', true),
  ('listing.suspended', 'owner', false),
  ('listing.paused_by_staff', 'owner', false),
  ('listing.removed_by_staff', 'owner', false),
  ('revision.rejected', 'owner', true),
  ('revision.changes_requested', 'owner', true),
  ('account.restricted', 'owner', false),
  ('account.suspended', 'owner', false),
  ('account.banned', 'owner', false),
  ('account.level_withdrawn', 'owner', false),
  ('account.trust_withdrawn', 'owner', false),
  ('withdrawal.rejected', 'owner', true),
  ('receipt.rejected', 'buyer', false),
  ('rating.removed', 'rater', false),
  ('question.hidden', 'owner', false),
  ('conversation.kept_back', 'writer', false),
  ('conversation.removed', 'writer', false),
  ('order.counting_decided', 'seller', false);

-- A row for each such decision, written with its event by a trigger and never changed.
create table appealable_decisions (
  event_id bigint primary key references events,
  kind text not null references appeal_kinds,
  person_id bigint not null references users,
  -- Who took it: none of them decides its appeal.
  deciders bigint[] not null constraint appealable_decisions_deciders check (cardinality(deciders) > 0),
  decided_at timestamptz not null,
  appeal_until timestamptz not null,
  constraint appealable_decisions_not_own check (person_id <> all (deciders)),
  constraint appealable_decisions_time check (appeal_until > decided_at)
);
create index appealable_decisions_person on appealable_decisions (person_id, event_id desc);
create index appealable_decisions_time_taken on appealable_decisions (decided_at);
create trigger appealable_decisions_append_only before update or delete or truncate on appealable_decisions
  execute function refuse_change();
revoke insert, update, delete on appealable_decisions from praca_app;

create table appeals (
  id bigint generated always as identity primary key,
  decision_id bigint not null constraint appeals_once unique references appealable_decisions,
  appellant_id bigint not null references users,
  words text not null constraint appeals_words check (length(words) between 1 and 2000),
  state text not null default 'open' constraint appeals_state check (state in ('open', 'upheld', 'overturned')),
  created_at timestamptz not null default market_now(),
  decide_by timestamptz not null default market_now(),
  -- When it went to the admins because the time was over.
  escalated_at timestamptz,
  -- Null where the time decided.
  decided_by bigint references users,
  decided_at timestamptz,
  reason text constraint appeals_reason check (length(reason) between 1 and 1000),
  -- Whether an overturned decision could be undone, and what could not.
  undone boolean,
  remainder text constraint appeals_remainder check (length(remainder) between 1 and 500),
  constraint appeals_decided check ((state = 'open') = (decided_at is null) and (decided_at is null) = (reason is null)
    and (decided_by is null or decided_at is not null)),
  constraint appeals_not_own check (decided_by <> appellant_id),
  constraint appeals_undone check (undone is null or state = 'overturned'),
  constraint appeals_remainder_of_undone check (remainder is null or undone is not null)
);
create index appeals_queue on appeals (decide_by) where state = 'open';
create trigger appeals_opened before insert on appeals for each row execute function guard_appeal();
create trigger appeals_decided before update on appeals for each row execute function guard_appeal_decision();
create trigger appeals_stay before delete or truncate on appeals execute function refuse_change();
revoke insert, update, delete on appeals from praca_app;
grant insert (decision_id, appellant_id, words) on appeals to praca_app;
grant update (state, escalated_at, decided_by, decided_at, reason, undone, remainder) on appeals to praca_app;

create trigger events_appealable after insert on events for each row
  when (new.actor_role in ('support', 'admin')) execute function note_appealable_decision();

-- An overturned decision brings back what was final until now.
create or replace trigger ratings_stay_removed before update of removed_at, removed_for on ratings for each row
  when (old.removed_at is not null
    and (new.removed_at, new.removed_for) is distinct from (old.removed_at, old.removed_for))
  execute function guard_rating_return();
create or replace trigger sale_contests_decided_once before update on sale_contests for each row
  when (old.state <> 'pending') execute function guard_contest_again();
insert into listing_transitions (from_state, to_state, actor, event) values
  ('rejected', 'in_review', 'staff', 'reopen'),
  ('rejected', 'in_review', 'system', 'reopen'),
  ('changes_requested', 'in_review', 'staff', 'reopen'),
  ('changes_requested', 'in_review', 'system', 'reopen');
