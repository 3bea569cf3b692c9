-- Up to which event the notifications are made. The relay reads on from here, so that an event is one row and not
-- also one that waits to be deleted.
create table event_relay (
  only_row boolean default true primary key check (only_row),
  last_event_id bigint not null check (last_event_id >= 0),
  -- Ranges of ids below it that were not visible yet, as {from, to, writers}: their transactions were open or were
  -- rolled back. `writers` are the transactions that were writing events when the range was first missed.
  missing jsonb not null default '[]'
) with (fillfactor = 50);
revoke insert, update, delete on event_relay from praca_app;
grant update (last_event_id, missing) on event_relay to praca_app;

-- No transaction may add to the outbox after it was read.
lock table events, event_outbox in share row exclusive mode;

-- What waited in the outbox is what the relay looks for first.
insert into event_relay (last_event_id, missing)
select coalesce((select max(id) from events), 0),
  coalesce((select jsonb_agg(jsonb_build_object('from', event_id, 'to', event_id, 'writers', '[]'::jsonb) order by event_id)
    from event_outbox), '[]');

drop view if exists money.breaks cascade;
drop table event_outbox;
