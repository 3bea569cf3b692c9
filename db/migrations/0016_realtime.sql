-- Realtime between processes: what was published travels by NOTIFY and stands here for those who missed it; who is
-- where stands in tables that may be lost with the server, because every process tells them anew.

create table realtime_messages (
  id bigint generated always as identity primary key,
  channels text[] not null check (cardinality(channels) between 1 and 100),
  event text not null check (length(event) between 1 and 200),
  -- JSON text, as the protocol's double encoding wants it.
  data text not null check (length(data) <= 20000),
  except_socket text,
  created_at timestamptz not null default now()
);
create index realtime_messages_age on realtime_messages (created_at);

create unlogged table realtime_processes (
  id uuid primary key,
  beat_at timestamptz not null default now()
);

create unlogged table realtime_members (
  channel text not null,
  user_id text not null,
  process_id uuid not null references realtime_processes on delete cascade,
  socket_id text not null,
  user_info jsonb,
  primary key (channel, user_id, process_id, socket_id)
);
create index realtime_members_process on realtime_members (process_id);

create unlogged table realtime_counts (
  channel text not null,
  process_id uuid not null references realtime_processes on delete cascade,
  sockets integer not null check (sockets > 0),
  primary key (channel, process_id)
);

-- A session that ends, by whatever way, closes its person's open lines: browsers come back at once and must show a
-- session that still is one (T68). Told at commit, like everything published.
create function tell_ended_sessions(people bigint[]) returns setof realtime_messages language sql as $$
  insert into realtime_messages (channels, event, data)
  select array['#praca-control'], 'reauthorize-user', to_json(person::text)::text from unnest(people) person
  returning * $$;

create function close_lines_of_ended_sessions() returns trigger language plpgsql as $$
begin
  perform pg_notify('praca_realtime', jsonb_build_object('id', k.id, 'channels', k.channels, 'event', k.event,
    'data', k.data, 'except', null)::text) from tell_ended_sessions(array(select distinct user_id from gone)) k;
  return null;
end $$;

create trigger sessions_close_lines after delete on sessions referencing old table as gone
  for each statement execute function close_lines_of_ended_sessions();
