-- What the team owes a ticket by when (product §4.11): the first answer, and an end. A clock runs (due_at), stands still
-- while the person is waited for (left_ms, of work), or was kept (met_at); one that is over is told of once.
create table ticket_clocks (
  ticket_id bigint not null references tickets on delete cascade,
  kind text not null check (kind in ('first_answer', 'solution')),
  due_at timestamptz,
  left_ms bigint check (left_ms >= 0),
  met_at timestamptz,
  overdue_told_at timestamptz,
  primary key (ticket_id, kind),
  constraint ticket_clocks_one_hand check (num_nonnulls(due_at, left_ms, met_at) = 1),
  -- Only the end of a ticket waits for its person: a question of the team is its first answer.
  constraint ticket_clocks_stop check (left_ms is null or kind = 'solution')
);
create index ticket_clocks_due on ticket_clocks (due_at) where overdue_told_at is null;
revoke insert, update, delete, truncate on ticket_clocks from praca_app;
grant insert (ticket_id, kind, due_at), update (due_at, left_ms, met_at, overdue_told_at) on ticket_clocks to praca_app;

-- A first answer is given once; that a clock was over is told once, until it begins anew.
create function guard_ticket_clock() returns trigger language plpgsql as $$
begin
  if old.kind = 'first_answer' and old.met_at is not null
    or old.overdue_told_at is not null and new.overdue_told_at is distinct from old.overdue_told_at
      and not (old.met_at is not null and new.overdue_told_at is null) then
    raise exception 'the clock of ticket % is over', old.ticket_id
      using errcode = '23514', constraint = 'ticket_clock_over';
  end if;
  return new;
end $$;
create trigger ticket_clocks_guard before update on ticket_clocks for each row execute function guard_ticket_clock();

-- Questions that wait already begin their clocks now; that the first has been answered stands in their messages.
insert into ticket_clocks (ticket_id, kind, due_at)
select id, 'first_answer', market_now() + interval '1 day' from tickets t where state = 'open'
  and not exists (select from ticket_messages m where m.ticket_id = t.id and m.author_side = 'staff');
insert into ticket_clocks (ticket_id, kind, due_at, left_ms)
select id, 'solution', case when state <> 'waiting_user' then market_now() + interval '3 days' end,
  case when state = 'waiting_user' then 18 * 3600000::bigint end
from tickets where state in ('open', 'in_progress', 'waiting_user');
