-- What people do to an order by hand: an admin's move ends the complaint it takes the order out of and may be taken
-- back while it waits (P27), and its buyer may change the link of its page.

insert into case_transitions (noun, event, actor, from_state, to_state) values
  ('complaint', 'end_by_force', 'staff', 'open', 'closed'),
  ('complaint', 'end_by_force', 'staff', 'negotiating', 'closed'),
  ('complaint', 'end_by_force', 'staff', 'in_mediation', 'closed'),
  ('complaint', 'end_by_force', 'staff', 'decided', 'closed'),
  ('complaint', 'end_by_force', 'staff', 'appealed', 'closed');
alter table complaints drop constraint complaints_ending_check,
  add constraint complaints_ending_check
    check (ending in ('agreed', 'decided', 'appeal_decided', 'silence', 'withdrawn', 'forced'));

alter table forced_moves
  add dropped_by bigint references users,
  add dropped_at timestamptz,
  add constraint forced_or_dropped check ((dropped_by is null) = (dropped_at is null)
    and (dropped_at is null or done_at is null));
grant update (dropped_by, dropped_at) on forced_moves to praca_app;
drop index forced_moves_waiting;
create unique index forced_moves_waiting on forced_moves (order_id) where done_at is null and dropped_at is null;

grant update (hash) on orders to praca_app;
