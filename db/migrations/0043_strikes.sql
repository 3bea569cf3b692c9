-- Strikes (F55): what a person broke, as a row that expires, with what it brings until when. A suspension is that of the
-- account (`users.suspended_until`), which these rows explain.
create table strikes (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  broken_rule text not null constraint strikes_broken_rule check (broken_rule in ('off_platform', 'misleading_listing',
    'no_delivery', 'used_goods', 'prohibited_goods', 'fake_ratings', 'self_dealing', 'offence', 'false_claims', 'other')),
  reason text not null constraint strikes_reason check (length(reason) between 1 and 500),
  given_by bigint not null references users,
  given_at timestamptz not null default market_now(),
  -- Until when it counts; written by the trigger.
  expires_at timestamptz not null default market_now(),
  -- How many were in force with it.
  step integer not null constraint strikes_step check (step > 0),
  measure text not null constraint strikes_measure
    check (measure in ('warning', 'review', 'short_suspension', 'long_suspension', 'closing')),
  measure_until timestamptz,
  -- By an appeal.
  revoked_at timestamptz,
  revoked_by bigint references users,
  constraint strikes_not_own check (user_id <> given_by),
  constraint strikes_measure_ends check ((measure = 'warning') = (measure_until is null)),
  constraint strikes_measure_length check (measure_until <= given_at + interval '90 days'),
  constraint strikes_expire check (expires_at > given_at),
  constraint strikes_revoked check ((revoked_at is null) = (revoked_by is null)),
  constraint strikes_revoked_by_another check (revoked_by not in (user_id, given_by))
);
create index strikes_of_person on strikes (user_id, id desc);
create index strikes_by on strikes (given_by);
create trigger strikes_given before insert on strikes for each row execute function guard_strike();
create trigger strikes_changed before update on strikes for each row execute function guard_strike_change();
create trigger strikes_stay before delete or truncate on strikes execute function refuse_change();
revoke insert, update, delete on strikes from praca_app;
grant insert (user_id, broken_rule, reason, given_by, step, measure, measure_until) on strikes to praca_app;
grant update (step, measure, measure_until, revoked_at, revoked_by) on strikes to praca_app;

create trigger events_two_people_close before insert on events for each row
  when (new.kind = 'account.banned' and new.actor_id is not null) execute function guard_struck_closing();

insert into appeal_kinds (kind, affected, by_time) values ('account.strike_given', 'owner', false);
