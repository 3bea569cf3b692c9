-- R04: a seller's silence pays the buyer in the moment it is decided (decision 72). A late appeal of the seller is then
-- about what the guarantee fund pays the seller, and never about the buyer's refund.
alter table complaint_decisions
  -- What the guarantee fund pays the seller whose appeal against a paid decision succeeds.
  add column compensation_cents bigint not null default 0,
  -- How much of that the buyer owes, where the decision names abuse.
  add column buyer_debt_cents bigint not null default 0,
  add constraint complaint_decisions_compensation check (compensation_cents between 0 and 10000000000
    and (instance = 'appeal' or compensation_cents = 0)),
  add constraint complaint_decisions_debt check (buyer_debt_cents in (0, compensation_cents));
grant insert (compensation_cents, buyer_debt_cents) on complaint_decisions to praca_app;

-- Whether all that a complaint decided has been paid before its end.
create function complaint_paid_in_full(about public.complaints) returns boolean language sql immutable as $$
  select about.result = 'full' and about.paid_cents > 0 and about.paid_cents = about.refund_cents
$$;

-- Before the end goes back only what nobody can contest any more, or what silence decided.
create or replace function guard_complaint_paid() returns trigger language plpgsql as $$
declare
  silent boolean := new.state = 'decided' and new.result = 'full' and exists (select from public.complaint_events e
    where e.complaint_id = new.id and e.seq = new.state_seq and e.event = 'presume_silent');
begin
  if silent and old.paid_cents = 0 and new.paid_cents = new.refund_cents then return new; end if;
  if old.paid_cents <> 0 or new.paid_cents <> new.refund_cents or new.state <> 'appealed' or new.due_at is not null
    or exists (select from public.complaint_appeals a where a.complaint_id = new.id and a.side = 'seller') then
    raise exception 'what complaint % gives back is contested', new.id
      using errcode = '23514', constraint = 'complaint_paid';
  end if;
  return new;
end $$;

-- What has been paid in full is not given up any more, so that the seller keeps the appeal.
create function guard_paid_complaint() returns trigger language plpgsql as $$
begin
  if new.ending = 'withdrawn' and public.complaint_paid_in_full(old) then
    raise exception 'complaint % has been paid', new.id using errcode = '23514', constraint = 'complaint_paid_stands';
  end if;
  return new;
end $$;
create trigger complaints_paid_stand before update of state on complaints for each row
  when (new.state = 'closed' and old.state <> 'closed') execute function guard_paid_complaint();

-- As before, and after a payment by silence the seller gets from the fund what the sale would have left them, no more
-- and no less; another unit cannot be delivered any more.
create function guard_complaint_compensation() returns trigger language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
declare
  about public.complaints := (select c from public.complaints c where c.id = new.complaint_id);
  stays bigint;
  net bigint := 0;
begin
  if new.instance = 'appeal' and public.complaint_paid_in_full(about) then
    stays := about.paid_cents - new.refund_cents;
    select stays - money.commission_of(stays, o.commission_bps, o.min_commission_cents, o.max_commission_cents)
      into strict net from public.orders o where o.id = about.order_id;
    if new.result = 'replacement' then
      raise exception 'the order is over' using errcode = '23514', constraint = 'complaint_decision_amount';
    end if;
  end if;
  if new.compensation_cents <> net then
    raise exception '% is not what the seller would have got: %', new.compensation_cents, net
      using errcode = '23514', constraint = 'complaint_compensation';
  end if;
  return new;
end $$;
create trigger complaint_decisions_pay before insert on complaint_decisions
  for each row execute function guard_complaint_compensation();

insert into money.journal_kinds (kind, subject, key_form, takes_payment) values
  ('compensation', 'order', 'compensation:order:#', false);
insert into money.leg_rules (journal_kind, debit_kind, debit_case, credit_kind, credit_case, amount) values
  -- M10; money.compensation_fault holds both to the decision.
  ('compensation', 'guarantee_fund', 'platform', 'available', 'seller', 'share'),
  ('compensation', 'recoverable', 'buyer', 'guarantee_fund', 'platform', 'share');
create index journals_compensation on money.journals (order_id) where kind = 'compensation';

-- Whether what the fund paid for an order, and what its buyer owes for it, is what appeals decided; null if it is.
create function money.compensation_fault(subject_id bigint) returns text language plpgsql stable as $$
declare
  said record;
  done record;
begin
  select coalesce(sum(d.compensation_cents), 0) as pays, coalesce(sum(d.buyer_debt_cents), 0) as owes into said
    from public.complaint_decisions d join public.complaints c on c.id = d.complaint_id where c.order_id = subject_id;
  select coalesce(sum(t.amount) filter (where a.kind = 'guarantee_fund'), 0) as pays,
      coalesce(sum(t.amount) filter (where a.kind = 'recoverable'), 0) as owes into done
    from money.journals j join money.transfers t on t.journal_id = j.id join money.accounts a on a.id = t.debit_id
    where j.order_id = subject_id and j.kind = 'compensation';
  return case when done.pays <> said.pays then 'the fund paid another amount than was decided'
    when done.owes <> said.owes then 'the buyer owes another amount than was decided' end;
end $$;

create function money.tie_compensation() returns trigger language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
declare
  about bigint;
  fault text;
begin
  if tg_table_schema = 'money' then about := new.order_id;
  else about := (select c.order_id from public.complaints c where c.id = new.complaint_id);
  end if;
  fault := money.compensation_fault(about);
  if fault is not null then
    raise exception 'order %: %', about, fault using errcode = '23514', constraint = 'compensation_tie';
  end if;
  return null;
end $$;
create constraint trigger journals_compensated after insert on money.journals deferrable initially deferred
  for each row when (new.kind = 'compensation') execute function money.tie_compensation();
create constraint trigger complaint_decisions_compensated after insert on complaint_decisions
  deferrable initially deferred for each row when (new.instance = 'appeal') execute function money.tie_compensation();

-- The daily look at the books sees it too.
do $$
begin
  execute 'create or replace view money.breaks as ' || rtrim(pg_get_viewdef('money.breaks'), '; ' || chr(10)) || $view$
    union all
    select 'I4', 'order', told.order_id, told.fault from (
      select sale.order_id, money.compensation_fault(sale.order_id) as fault from (
        select c.order_id from public.complaint_decisions d join public.complaints c on c.id = d.complaint_id
          where d.compensation_cents > 0
        union select j.order_id from money.journals j where j.kind = 'compensation') sale) told
    where told.fault is not null$view$;
end $$;
