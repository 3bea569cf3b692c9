-- Two tickets about one thing become one: the other is over, says where it goes on, and keeps its words (product §4.11).
insert into case_transitions (noun, event, actor, from_state, to_state) values
  ('ticket', 'merge', 'staff', 'open', 'closed'),
  ('ticket', 'merge', 'staff', 'in_progress', 'closed'),
  ('ticket', 'merge', 'staff', 'waiting_user', 'closed');
alter table tickets
  add column merged_into_id bigint references tickets on delete set null,
  add constraint tickets_merged check (
    merged_into_id is null or merged_into_id <> id and state = 'closed' and resolution = 'duplicate');
create index tickets_merged_into on tickets (merged_into_id) where merged_into_id is not null;
grant update (merged_into_id) on tickets to praca_app;

-- It goes on with the same person, in what was not over then, and stays there.
create function guard_ticket_merge() returns trigger language plpgsql as $$
begin
  if old.merged_into_id is not null and new.merged_into_id is not null or new.merged_into_id is not null
    and not exists (select from public.tickets where id = new.merged_into_id and user_id = new.user_id
      and state not in ('resolved', 'closed')) then
    raise exception 'ticket % does not go on there', new.id using errcode = '23514', constraint = 'ticket_merge';
  end if;
  return new;
end $$;
create trigger tickets_merge before update of merged_into_id on tickets for each row
  when (new.merged_into_id is distinct from old.merged_into_id) execute function guard_ticket_merge();
