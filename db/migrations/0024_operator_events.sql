-- Commands of the operator (`npm run admin`) are in the audit log like decisions of the team, and sealed with them.
alter table events drop constraint events_actor_role_check,
  add constraint events_actor_role_check check (actor_role = any ('{anonymous,user,support,admin,system,operator}'));
drop index events_of_staff;
create index events_of_staff on events (id) include (actor_role, actor_id, subject_kind, subject_id)
  where actor_role in ('support', 'admin', 'operator');
