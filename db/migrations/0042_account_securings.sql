-- N13: while the buyer of an account secures it, the time to confirm stands still: the order's timer has the whole pause
-- from the start, and the end of the securing takes what is left of it off again.
create table account_securings (
  order_id bigint primary key references orders,
  started_at timestamptz not null,
  until timestamptz not null,
  steps text[] not null default '{}'
    constraint account_securings_steps check (steps <@ '{password,email,phone,two_step,sessions,recovery}'::text[]),
  outcome text constraint account_securings_outcome check (outcome in ('done', 'declined')),
  ended_at timestamptz,
  constraint account_securings_pause check (until > started_at and until <= started_at + interval '48 hours'),
  constraint account_securings_ended check ((ended_at is null) = (outcome is null) and ended_at >= started_at),
  constraint account_securings_done check (outcome is distinct from 'done'
    or steps @> '{password,email,phone,two_step,sessions,recovery}'::text[])
);
create trigger account_securings_end_once before update on account_securings for each row
  when (old.ended_at is not null and new.started_at = old.started_at) execute function refuse_change();
create trigger account_securings_end after update of ended_at on account_securings for each row
  when (old.ended_at is null and new.ended_at is not null) execute function end_account_securing();
revoke insert, update, delete on account_securings from praca_app;
grant insert (order_id, started_at, until) on account_securings to praca_app;
grant update (started_at, until, steps, outcome, ended_at) on account_securings to praca_app;
