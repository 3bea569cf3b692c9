-- What of an event is sealed, the same in every session.
create or replace function sealed_part(e events) returns bytea language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select convert_to(jsonb_build_array(e.id, extract(epoch from e.at), e.kind, e.actor_id, e.actor_role,
    e.subject_kind, e.subject_id, e.data, e.ip)::text, 'UTF8')
$$;
revoke execute on function sealed_part(events) from public;
grant execute on function sealed_part(events) to praca_app;

-- Every decision of staff, of the operator and of the system with who, when, from where, before, after and why. A view of `events`,
-- which refuse every change and are written in the transaction they describe (`recordDecision` of server/events/events.ts).
create or replace view audit_log as
select id, at, kind, actor_id, actor_role, ip, subject_kind, subject_id, data -> 'before' as before,
  data -> 'after' as after, coalesce(data ->> 'reason', data ->> 'note', '') as reason
from events where actor_role in ('support', 'admin', 'operator', 'system');
revoke insert, update, delete on audit_log from praca_app;

-- Seals that do not fit their decision and the seal before. 1.5 s for 200,000.
create or replace view audit_faults as
select s.event_id, case
  when e.id is null then 'a decision is gone'
  when s.n <> coalesce(s.before, 0) + 1 then 'a seal is gone'
  else 'a decision is not what was sealed' end as fault
from (select n, event_id, hash, lag(n) over (order by n) as before, lag(hash) over (order by n) as hash_before
  from audit_seals) s
left join events e on e.id = s.event_id
where e.id is null or s.n <> coalesce(s.before, 0) + 1
  or s.hash <> sha256(coalesce(s.hash_before, ''::bytea) || sealed_part(e));
