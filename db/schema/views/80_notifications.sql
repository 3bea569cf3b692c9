-- A session that ends, in whatever way, closes its person's realtime connections: browsers reconnect at once and must
-- show a valid session (T68). Sent at commit, like everything published.
create or replace function publish_ended_sessions(people bigint[]) returns setof realtime_messages language sql as $$
  insert into realtime_messages (channels, event, data)
  select array['#praca-control'], 'reauthorize-user', to_json(person::text)::text from unnest(people) person
  returning * $$;
