-- Limits of money decisions are sums over a window, per beneficiary and per decider (product §4.8, §4.10, §4.15, ADR 0075).

-- One row for each decision that let money go, written by triggers in the transaction of the decision.
create table money_decisions (
  id bigint generated always as identity primary key,
  -- What was decided, once: 'withdrawal:3', 'refund:9', 'receipt:4'.
  subject text not null constraint money_decisions_subject unique,
  -- Which limit it counts toward.
  kind text not null constraint money_decisions_kind check (kind = any
    ('{withdrawal,refund,refund_by_hand,receipt,complaint,forced_move,third_party}')),
  -- Of a refund only: what an order gave back is held against the limits together, whenever it was (ADR 0055).
  order_id bigint references orders,
  -- The first or only person; null where a rule decided.
  decider_id bigint references users,
  second_id bigint references users,
  amount_cents bigint not null constraint money_decisions_amount check (amount_cents > 0),
  decided_at timestamptz not null,
  constraint money_decisions_two_people check (second_id is null or (decider_id is not null and second_id <> decider_id))
);
create index money_decisions_decider on money_decisions (decider_id, kind, decided_at)
  include (amount_cents, second_id, order_id) where decider_id is not null;

-- Who received it: the account, and its documents and payout keys as hashes, so that two accounts of a person are one.
create table money_decision_people (
  decision_id bigint not null references money_decisions,
  key text not null constraint money_decision_people_key check (key ~ '^(user:[0-9]+|document:[0-9a-f]{64})$'),
  kind text not null,
  order_id bigint,
  amount_cents bigint not null,
  decided_at timestamptz not null,
  primary key (decision_id, key)
);
create index money_decision_people_sum on money_decision_people (key, kind, decided_at)
  include (decision_id, amount_cents, order_id);

revoke insert, update, delete, truncate on money_decisions, money_decision_people from praca_app;
create trigger money_decisions_append_only before update or delete or truncate on money_decisions
  execute function refuse_change();
create trigger money_decision_people_append_only before update or delete or truncate on money_decision_people
  execute function refuse_change();

-- A number of the rules in force, which may lack what later versions added.
create function rule_in_force(path text[], otherwise bigint) returns bigint language sql stable
set search_path = pg_catalog, pg_temp as $$
  select coalesce((select (rules #>> path)::bigint from public.rule_versions
    where starts_at <= public.market_now() order by starts_at desc, id desc limit 1), otherwise)
$$;

-- The keys of accounts and documents, sorted.
create function money_people(accounts bigint[], documents text[] default '{}') returns text[] language sql stable
set search_path = pg_catalog, pg_temp as $$
  select coalesce(array_agg(distinct key order by key), '{}') from (
    select 'user:' || id as key from unnest(accounts) id
    union all
    select 'document:' || encode(sha256(convert_to(d, 'UTF8')), 'hex') from (
      select unnest(documents) as d
      union all select u.cpf from public.users u where u.id = any (accounts)
      union all select u.cnpj from public.users u where u.id = any (accounts)) known
    where d <> '') keys
$$;

-- The keys of a side of an order. `payer`: the buyer, and whoever the bank named as payer.
create function money_people_of_order(about bigint, side text) returns text[] language sql stable
set search_path = pg_catalog, pg_temp as $$
  select public.money_people(
    case side when 'seller' then array[o.seller_id] when 'both' then array[o.buyer_id, o.seller_id]
      else array[o.buyer_id] end,
    case side when 'payer' then array(select p.payer_document from public.payments p
      where p.order_id = o.id and p.payer_document is not null) else '{}' end)
  from public.orders o where o.id = about
$$;

-- What the window already holds. `person_cents`: released to any of these people, by anybody. `alone_cents`: decided by
-- this person without a second. `first_cents`: the same, and what a second person confirmed.
create function money_decision_sums(about_kind text, decider bigint, people text[], apart_from_order bigint,
  out person_cents bigint, out alone_cents bigint, out first_cents bigint, out window_ms bigint)
language plpgsql stable set search_path = pg_catalog, pg_temp as $$
declare
  since timestamptz;
begin
  window_ms := public.rule_in_force('{moneyDecisions,windowMs}', 86400000);
  since := public.market_now() - window_ms * interval '1 millisecond';
  select coalesce(sum(d.amount_cents), 0) into person_cents from (
    select distinct on (p.decision_id) p.amount_cents from public.money_decision_people p
    where p.key = any (people) and p.kind = about_kind and p.decided_at > since
      and (apart_from_order is null or p.order_id is distinct from apart_from_order)) d;
  select coalesce(sum(d.amount_cents) filter (where d.second_id is null), 0), coalesce(sum(d.amount_cents), 0)
    into alone_cents, first_cents from public.money_decisions d
    where d.decider_id = decider and d.kind = about_kind and d.decided_at > since
      and (apart_from_order is null or d.order_id is distinct from apart_from_order);
end $$;

-- Locks the decider and the beneficiaries, in one order, until the transaction ends, and answers with their sums.
create function weigh_money_decision(about_kind text, decider bigint, people text[], apart_from_order bigint,
  out person_cents bigint, out alone_cents bigint, out first_cents bigint, out window_ms bigint)
language plpgsql volatile set search_path = pg_catalog, pg_temp as $$
declare
  name text;
begin
  -- What a rule lets go is posted, and refused there.
  if decider is not null and current_setting('transaction_isolation') = 'repeatable read' then
    raise exception 'a money decision must see what others wrote'
      using errcode = '25001', constraint = 'no_snapshot';
  end if;
  for name in select distinct key from unnest(people || coalesce(array['decider:' || decider], '{}')) key order by key loop
    perform pg_advisory_xact_lock(hashtextextended(name, 75));
  end loop;
  select * into person_cents, alone_cents, first_cents, window_ms
    from public.money_decision_sums(about_kind, decider, people, apart_from_order);
end $$;

-- Writes a decision and refuses it over a limit. `together`: what it weighs, with the rest of its order. A limit that
-- is null does not exist. `by_rule_cents`: the most that leaves without a person.
create function record_money_decision(about text, about_kind text, of_order bigint, decider bigint, second bigint,
  amount bigint, together bigint, people text[], support_cents bigint, two_people_cents bigint, by_rule_cents bigint)
returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  sums record;
  new_id bigint;
begin
  select * into sums from public.weigh_money_decision(about_kind, decider, people, of_order);
  if decider is null and sums.person_cents + together > by_rule_cents then
    raise exception '% of % needs a person: % in the window', about, together, sums.person_cents
      using errcode = '23514', constraint = 'money_decision_by_rule';
  end if;
  if second is null and greatest(sums.person_cents, sums.alone_cents) + together > two_people_cents
    and decider is not null then
    raise exception '% of % needs two people: % to the person, % by the decider', about, together, sums.person_cents,
      sums.alone_cents using errcode = '23514', constraint = 'money_decision_two_people';
  end if;
  if decider is not null and greatest(sums.person_cents, sums.first_cents) + together > support_cents
    and not exists (select from public.users u where u.id in (decider, second) and u.role = 'admin') then
    raise exception '% of % needs an admin', about, together
      using errcode = '23514', constraint = 'money_decision_role';
  end if;
  insert into public.money_decisions (subject, kind, order_id, decider_id, second_id, amount_cents, decided_at)
    values (about, about_kind, of_order, decider, second, amount, public.market_now()) returning id into new_id;
  insert into public.money_decision_people (decision_id, key, kind, order_id, amount_cents, decided_at)
    select new_id, key, about_kind, of_order, amount, public.market_now() from unnest(people) key;
end $$;

-- The first or only person, and the second: null when both are the same.
create function second_person(first bigint, last bigint, out decider bigint, out second bigint) language sql immutable as
  $$ select coalesce(first, last), case when first <> last then last end $$;

create function weigh_withdrawal() returns trigger language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
declare
  people record := public.second_person(new.first_by, new.decided_by);
begin
  perform public.record_money_decision('withdrawal:' || new.id, 'withdrawal', null, people.decider, people.second,
    new.amount_cents, new.amount_cents, public.money_people(array[new.user_id], array[new.pix_key]),
    public.rule_in_force('{withdrawal,supportLimitCents}', 200000),
    public.rule_in_force('{withdrawal,twoPeopleCents}', 500000), 0);
  return null;
end $$;
create trigger withdrawals_weighed after update of state on withdrawals for each row
  when (new.state = 'approved' and old.state <> 'approved') execute function weigh_withdrawal();

-- A refund counts when it may leave. What is sent by hand counts once more, for those who send it.
create function weigh_refund() returns trigger language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
declare
  people record := public.second_person(new.decided_by, new.seconded_by);
  together bigint;
begin
  select sum(r.amount_cents) into together from public.refunds r
    where r.order_id = new.order_id and r.state <> all ('{requested,held,rejected,used}');
  if new.state = 'completed' then
    perform public.record_money_decision('refund_by_hand:' || new.id, 'refund_by_hand', new.order_id, people.decider,
      people.second, new.amount_cents, together, public.money_people_of_order(new.order_id, 'payer'),
      public.rule_in_force('{refunds,supportLimitCents}', 50000), 0, 0);
    return null;
  end if;
  perform public.record_money_decision('refund:' || new.id, 'refund', new.order_id, people.decider, people.second,
    new.amount_cents, together, public.money_people_of_order(new.order_id, 'payer'),
    public.rule_in_force('{refunds,supportLimitCents}', 50000),
    public.rule_in_force('{refunds,twoPeopleCents}', 500000),
    public.rule_in_force('{refunds,automaticCents}', 100000));
  return null;
end $$;
create trigger refunds_weighed_at_birth after insert on refunds for each row
  when (new.state = 'approved') execute function weigh_refund();
create trigger refunds_weighed after update of state on refunds for each row
  when (new.state = 'approved' and old.state = any ('{requested,in_review,held}')
    or new.state = 'completed' and old.state = 'manual' and new.hand_end_to_end_id is not null)
  execute function weigh_refund();

-- Both sides gain by a payment that never came: one gets the goods, the other the money.
create function weigh_receipt() returns trigger language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
declare
  people record := public.second_person(
    case when old.bank_line_id = new.bank_line_id then old.proposed_by end, new.decided_by);
begin
  perform public.record_money_decision('receipt:' || new.id, 'receipt', null, people.decider, people.second,
    new.amount_cents, new.amount_cents, public.money_people_of_order(new.order_id, 'both'), null,
    public.rule_in_force('{receipts,twoPeopleAboveCents}', 100000), 0);
  return null;
end $$;
create trigger receipts_weighed after update of state on receipts for each row
  when (new.state = 'approved' and old.state <> 'approved') execute function weigh_receipt();

create function weigh_line_match() returns trigger language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
declare
  people record := public.second_person(new.proposed_by, new.decided_by);
  amount bigint;
begin
  select l.amount_cents into amount from public.bank_lines l where l.id = new.bank_line_id;
  perform public.record_money_decision('bank_line:' || new.bank_line_id, 'receipt', null, people.decider, people.second,
    amount, amount, public.money_people_of_order(new.order_id, 'both'), null,
    public.rule_in_force('{receipts,twoPeopleAboveCents}', 100000), 0);
  return null;
end $$;
create trigger line_matches_weighed_at_birth after insert on line_matches for each row
  when (new.decided_at is not null) execute function weigh_line_match();
create trigger line_matches_weighed after update of decided_at on line_matches for each row
  when (new.decided_at is not null and old.decided_at is null) execute function weigh_line_match();

-- Support decides up to its limit; whatever the result, the order's money goes to one side or the other.
create function weigh_complaint_decision() returns trigger language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
declare
  sale record;
begin
  select o.id, o.total_cents into sale from public.complaints c join public.orders o on o.id = c.order_id
    where c.id = new.complaint_id;
  perform public.record_money_decision('complaint:' || new.complaint_id, 'complaint', null, new.decided_by, null,
    sale.total_cents, sale.total_cents, public.money_people_of_order(sale.id, 'both'),
    public.rule_in_force('{complaints,supportLimitCents}', 50000), null, null);
  return null;
end $$;
create trigger complaint_decisions_weighed after insert on complaint_decisions for each row
  when (new.instance = 'first' and new.decided_by is not null) execute function weigh_complaint_decision();

create function forced_move_side(event text) returns text language sql immutable parallel safe
return case when event = any ('{force_delivery,force_conclusion}') then 'seller' else 'buyer' end;

create function weigh_forced_move() returns trigger language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
declare
  people record := public.second_person(new.asked_by, coalesce(new.approved_by, new.asked_by));
  total bigint;
begin
  select o.total_cents into total from public.orders o where o.id = new.order_id;
  perform public.record_money_decision('forced_move:' || new.id, 'forced_move', null, people.decider, people.second, total, total,
    public.money_people_of_order(new.order_id, public.forced_move_side(new.event)), 0,
    public.rule_in_force('{refunds,forcedAloneCents}', 50000), 0);
  return null;
end $$;
create trigger forced_moves_weighed after update of done_at on forced_moves for each row
  when (new.done_at is not null and old.done_at is null) execute function weigh_forced_move();

revoke execute on function record_money_decision(text, text, bigint, bigint, bigint, bigint, bigint, text[], bigint,
  bigint, bigint) from public;
