-- R08: each side that loses may appeal within its own time, and what it may still contest is held until then.
insert into case_transitions (noun, event, actor, from_state, to_state) values
  ('complaint', 'appeal', 'buyer', 'appealed', 'appealed'),
  ('complaint', 'appeal', 'seller', 'appealed', 'appealed'),
  ('complaint', 'waive', 'buyer', 'decided', 'decided'),
  ('complaint', 'waive', 'seller', 'decided', 'decided'),
  ('complaint', 'waive', 'buyer', 'appealed', 'appealed'),
  ('complaint', 'waive', 'seller', 'appealed', 'appealed'),
  ('complaint', 'close_appeals', 'system', 'appealed', 'appealed');

alter table complaint_appeals drop constraint complaint_appeals_pkey, add primary key (complaint_id, side);

alter table complaints
  -- Until when somebody may still appeal, and since when the appeals can be judged.
  add column appeals_end_at timestamptz,
  -- What it gave back before its end: the part that nobody contests.
  add column paid_cents bigint not null default 0,
  add check (paid_cents between 0 and 10000000000),
  drop constraint complaints_due_event_check,
  add constraint complaints_due_event_check check (due_event in ('remind_first', 'remind_last', 'presume_silent',
    'mediate', 'promise', 'confirm', 'raise', 'close', 'close_appeals')),
  drop constraint complaints_check1,
  add constraint complaints_timer check (case when state in ('open', 'negotiating', 'decided') then due_at is not null
    when state = 'appealed' then due_at is null or due_event = 'close_appeals' when state = 'closed' then due_at is null
    else true end);

-- A part that was given back on the buyer's appeal is gone, so the seller comes too late. Where the seller appealed
-- first nothing moved, and the buyer has the rest of their time.
alter table complaints disable trigger user;
update complaints c set paid_cents = d.refund_cents
from complaint_appeals a join complaint_decisions d on d.complaint_id = a.complaint_id and d.instance = 'first'
where a.complaint_id = c.id and a.side = 'buyer';
update complaints set appeals_end_at = due_at where state = 'decided';
update complaints c set appeals_end_at = a.at from complaint_appeals a where a.complaint_id = c.id;
update complaints c set appeals_end_at = t.ends, due_at = t.ends, due_event = 'close_appeals'
from (select d.id, d.decided_at
      + coalesce((v.rules #>> '{complaints,appealMs}')::bigint, 259200000) * interval '1 millisecond' as ends
    from complaints d join orders o on o.id = d.order_id join rule_versions v on v.id = o.rule_version_id
      join complaint_appeals a on a.complaint_id = d.id and a.side = 'seller'
    where d.state = 'appealed' and d.result in ('partial', 'replacement', 'split')) t
where t.id = c.id and t.ends > market_now();
alter table complaints enable trigger user;

-- As before; with it goes until when the losing sides may appeal.
create or replace function turn_complaint(about bigint, at_seq integer, happened text, was text, becomes text,
  moved_by text, mover bigint, moved_at timestamptz, rings_at timestamptz, rings_for text, said text, told jsonb,
  ends text, gives text, gives_cents bigint)
returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update public.complaints c set state = becomes, state_seq = at_seq + 1, due_at = rings_at, due_event = rings_for,
      mediated_at = case when becomes = 'in_mediation' and was <> becomes then moved_at else c.mediated_at end,
      decided_at = case when becomes = 'decided' and was <> becomes then moved_at else c.decided_at end,
      appeals_end_at = case when becomes = 'decided' and was <> becomes then rings_at
        when becomes = 'appealed' and rings_at is null then least(c.appeals_end_at, moved_at) else c.appeals_end_at end,
      closed_at = case when becomes = 'closed' then moved_at end,
      ending = ends, result = coalesce(gives, c.result), refund_cents = coalesce(gives_cents, c.refund_cents)
    where c.id = about and c.state = was and c.state_seq = at_seq;
  if not found then
    raise exception 'complaint % is no longer % (seq %)', about, was, at_seq
      using errcode = '40001', constraint = 'complaint_event_stale';
  end if;
  insert into public.complaint_events (complaint_id, seq, event, from_state, to_state, actor, actor_id, words, facts, at)
    values (about, at_seq + 1, happened, was, becomes, moved_by, mover, said, told, moved_at);
end $$;

-- Who appeals lost, has not accepted what was decided, and is in time.
create function guard_complaint_appeal() returns trigger language plpgsql as $$
declare
  about public.complaints := (select c from public.complaints c where c.id = new.complaint_id);
begin
  if about.state not in ('decided', 'appealed') or about.appeals_end_at <= public.market_now()
    or about.result = (case new.side when 'buyer' then 'full' else 'release' end)
    or exists (select from public.complaint_events e where e.complaint_id = about.id and e.event = 'waive'
      and e.actor = new.side) then
    raise exception 'the % of complaint % cannot appeal', new.side, about.id
      using errcode = '23514', constraint = 'complaint_appeal_open';
  end if;
  return new;
end $$;
create trigger complaint_appeals_guard before insert on complaint_appeals
  for each row execute function guard_complaint_appeal();

-- Before the end goes back only what was decided, once nobody can contest it any more.
create function guard_complaint_paid() returns trigger language plpgsql as $$
begin
  if old.paid_cents <> 0 or new.paid_cents <> new.refund_cents or new.state <> 'appealed' or new.due_at is not null
    or exists (select from public.complaint_appeals a where a.complaint_id = new.id and a.side = 'seller') then
    raise exception 'what complaint % gives back is contested', new.id
      using errcode = '23514', constraint = 'complaint_paid';
  end if;
  return new;
end $$;
create trigger complaints_paid before update of paid_cents on complaints for each row
  when (new.paid_cents <> old.paid_cents) execute function guard_complaint_paid();
grant update (paid_cents) on complaints to praca_app;

-- As before. Appeals are decided when nobody can add one, and what no appeal contests stands (R08, R09).
create or replace function guard_complaint_decision() returns trigger language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
declare
  about public.complaints := (select c from public.complaints c where c.id = new.complaint_id);
  sale record;
  decider_role text;
  contested text[];
  first public.complaint_decisions;
begin
  -- At stake is what stays of the sale, with what nobody contested and has been given back.
  select o.buyer_id, o.seller_id, o.total_cents - o.refunded_cents + about.paid_cents as at_stake into sale
    from public.orders o where o.id = about.order_id;
  select u.role into decider_role from public.users u where u.id = new.decided_by;
  if new.decided_by in (sale.buyer_id, sale.seller_id) then
    raise exception 'a party cannot decide' using errcode = '23514', constraint = 'complaint_own_decision';
  end if;
  if new.decided_by is not null and decider_role not in ('support', 'admin')
    or new.instance = 'appeal' and decider_role <> 'admin' then
    raise exception '% cannot decide this', decider_role using errcode = '23514', constraint = 'complaint_decider_role';
  end if;
  if new.refund_cents > sale.at_stake or (new.result = 'full') <> (new.refund_cents = sale.at_stake)
    or new.result in ('replacement', 'release') and new.refund_cents <> 0
    or new.result in ('partial', 'split') and new.refund_cents = 0 then
    raise exception '% is not %', new.refund_cents, new.result
      using errcode = '23514', constraint = 'complaint_decision_amount';
  end if;
  if new.instance = 'first' then return new; end if;
  select * into first from public.complaint_decisions d where d.complaint_id = about.id and d.instance = 'first';
  if first.decided_by = new.decided_by then
    raise exception 'an appeal is another admin''s' using errcode = '23514', constraint = 'complaint_other_admin';
  end if;
  if about.appeals_end_at > public.market_now() then
    raise exception 'complaint % may still be appealed', about.id
      using errcode = '23514', constraint = 'complaint_appeals_end';
  end if;
  contested := array(select a.side from public.complaint_appeals a where a.complaint_id = about.id);
  if not 'seller' = any (contested) and (new.refund_cents < first.refund_cents
      or first.result = 'replacement' and new.result = 'release')
    or not 'buyer' = any (contested) and new.refund_cents > first.refund_cents then
    raise exception 'nobody contests that part of %', first.refund_cents
      using errcode = '23514', constraint = 'complaint_uncontested';
  end if;
  return new;
end $$;
