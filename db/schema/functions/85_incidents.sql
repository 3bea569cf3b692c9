-- The time by which deadlines end: it stands still from the start of an incident until every deadline has been moved.
create or replace function deadline_now() returns timestamptz language plpgsql stable as $$
begin
  return least(public.market_now(),
    (select min(i.starts_at) from public.incidents i where i.applied_at is null));
end $$;

-- How much of the time since a moment was an incident, for deadlines that are computed from it.
create or replace function outage_since(moment timestamptz) returns interval language plpgsql stable as $$
begin
  return (select coalesce(sum(coalesce(i.ends_at, public.market_now()) - greatest(i.starts_at, moment)), interval '0')
    from public.incidents i where coalesce(i.ends_at, public.market_now()) > moment);
end $$;

create or replace function store_counted_from() returns trigger language plpgsql as $$
begin
  new.counted_from := public.market_now();
  return new;
end $$;

-- An incident begins neither in the future nor longer ago than the rules allow, ends once and not in the future, and is
-- applied after it has ended.
create or replace function guard_incident() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.ends_at > public.market_now() or tg_op = 'INSERT' and (new.applied_at is not null or new.declared_by is not null
    and new.starts_at < public.market_now()
      - public.rule_in_force('{incidents,backdateMs}', 86400000) * interval '1 millisecond') then
    raise exception 'incident from % to %', new.starts_at, new.ends_at
      using errcode = '23514', constraint = 'incident_time';
  end if;
  if tg_op = 'UPDATE' and (old.ends_at is not null and new.ends_at is distinct from old.ends_at
    or old.applied_at is not null) then
    raise exception 'incident % has ended', old.id using errcode = '23514', constraint = 'incident_ends_once';
  end if;
  return new;
end $$;
revoke execute on function guard_incident() from public;

-- Moves up to `most` deadlines of an incident that has ended, each by the time that the incident and the deadline had in
-- common, and once: afterwards a deadline counts from the incident's end. Rows that another transaction holds are left
-- for the next call, or waited for. Returns how many were moved.
create or replace function shift_deadlines(about bigint, most integer, waits boolean) returns integer
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  began timestamptz;
  ended timestamptz;
  kind record;
  moved integer;
  total integer := 0;
begin
  select starts_at, ends_at into began, ended from public.incidents where id = about and applied_at is null;
  if ended is null then return 0; end if;
  for kind in select * from (values
    ('orders', 'id', 'due_at', 'true', $x$, promised_at = case when t.state in ('paid', 'in_delivery') and t.delivery_type <> 'automatic'
        and coalesce(t.promised_at, t.paid_at + t.promised_hours * interval '1 hour') > $1
      then coalesce(t.promised_at, t.paid_at + t.promised_hours * interval '1 hour') + ($2 - greatest($1, t.paid_at))
      else t.promised_at end$x$),
    ('cancellation_requests', 'order_id', 'due_at', $x$t.state = 'open'$x$, ''),
    ('analyses', 'order_id', 'until', 't.ended_at is null', ''),
    ('payments', 'id', 'review_until', $x$t.state = 'in_review'$x$, ''),
    ('settlements', 'order_id', 'release_at', $x$t.state in ('pending_release', 'blocked')$x$, ''),
    ('complaints', 'id', 'due_at', 'true', $x$, appeals_end_at = case when t.appeals_end_at > $1
        then t.appeals_end_at + ($2 - greatest($1, t.counted_from)) else t.appeals_end_at end,
      promise_by = case when t.due_event = 'promise' and t.promise_by > $1
        then t.promise_by + ($2 - greatest($1, t.counted_from)) else t.promise_by end$x$),
    ('complaint_proposals', 'id', 'due_at', 'true', ''),
    ('complaint_requests', 'id', 'due_at', 'true', ''),
    ('returns', 'id', 'due_at', 'true', $x$, post_by = case when t.state = 'to_post' and t.post_by > $1
        then t.post_by + ($2 - greatest($1, t.opened_at)) else t.post_by end$x$),
    ('refunds', 'id', 'fund_at', $x$t.state = 'requested'$x$, ''),
    ('tickets', 'id', 'due_at', 'true', ''),
    ('rating_windows', 'order_id', 'closes_at', 't.closed_at is null', $x$, due_at = case when t.due_event = 'close'
        then t.due_at + ($2 - greatest($1, t.counted_from)) else t.due_at end$x$),
    ('listings', 'id', 'expires_at', $x$t.state in ('published', 'paused', 'sold_out')$x$, ''))
    as kinds (relation, key, deadline, running, others)
  loop
    execute format('with due as (select t.%2$I as key from public.%1$I t where %4$s and t.%3$I > $1
        and (t.counted_from is null or t.counted_from < $2) order by t.%2$I limit $3 for no key update %6$s)
      update public.%1$I t set %3$I = t.%3$I + ($2 - greatest($1, t.counted_from)), counted_from = $2 %5$s
      from due where t.%2$I = due.key', kind.relation, kind.key, kind.deadline, kind.running, kind.others,
      case when waits then '' else 'skip locked' end) using began, ended, most - total;
    get diagnostics moved = row_count;
    total := total + moved;
    exit when total >= most;
  end loop;
  return total;
end $$;
revoke execute on function shift_deadlines(bigint, integer, boolean) from public;
grant execute on function shift_deadlines(bigint, integer, boolean) to praca_app;

-- Marks an incident as applied, so that deadlines end again, when a last pass finds none to move, also among the team's
-- clocks, which the application moves by working time. A transaction that was open at the incident's end may still write a
-- deadline, so the last pass runs a minute after it. Returns whether it did.
create or replace function finish_incident(about bigint) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if public.shift_deadlines(about, 1000, true) > 0 then return false; end if;
  update public.incidents i set applied_at = public.market_now()
    where i.id = about and i.applied_at is null and i.ends_at <= public.market_now() - interval '1 minute'
      and not exists (select from public.ticket_clocks c where c.due_at > i.starts_at
        and (c.counted_from is null or c.counted_from < i.ends_at));
  return found;
end $$;
revoke execute on function finish_incident(bigint) from public;
grant execute on function finish_incident(bigint) to praca_app;
