-- A declared outage of ours (N14). While one lasts no deadline ends (`deadline_now`), and its end moves each deadline that
-- ran meanwhile by what the two had in common (`shift_deadlines`), so none is counted twice: incidents do not overlap.
create table incidents (
  id bigint generated always as identity primary key,
  starts_at timestamptz not null,
  -- Null while it lasts.
  ends_at timestamptz,
  -- For the team, and for everyone.
  reason text not null constraint incidents_reason check (length(reason) between 1 and 500),
  words text not null constraint incidents_words check (length(words) between 1 and 300),
  -- Null where the server declared it after its own silence.
  declared_by bigint references users,
  declared_at timestamptz not null default market_now(),
  ended_by bigint references users,
  -- When every deadline had been moved.
  applied_at timestamptz,
  constraint incidents_time check (ends_at > starts_at and starts_at <= declared_at),
  constraint incidents_ended check (ended_by is null or ends_at is not null),
  constraint incidents_applied check (applied_at is null or applied_at >= ends_at),
  constraint incidents_apart exclude using gist (tstzrange(starts_at, ends_at) with &&)
);
create index incidents_pending on incidents (starts_at) where applied_at is null;
create trigger incidents_guarded before insert or update of ends_at, applied_at on incidents for each row
  execute function guard_incident();
create trigger incidents_kept before delete or truncate on incidents execute function refuse_change();
revoke insert, update, delete on incidents from praca_app;
grant select on incidents to praca_app;
grant insert (starts_at, ends_at, reason, words, declared_by, ended_by) on incidents to praca_app;
grant update (ends_at, ended_by) on incidents to praca_app;

-- The last sign of life of any process, by the machine's clock. A longer silence than the rules allow is an incident.
create table signs_of_life (
  id boolean primary key default true constraint signs_of_life_one check (id),
  seen_at timestamptz not null
);
revoke insert, update, delete on signs_of_life from praca_app;
grant select, insert, update on signs_of_life to praca_app;

-- Since when a deadline runs: what incidents took before is in it already. Null in rows of before.
alter table orders add column counted_from timestamptz;
alter table orders alter column counted_from set default market_now();
create trigger orders_counted_from before update of due_at on orders for each row
  when (new.due_at is distinct from old.due_at and new.counted_from is not distinct from old.counted_from)
  execute function store_counted_from();
alter table cancellation_requests add column counted_from timestamptz;
alter table cancellation_requests alter column counted_from set default market_now();
alter table analyses add column counted_from timestamptz;
alter table analyses alter column counted_from set default market_now();
alter table payments add column counted_from timestamptz;
create trigger payments_counted_from before update of review_until on payments for each row
  when (new.review_until is distinct from old.review_until and new.counted_from is not distinct from old.counted_from)
  execute function store_counted_from();
alter table settlements add column counted_from timestamptz;
create trigger settlements_counted_from before update of release_at on settlements for each row
  when (new.release_at is distinct from old.release_at and new.counted_from is not distinct from old.counted_from)
  execute function store_counted_from();
alter table complaints add column counted_from timestamptz;
alter table complaints alter column counted_from set default market_now();
create trigger complaints_counted_from before update of due_at on complaints for each row
  when (new.due_at is distinct from old.due_at and new.counted_from is not distinct from old.counted_from)
  execute function store_counted_from();
alter table complaint_proposals add column counted_from timestamptz;
alter table complaint_proposals alter column counted_from set default market_now();
alter table complaint_requests add column counted_from timestamptz;
alter table complaint_requests alter column counted_from set default market_now();
create trigger complaint_requests_counted_from before update of due_at on complaint_requests for each row
  when (new.due_at is distinct from old.due_at and new.counted_from is not distinct from old.counted_from)
  execute function store_counted_from();
alter table returns add column counted_from timestamptz;
alter table returns alter column counted_from set default market_now();
create trigger returns_counted_from before update of due_at on returns for each row
  when (new.due_at is distinct from old.due_at and new.counted_from is not distinct from old.counted_from)
  execute function store_counted_from();
alter table tickets add column counted_from timestamptz;
create trigger tickets_counted_from before update of due_at on tickets for each row
  when (new.due_at is distinct from old.due_at and new.counted_from is not distinct from old.counted_from)
  execute function store_counted_from();
alter table ticket_clocks add column counted_from timestamptz;
alter table ticket_clocks alter column counted_from set default market_now();
create trigger ticket_clocks_counted_from before update of due_at on ticket_clocks for each row
  when (new.due_at is distinct from old.due_at and new.counted_from is not distinct from old.counted_from)
  execute function store_counted_from();
grant update (counted_from) on ticket_clocks to praca_app;
alter table rating_windows add column counted_from timestamptz;
alter table rating_windows alter column counted_from set default market_now();
create trigger rating_windows_counted_from before update of closes_at on rating_windows for each row
  when (new.closes_at is distinct from old.closes_at and new.counted_from is not distinct from old.counted_from)
  execute function store_counted_from();
alter table listings add column counted_from timestamptz;
create trigger listings_counted_from before update of expires_at on listings for each row
  when (new.expires_at is distinct from old.expires_at and new.counted_from is not distinct from old.counted_from)
  execute function store_counted_from();
