-- The only way a complaint changes state: its row changes and `complaint_events` grows; fails with 40001 when the
-- complaint has moved meanwhile. A decision stores until when the losing sides may appeal.
create or replace function transition_complaint(about bigint, at_seq integer, happened text, was text, becomes text,
  moved_by text, mover bigint, moved_at timestamptz, rings_at timestamptz, rings_for text, said text, told jsonb,
  ends text, gives text, gives_cents bigint)
returns void language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update public.complaints c set state = becomes, state_seq = at_seq + 1, due_at = rings_at, due_event = rings_for,
      mediated_at = case when becomes = 'in_mediation' and was <> becomes then moved_at else c.mediated_at end,
      decided_at = case when becomes = 'decided' and was <> becomes then moved_at else c.decided_at end,
      appeals_end_at = case when becomes = 'decided' and was <> becomes then rings_at
        when becomes = 'appealed' and rings_for is distinct from 'close_appeals' then least(c.appeals_end_at, moved_at, public.deadline_now()) else c.appeals_end_at end,
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
revoke execute on function transition_complaint(bigint, integer, text, text, text, text, bigint, timestamptz, timestamptz, text, text, jsonb, text, text, bigint)
  from public;
grant execute on function transition_complaint(bigint, integer, text, text, text, text, bigint, timestamptz, timestamptz, text, text, jsonb, text, text, bigint)
  to praca_app;

-- A party to an open complaint uploads at most ten files.
create or replace function guard_complaint_file() returns trigger language plpgsql as $$
begin
  if (select count(*) from public.complaint_files f where f.complaint_id = new.complaint_id and f.side = new.side) >= 10
    or not exists (select from public.complaints c join public.orders o on o.id = c.order_id
      where c.id = new.complaint_id and c.state <> 'closed'
        and new.uploader_id = case new.side when 'buyer' then o.buyer_id else o.seller_id end) then
    raise exception 'complaint % takes no such file', new.complaint_id
      using errcode = '23514', constraint = 'complaint_files_side';
  end if;
  return new;
end $$;

-- A person cannot decide about an own purchase or sale. An appeal is decided by an admin who did not decide first, after
-- the time to appeal, and the uncontested part of the decision stays (R08, R09).
create or replace function guard_complaint_decision() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
declare
  about public.complaints := (select c from public.complaints c where c.id = new.complaint_id);
  sale record;
  decider_role text;
  contested text[];
  first public.complaint_decisions;
begin
  -- At stake is the unrefunded part of the sale plus the uncontested part that was already refunded.
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
  if new.refund_cents > sale.at_stake or (new.result in ('full', 'return')) <> (new.refund_cents = sale.at_stake)
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
  if about.appeals_end_at > public.deadline_now() then
    raise exception 'complaint % may still be appealed', about.id
      using errcode = '23514', constraint = 'complaint_appeals_end';
  end if;
  contested := array(select a.side from public.complaint_appeals a where a.complaint_id = about.id);
  if not 'seller' = any (contested) and (new.refund_cents < first.refund_cents
      or first.result = 'replacement' and new.result = 'release')
    or not 'buyer' = any (contested) and (new.refund_cents > first.refund_cents
      or first.result = 'return' and new.result = 'full') then
    raise exception 'nobody contests that part of %', first.refund_cents
      using errcode = '23514', constraint = 'complaint_uncontested';
  end if;
  return new;
end $$;

-- Who appeals lost, has not waived the appeal, and is in time.
create or replace function guard_complaint_appeal() returns trigger language plpgsql as $$
declare
  about public.complaints := (select c from public.complaints c where c.id = new.complaint_id);
begin
  if about.state not in ('decided', 'appealed') or about.appeals_end_at <= public.deadline_now()
    or about.result = any (case new.side when 'buyer' then '{full,return}'::text[] else '{release}' end)
    or exists (select from public.complaint_events e where e.complaint_id = about.id and e.event = 'waive'
      and e.actor = new.side) then
    raise exception 'the % of complaint % cannot appeal', new.side, about.id
      using errcode = '23514', constraint = 'complaint_appeal_open';
  end if;
  return new;
end $$;

-- Before its end a complaint refunds only what can no longer be contested, or what a seller's silence decided.
create or replace function guard_complaint_paid() returns trigger language plpgsql as $$
declare
  silent boolean := new.state = 'decided' and new.result = 'full' and exists (select from public.complaint_events e
    where e.complaint_id = new.id and e.seq = new.state_seq and e.event = 'presume_silent');
begin
  if silent and old.paid_cents = 0 and new.paid_cents = new.refund_cents then return new; end if;
  if old.paid_cents <> 0 or new.paid_cents <> new.refund_cents or new.state <> 'appealed' or new.due_event = 'close_appeals'
    or exists (select from public.complaint_appeals a where a.complaint_id = new.id and a.side = 'seller') then
    raise exception 'what complaint % gives back is contested', new.id
      using errcode = '23514', constraint = 'complaint_paid';
  end if;
  return new;
end $$;

-- A complaint that was refunded in full is not withdrawn, so that the seller can still appeal.
create or replace function guard_paid_complaint() returns trigger language plpgsql as $$
begin
  if new.ending = 'withdrawn' and public.complaint_paid_in_full(old) then
    raise exception 'complaint % has been paid', new.id using errcode = '23514', constraint = 'complaint_paid_stands';
  end if;
  return new;
end $$;

-- After a refund by silence, an appeal that succeeds pays the seller from the fund exactly what the sale would have
-- left them; a replacement can no longer be delivered.
create or replace function guard_complaint_compensation() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
declare
  about public.complaints := (select c from public.complaints c where c.id = new.complaint_id);
  stays bigint;
  net bigint := 0;
begin
  if new.instance = 'appeal' and public.complaint_paid_in_full(about) then
    stays := about.paid_cents - new.refund_cents;
    select stays - o.label_cents - money.commission_of(greatest(stays - o.freight_cents, 0), o.commission_bps,
        o.min_commission_cents, o.max_commission_cents)
      into strict net from public.orders o where o.id = about.order_id;
    if new.result in ('replacement', 'return') then
      raise exception 'the order is over' using errcode = '23514', constraint = 'complaint_decision_amount';
    end if;
  end if;
  if new.compensation_cents <> net then
    raise exception '% is not what the seller would have got: %', new.compensation_cents, net
      using errcode = '23514', constraint = 'complaint_compensation';
  end if;
  return new;
end $$;

-- Support decides up to its limit; whatever the result, the order's money goes to one side or the other.
create or replace function record_complaint_decision() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
declare
  sale record;
begin
  select o.id, o.total_cents into sale from public.complaints c join public.orders o on o.id = c.order_id
    where c.id = new.complaint_id;
  perform public.record_money_decision('complaint:' || new.complaint_id, 'complaint', null, new.decided_by, null,
    sale.total_cents, sale.total_cents, public.beneficiary_keys_of_order(sale.id, 'both'),
    public.rule_in_force('{complaints,supportLimitCents}', 50000), null, null);
  return null;
end $$;
