-- Whoever has a ticket writes to a person who waits, or it goes back to its queue; and how people found the service
-- (product §4.11).
alter table tickets
  -- Until when whoever has it may be silent.
  add column assignee_due_at timestamptz,
  -- When a person who has not rated it is asked to.
  add column rating_due_at timestamptz,
  add constraint tickets_assignee_turn check (
    assignee_due_at is null or assignee_id is not null and state = 'in_progress'),
  add constraint tickets_rating_asked check (rating_due_at is null or state in ('resolved', 'closed'));
create index tickets_assignee_due on tickets (assignee_due_at) where assignee_due_at is not null;
create index tickets_rating_due on tickets (rating_due_at) where rating_due_at is not null;
grant update (assignee_due_at, rating_due_at) on tickets to praca_app;

create table ticket_ratings (
  ticket_id bigint primary key references tickets on delete cascade,
  score smallint not null check (score between 1 and 5),
  comment text not null check (length(comment) <= 500),
  rated_at timestamptz not null default market_now()
);
create index ticket_ratings_rated on ticket_ratings (rated_at);
revoke insert, update, delete, truncate on ticket_ratings from praca_app;
grant insert (ticket_id, score, comment), update (score, comment, rated_at) on ticket_ratings to praca_app;

-- What is not over has no rating yet.
create function guard_ticket_rating() returns trigger language plpgsql as $$
begin
  if not exists (select from public.tickets where id = new.ticket_id and state in ('resolved', 'closed')) then
    raise exception 'ticket % is not over', new.ticket_id using errcode = '23514', constraint = 'ticket_rating_over';
  end if;
  return new;
end $$;
create trigger ticket_ratings_guard before insert or update on ticket_ratings for each row
  execute function guard_ticket_rating();
