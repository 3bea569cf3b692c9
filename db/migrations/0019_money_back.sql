-- The money's way back: every row of product §4.2 after payment, refunds out of wherever the money stands (M4–M6),
-- blocks (M7), payment and refund by balance (M1, M8), what the platform pays itself (M10). docs/money.md.

-- The fee a sale was made at -----------------------------------------------------------------------------

create function money.share_of(amount bigint, bps bigint) returns bigint language sql immutable parallel safe as
  $$ select (amount * bps * 2 + 10000) / 20000 $$;
-- What the platform keeps of an amount: domain/ledger/fees.ts says the same.
create function money.commission_of(amount bigint, bps integer, at_least integer, at_most integer)
returns bigint language sql immutable parallel safe as
  $$ select least(greatest((amount * bps * 2 + 10000) / 20000, at_least), at_most, amount) $$;
revoke execute on function money.share_of(bigint, bigint), money.commission_of(bigint, integer, integer, integer)
  from public;
grant execute on function money.share_of(bigint, bigint), money.commission_of(bigint, integer, integer, integer)
  to praca_app;

-- The rule itself stays with the order, so that PostgreSQL can tell the commission of any part of it.
alter table orders add commission_bps integer, add min_commission_cents integer, add max_commission_cents integer,
  add guarantee_bps integer;
update orders o set
  commission_bps = (f.fee ->> 'commissionBps')::integer, guarantee_bps = (f.fee ->> 'guaranteeBps')::integer,
  min_commission_cents = (f.fee ->> 'minCommissionCents')::integer,
  max_commission_cents = (f.fee ->> 'maxCommissionCents')::integer
from (select x.id, r.rules -> 'plans' -> v.plan as fee from orders x
  join rule_versions r on r.id = x.rule_version_id join listing_versions v on v.id = x.listing_version_id) f
where f.id = o.id;
alter table orders alter commission_bps set not null, alter min_commission_cents set not null,
  alter max_commission_cents set not null, alter guarantee_bps set not null,
  add constraint orders_commission_by_rule check (commission_cents =
    money.commission_of(total_cents, commission_bps, min_commission_cents, max_commission_cents)),
  add constraint orders_guarantee_by_rule check (guarantee_cents =
    least(money.share_of(total_cents, guarantee_bps), commission_cents));

-- What refunds took out of the sale, so that whoever holds the row knows what stays; money.order_fault holds it to the
-- books.
alter table orders add refunded_cents bigint not null default 0,
  add constraint orders_refunded check (refunded_cents between 0 and total_cents);
update orders o set refunded_cents = x.cents from (select j.order_id, sum(t.amount) as cents
  from money.journals j join money.transfers t on t.journal_id = j.id
  where j.kind = 'refund' group by j.order_id) x where x.order_id = o.id;
grant update (refunded_cents) on orders to praca_app;

-- What a complaint interrupted: the state and how long its timer still had.
alter table orders add state_before text, add stopped_event text, add stopped_ms bigint,
  add constraint orders_stopped check ((state = 'in_complaint') = (state_before is not null));
grant insert (commission_bps, min_commission_cents, max_commission_cents, guarantee_bps) on orders to praca_app;

-- States -------------------------------------------------------------------------------------------------

-- A complaint may concern a sale before its conclusion (money held) or after it (nothing held).
alter table order_states drop constraint order_states_escrow_rule_check,
  add constraint order_states_escrow_rule_check check (escrow_rule = any ('{empty,held,any}'));
update order_states set escrow_rule = 'any' where state = 'in_complaint';

insert into order_transitions (event, actor, from_state, to_state) values
  ('review_payment', 'buyer', 'awaiting_payment', 'payment_in_review'),
  ('review_payment', 'system', 'awaiting_payment', 'payment_in_review'),
  ('reopen_payment', 'staff', 'payment_in_review', 'awaiting_payment'),
  ('reopen_payment', 'system', 'payment_in_review', 'awaiting_payment'),
  ('refuse_payment', 'staff', 'payment_in_review', 'cancelled'),
  ('refuse_payment', 'system', 'payment_in_review', 'cancelled'),
  ('expire', 'system', 'payment_in_review', 'expired'),
  ('cancel_agreed', 'seller', 'in_delivery', 'cancelled'),
  ('cancel_agreed', 'system', 'in_delivery', 'cancelled'),
  ('complain_late', 'buyer', 'in_delivery', 'in_complaint'),
  ('complain', 'buyer', 'delivered', 'in_complaint'),
  ('complain_concluded', 'buyer', 'completed', 'in_complaint'),
  ('resume_delivery', 'system', 'in_complaint', 'in_delivery'),
  ('resume_confirmation', 'system', 'in_complaint', 'delivered'),
  ('resume_conclusion', 'system', 'in_complaint', 'completed'),
  ('uphold_sale', 'system', 'in_complaint', 'completed'),
  ('refund_complaint', 'system', 'in_complaint', 'refunded'),
  ('settle_complaint', 'system', 'in_complaint', 'completed'),
  ('regret', 'buyer', 'delivered', 'refunded'),
  ('regret', 'buyer', 'completed', 'refunded'),
  ('regret', 'staff', 'delivered', 'refunded'),
  ('regret', 'staff', 'completed', 'refunded'),
  ('refund_sale', 'seller', 'delivered', 'refunded'),
  ('refund_sale', 'seller', 'completed', 'refunded'),
  ('force_cancellation', 'staff', 'awaiting_payment', 'cancelled'),
  ('force_cancellation', 'staff', 'payment_in_review', 'cancelled'),
  ('force_cancellation', 'staff', 'paid', 'cancelled'),
  ('force_cancellation', 'staff', 'in_delivery', 'cancelled'),
  ('force_delivery', 'staff', 'in_delivery', 'delivered'),
  ('force_conclusion', 'staff', 'delivered', 'completed'),
  ('force_conclusion', 'staff', 'in_complaint', 'completed'),
  ('force_refund', 'staff', 'delivered', 'refunded'),
  ('force_refund', 'staff', 'in_complaint', 'refunded');

insert into case_transitions (noun, event, actor, from_state, to_state) values
  ('refund', 'approve', 'staff', 'requested', 'approved'),
  ('refund', 'approve', 'staff', 'in_review', 'approved'),
  ('refund', 'reject', 'staff', 'requested', 'rejected'),
  ('refund', 'pay_by_hand', 'staff', 'manual', 'completed'),
  ('refund', 'need_hand', 'system', 'approved', 'manual'),
  ('settlement', 'block', 'system', 'in_escrow', 'blocked'),
  ('settlement', 'block', 'system', 'pending_release', 'blocked'),
  ('settlement', 'block', 'system', 'released', 'blocked'),
  ('settlement', 'return_to_escrow', 'system', 'blocked', 'in_escrow'),
  ('settlement', 'return_to_pending', 'system', 'blocked', 'pending_release'),
  ('settlement', 'return_to_released', 'system', 'blocked', 'released'),
  ('settlement', 'reverse', 'system', 'pending_release', 'reversed'),
  ('settlement', 'reverse', 'system', 'released', 'reversed'),
  ('settlement', 'reverse', 'system', 'blocked', 'reversed');

-- As before, and a complaint stops the clock: it remembers the state and what its timer still had. The instant of
-- conclusion outlives a complaint that gives the order back.
create or replace function turn_order(about bigint, at_seq integer, events text[], states text[], moved_by text,
  mover bigint, moved_at timestamptz, rings_at timestamptz, rings_for text, note text)
returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  last_state text := states[cardinality(events) + 1];
  closes boolean := last_state in ('completed', 'refunded', 'cancelled', 'expired');
  stops boolean := last_state = 'in_complaint';
begin
  update public.orders o set state = last_state, state_seq = at_seq + cardinality(events),
      due_at = rings_at, due_event = rings_for,
      paid_at = case when 'paid' = any (states[2:]) then moved_at else o.paid_at end,
      started_at = case when last_state = 'in_delivery' and not o.state = 'in_complaint' then moved_at
        else o.started_at end,
      delivered_at = case when last_state = 'delivered' and not o.state = 'in_complaint' then moved_at
        else o.delivered_at end,
      delivery_note = case when last_state = 'delivered' and not o.state = 'in_complaint' then note
        else o.delivery_note end,
      closed_at = case when stops then o.closed_at
        when last_state = 'completed' then coalesce(o.closed_at, moved_at) when closes then moved_at end,
      cancel_reason = case when closes then note end,
      state_before = case when stops then states[cardinality(events)] end,
      stopped_event = case when stops then o.due_event end,
      stopped_ms = case when stops then
        greatest(extract(epoch from o.due_at - moved_at) * 1000, 0)::bigint end
    where o.id = about and o.state = states[1] and o.state_seq = at_seq;
  if not found then
    raise exception 'order % is no longer % (seq %)', about, states[1], at_seq
      using errcode = '40001', constraint = 'order_event_stale';
  end if;
  insert into public.order_events (order_id, seq, event, from_state, to_state, actor, actor_id, at)
    select about, at_seq + n, events[n], states[n], states[n + 1], moved_by, mover, moved_at
    from generate_subscripts(events, 1) n;
end $$;

-- Refunds and blocks -------------------------------------------------------------------------------------

-- requested: asked for and not owed yet · in_review: owed, and waits for a person before it leaves.
alter table refunds drop constraint refunds_state_check,
  add constraint refunds_state_check check (state = any
    ('{requested,in_review,approved,processing,completed,failed,manual,rejected}')),
  add destination text not null default 'original',
  add constraint refunds_destination check (destination = any ('{original,balance}')),
  -- What the refund does to its order, for one that is decided later.
  add event text,
  -- Whose money it is: the sale's, the platform's own (M10), or what arrived and belongs to no sale.
  add source text not null default 'sale',
  add constraint refunds_source check (source = any ('{sale,platform,arrival}')),
  add asked_by bigint references users,
  add note text check (length(note) <= 2000),
  add decided_by bigint references users,
  add decided_at timestamptz,
  add decision_note text check (length(decision_note) <= 2000),
  add seconded_by bigint references users,
  add seconded_at timestamptz,
  -- The bank's id of a Pix that a person sent by hand.
  add hand_end_to_end_id text unique,
  add constraint refunds_two_people check (seconded_by <> decided_by);
update refunds r set source = 'arrival' where exists (select from money.journals j
  where j.key = 'refund:' || r.id || ':received');
grant insert (state, destination, event, source, asked_by, note),
  update (destination, decided_by, decided_at, decision_note, seconded_by, seconded_at, hand_end_to_end_id)
  on refunds to praca_app;
create trigger refunds_born before insert on refunds for each row
  when (new.state <> all ('{requested,in_review,approved}')) execute function refuse_change();
create index refunds_queue on refunds (id) where state = any ('{requested,in_review,manual}');

-- One row each time a sale's money is stopped. What was still held needs no moving: its settlement's state stops it.
-- What had been released goes from the seller's balance into the order's own blocked account.
create table sale_blocks (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders,
  from_state text not null check (from_state = any ('{in_escrow,pending_release,released}')),
  amount_cents bigint not null check (amount_cents >= 0 and (amount_cents = 0 or from_state = 'released')),
  created_at timestamptz not null default market_now(),
  lifted_at timestamptz
);
create unique index sale_blocks_open on sale_blocks (order_id) where lifted_at is null;
revoke insert, update, delete, truncate on sale_blocks from praca_app;
grant insert (order_id, from_state, amount_cents), update (lifted_at) on sale_blocks to praca_app;

-- What arrives has a bank's id, except out of a balance of ours.
alter table payments drop constraint received_has_bank_id,
  add constraint received_has_bank_id check (method = 'balance' and end_to_end_id is null
    or method <> 'balance' and (received_cents > 0) = (end_to_end_id is not null));

-- Journals -----------------------------------------------------------------------------------------------

-- Blocked money is kept per order, so that one sale's block can never free another's.
update money.account_kinds set owner = 'order' where kind = 'blocked';

alter table money.journal_kinds drop constraint journal_kinds_subject_check,
  add constraint journal_kinds_subject_check check (subject = any ('{order,refund,withdrawal,block}'));
insert into money.journal_kinds (kind, subject, key_form, takes_payment) values
  ('refund_platform', 'refund', 'refund:#:platform', false),
  ('block', 'block', 'block:#', false),
  ('unblock', 'block', 'block:#:lifted', false);
alter table money.journals add block_id bigint;
create index journals_refund on money.journals (order_id) where kind = any ('{refund,refund_platform}');

alter table money.leg_rules drop constraint leg_rules_debit_case_check, drop constraint leg_rules_credit_case_check,
  drop constraint leg_rules_amount_check,
  add constraint leg_rules_debit_case_check
    check (debit_case = any ('{platform,order,seller,buyer,refund,withdrawal,holder}')),
  add constraint leg_rules_credit_case_check
    check (credit_case = any ('{platform,order,seller,buyer,refund,withdrawal,holder}')),
  -- half: at most half of what came in, or of what was asked · block: the block's · drained: nothing stays now.
  add constraint leg_rules_amount_check check (amount = any
    ('{total,emptied,refund,withdrawal,payout,fee,share,half,block,drained}'));
insert into money.leg_rules (journal_kind, debit_kind, debit_case, credit_kind, credit_case, amount) values
  -- M1 out of the buyer's balance; money.order_fault holds the sum to the total.
  ('capture', 'available', 'buyer', 'escrow', 'order', 'share'),
  ('capture', 'purchase_credit', 'buyer', 'escrow', 'order', 'share'),
  -- M5 and M6; money.order_fault holds each part to the rule of the order's fee.
  ('refund', 'pending_release', 'order', 'refund_due', 'refund', 'share'),
  ('refund', 'blocked', 'order', 'refund_due', 'refund', 'share'),
  ('refund', 'available', 'seller', 'refund_due', 'refund', 'share'),
  ('refund', 'recoverable', 'seller', 'refund_due', 'refund', 'share'),
  ('refund', 'commission_revenue', 'platform', 'refund_due', 'refund', 'share'),
  ('refund', 'guarantee_fund', 'platform', 'commission_revenue', 'platform', 'share'),
  ('refund_platform', 'guarantee_fund', 'platform', 'refund_due', 'refund', 'refund'),
  ('refund_paid', 'refund_due', 'refund', 'purchase_credit', 'buyer', 'refund'),
  ('block', 'available', 'seller', 'blocked', 'order', 'block'),
  ('unblock', 'blocked', 'order', 'available', 'seller', 'drained'),
  ('release', 'available', 'seller', 'recoverable', 'seller', 'half'),
  ('withdrawal_asked', 'purchase_credit', 'holder', 'withdrawal_in_transit', 'withdrawal', 'share'),
  ('withdrawal_asked', 'available', 'holder', 'recoverable', 'holder', 'half');
-- Together with the purchase credit; money.withdrawal_fault holds the sum.
update money.leg_rules set amount = 'share'
  where journal_kind = 'withdrawal_asked' and debit_kind = 'available' and credit_kind = 'withdrawal_in_transit';

create or replace view money.leg_faults as
select t.journal_id, t.leg, case
  when rule.amount is null then 'leg_rule'
  when d.case_id is distinct from case rule.debit_case when 'platform' then 0 when 'order' then o.id
    when 'seller' then o.seller_id when 'buyer' then o.buyer_id when 'refund' then r.id
    when 'withdrawal' then w.id else w.user_id end then 'payee'
  when c.case_id is distinct from case rule.credit_case when 'platform' then 0 when 'order' then o.id
    when 'seller' then o.seller_id when 'buyer' then o.buyer_id when 'refund' then r.id
    when 'withdrawal' then w.id else w.user_id end then 'payee'
  when not coalesce(case rule.amount
    when 'total' then t.amount = o.total_cents and t.credit_version = 1
    when 'emptied' then d.debits = d.credits
    when 'refund' then t.amount = r.amount_cents
    when 'withdrawal' then t.amount = w.amount_cents
    when 'payout' then t.amount = w.amount_cents - w.fee_cents
    when 'fee' then t.amount = w.fee_cents
    when 'block' then t.amount = (select b.amount_cents from public.sale_blocks b where b.id = j.block_id)
    when 'drained' then t.debit_balance = 0
    when 'half' then t.amount <= coalesce(w.amount_cents, (select sum(x.amount) / 2 from money.transfers x
      where x.journal_id = t.journal_id and x.credit_id = t.debit_id))
    when 'share' then true end, false) then 'leg_amount'
  end as fault
from money.transfers t
left join money.journals j on j.id = t.journal_id
left join money.accounts d on d.id = t.debit_id
left join money.accounts c on c.id = t.credit_id
left join money.leg_rules rule
  on rule.journal_kind = j.kind and rule.debit_kind = d.kind and rule.credit_kind = c.kind
left join public.orders o on o.id = j.order_id
left join public.refunds r on r.id = j.refund_id
left join public.withdrawals w on w.id = j.withdrawal_id;

-- Faults -------------------------------------------------------------------------------------------------

-- Whether an order's state, escrow, conclusion, refunds and settlement tell the same story; null if they do. What
-- stays of the sale is its total less what refunds took out of it, and at each commit the platform has earned exactly
-- the commission that the order's own rule takes of what stays.
create or replace function money.order_fault(subject_id bigint) returns text language plpgsql stable as $$
declare
  sale record;
  part record;
  gone record;
  stays bigint;
  commission bigint;
begin
  select o.state, o.seller_id, o.total_cents, o.refunded_cents, o.commission_bps as bps, o.min_commission_cents as at_least,
      o.max_commission_cents as at_most, o.guarantee_bps,
      (select s.escrow_rule from public.order_states s where s.state = o.state) as rule,
      e.debits, e.credits, t.seller_id as payee_id, t.state as settlement, t.net_cents
    into sale
    from public.orders o
    left join money.accounts e on e.kind = 'escrow' and e.case_id = o.id and e.shard = 0
    left join public.settlements t on t.order_id = o.id
    where o.id = subject_id;

  if sale.credits is null then
    return case when sale.rule <> 'empty' or sale.state in ('completed', 'refunded') then 'never captured'
      when sale.settlement is not null then 'settlement without capture' end;
  elsif sale.state in ('awaiting_payment', 'payment_in_review', 'expired') then return 'captured before it is paid';
  elsif sale.credits <> sale.total_cents then return 'captured is not the total';
  elsif sale.payee_id is distinct from sale.seller_id then return 'settlement is missing or another''s';
  elsif sale.state = 'in_complaint' and sale.settlement <> 'blocked' then return 'settlement is not blocked';
  elsif sale.settlement = 'blocked' and not exists (select from public.sale_blocks b
    where b.order_id = subject_id and b.lifted_at is null) then return 'blocked without a block';
  elsif sale.rule = 'held' or sale.rule = 'any' and sale.debits < sale.credits then
    stays := sale.credits - sale.debits;
    return case when stays <= 0 then 'nothing held'
      when sale.debits <> sale.refunded_cents then 'refunded is not what left'
      when sale.settlement not in ('in_escrow', 'blocked') then 'settlement is not in escrow'
      when sale.net_cents <> stays - money.commission_of(stays, sale.bps, sale.at_least, sale.at_most)
        then 'settlement is not what stays' end;
  elsif sale.debits <> sale.credits then return 'escrow is not empty';
  end if;

  select count(*) as legs,
      coalesce(sum(t.amount) filter (where c.kind = 'pending_release'), 0) as net,
      coalesce(sum(t.amount) filter (where c.kind = 'commission_revenue'), 0) as commission,
      coalesce(sum(t.amount) filter (where c.kind = 'guarantee_fund'), 0) as guarantee,
      coalesce(sum(c.credits - c.debits) filter (where c.kind = 'pending_release'), 0) as unreleased
    into part
    from money.journals j
    join money.transfers t on t.journal_id = j.id
    join money.accounts c on c.id = t.credit_id
    where j.key = 'conclude:order:' || subject_id;
  if part.legs = 0 then
    return case when sale.state in ('completed', 'in_complaint') then 'not concluded'
      when sale.debits <> sale.refunded_cents then 'refunded is not what left'
      when sale.settlement <> 'reversed' then 'settlement is not reversed' end;
  end if;

  select coalesce(sum(t.amount) filter (where c.kind = 'refund_due'), 0) as refunded,
      coalesce(sum(t.amount) filter (where d.kind = any ('{pending_release,blocked,available,recoverable}')), 0) as net,
      coalesce(sum(t.amount) filter (where d.kind = 'commission_revenue'), 0) as commission,
      coalesce(sum(t.amount) filter (where d.kind = 'guarantee_fund'), 0) as guarantee,
      (select coalesce(sum(a.credits - a.debits), 0) from money.accounts a
        where a.kind = 'blocked' and a.case_id = subject_id and a.shard = 0) as blocked
    into gone
    from money.journals j
    join money.transfers t on t.journal_id = j.id
    join money.accounts d on d.id = t.debit_id
    join money.accounts c on c.id = t.credit_id
    where j.order_id = subject_id and j.kind = 'refund';
  stays := sale.total_cents - gone.refunded;
  commission := money.commission_of(stays, sale.bps, sale.at_least, sale.at_most);
  return case when part.commission - gone.commission <> commission then 'commission is not the rule''s'
    when part.guarantee - gone.guarantee <> least(money.share_of(stays, sale.guarantee_bps), commission)
      then 'guarantee is not the rule''s'
    when part.net - gone.net <> stays - commission then 'the seller''s part is not the rule''s'
    when gone.refunded <> sale.refunded_cents then 'refunded is not what left'
    when sale.state in ('completed', 'in_complaint') then
      case when stays <= 0 then 'nothing stays'
        when sale.net_cents <> stays - commission then 'settlement is not what stays'
        when sale.settlement = 'pending_release' then
          case when part.unreleased <> sale.net_cents then 'released but pending'
            when gone.blocked <> 0 then 'blocked but pending' end
        when sale.settlement = 'released' then
          case when part.unreleased <> 0 then 'pending but released'
            when gone.blocked <> 0 then 'blocked but released' end
        when sale.settlement = 'blocked' then
          case when part.unreleased not in (0, sale.net_cents) then 'blocked but moving'
            when gone.blocked > sale.net_cents then 'more blocked than at risk' end
        else 'settlement is not concluded' end
    when stays <> 0 then 'concluded but not completed'
    when part.unreleased <> 0 or gone.blocked <> 0 then 'money stays with a sale that was undone'
    when sale.settlement <> 'reversed' then 'settlement is not reversed' end;
end $$;

-- Whether all that a payment brought is in its order's escrow or owed back, and came from where its method says.
create or replace function money.payment_fault(subject_id bigint) returns text language plpgsql stable as $$
begin
  return (select case
    when p.received_cents <> coalesce(sum(t.amount), 0) then 'received is not what was booked'
    when bool_or((d.kind = 'psp_cash') = (p.method = 'balance')) then 'came from elsewhere' end
  from public.payments p
  left join money.journals j on j.payment_id = p.id
  left join money.transfers t on t.journal_id = j.id
  left join money.accounts d on d.id = t.debit_id
  where p.id = subject_id group by p.id);
end $$;

-- Whether a refund's state and the money owed agree, all refunds of the sale stay within what was paid for it, it
-- gives back the payment that was captured, and goes where it is meant to go.
create or replace function money.refund_fault(subject_id bigint) returns text language plpgsql stable as $$
begin
  return (select case
    when r.state in ('requested', 'rejected') then
      case when a.id is not null then 'owed without approval' end
    when coalesce(a.credits, 0) <> r.amount_cents then 'owed is not the refund'
    when r.state = 'completed' and a.debits <> a.credits then 'completed but not paid'
    when r.state <> 'completed' and a.debits <> 0 then 'paid but not completed'
    when out_of_sale.id is not null and captured.payment_id is distinct from r.payment_id
      then 'gives back another payment'
    when case r.source when 'sale' then 'refund' when 'platform' then 'refund_platform' end
      is distinct from out_of_sale.kind then 'comes from elsewhere'
    when out_of_sale.id is not null and (select sum(t.amount) from money.journals j
      join money.transfers t on t.journal_id = j.id join money.accounts c on c.id = t.credit_id
      where j.order_id = r.order_id and j.kind = any ('{refund,refund_platform}') and c.kind = 'refund_due')
      > (select o.total_cents from public.orders o where o.id = r.order_id) then 'more than was paid'
    when r.destination = 'original' and p.method = 'balance' then 'no bank to go back to'
    when paid.id is not null and (r.destination = 'original') <> exists (select from money.transfers t
      join money.accounts c on c.id = t.credit_id
      where t.journal_id = paid.id and c.kind = 'psp_cash') then 'paid elsewhere' end
  from public.refunds r
  join public.payments p on p.id = r.payment_id
  left join money.accounts a on a.kind = 'refund_due' and a.case_id = r.id and a.shard = 0
  left join money.journals out_of_sale on out_of_sale.key = any (array['refund:' || r.id, 'refund:' || r.id || ':platform'])
  left join money.journals paid on paid.key = 'refund:' || r.id || ':paid'
  left join money.journals captured on captured.key = 'capture:order:' || r.order_id
  where r.id = subject_id);
end $$;

-- Whether a block stopped what it says, and nothing stays stopped after it.
create function money.block_fault(subject_id bigint) returns text language plpgsql stable as $$
begin
  return (select case
    when b.amount_cents <> coalesce((select sum(t.amount) from money.journals j
      join money.transfers t on t.journal_id = j.id where j.key = 'block:' || b.id), 0) then 'blocked is not the block'
    when b.lifted_at is null and s.state is distinct from 'blocked' then 'settlement is not blocked'
    when b.lifted_at is not null and a.credits <> a.debits and not exists (select from public.sale_blocks later
      where later.order_id = b.order_id and later.lifted_at is null) then 'lifted but still blocked' end
  from public.sale_blocks b
  left join public.settlements s on s.order_id = b.order_id
  left join money.accounts a on a.kind = 'blocked' and a.case_id = b.order_id and a.shard = 0
  where b.id = subject_id);
end $$;

-- The guarantee fund is the platform's own reserve: it may pay more than it has gathered so far (M10), so its sum is
-- not held to its side.
create or replace view money.breaks as
select 'I1' as id, 'ledger' as subject, null::bigint as subject_id, 'debits are not credits' as fault
from money.accounts having sum(debits) <> sum(credits)
union all
select 'I2', a.kind, a.case_id, 'below zero' from money.accounts a where (a.credits - a.debits) * a.bound < 0
union all
select 'I2', k.kind, 0, 'the sum of its rows is below zero'
from money.account_kinds k join money.accounts a on a.kind = k.kind
where k.bound = 0 and k.kind <> 'guarantee_fund' group by k.kind, k.side
having case k.side when 'credit' then sum(a.credits) < sum(a.debits) else sum(a.debits) < sum(a.credits) end
union all
select 'I3', 'account', a.id, 'counters are not the sum of history'
from money.accounts a
left join (
  select side.id, sum(debit) as debits, sum(credit) as credits, count(*) as count, max(version) as newest
  from (
    select debit_id as id, debit_version as version, amount as debit, 0 as credit from money.transfers
    union all
    select credit_id, credit_version, 0, amount from money.transfers) side
  group by side.id) history on history.id = a.id
where (a.debits, a.credits, a.version, a.version) is distinct from
  (coalesce(history.debits, 0), coalesce(history.credits, 0), coalesce(history.count, 0), coalesce(history.newest, 0))
union all
select 'I4', 'order', o.id, x.fault
from public.orders o cross join lateral (select money.order_fault(o.id) as fault) x where x.fault is not null
union all
select 'I5', 'order', o.id, 'state is not what its events tell'
from public.orders o
left join lateral (
  select count(*) as count, max(e.seq) as newest, (array_agg(e.to_state order by e.seq desc))[1] as state
  from public.order_events e where e.order_id = o.id) told on true
where o.state_seq <> told.count or o.state_seq <> coalesce(told.newest, 0)
  or o.state <> coalesce(told.state, 'awaiting_payment')
union all
select 'I6', 'payment', p.id, x.fault
from public.payments p cross join lateral (select money.payment_fault(p.id) as fault) x where x.fault is not null
union all
select 'I6', 'refund', r.id, x.fault
from public.refunds r cross join lateral (select money.refund_fault(r.id) as fault) x where x.fault is not null
union all
select 'I7', 'journal', j.id, 'no legs' from money.journals j
where not exists (select from money.transfers t where t.journal_id = j.id)
union all
select 'I7', 'journal', journal_id, fault from money.leg_faults where fault is not null
union all
select 'I8', 'withdrawal', w.id, x.fault
from public.withdrawals w cross join lateral (select money.withdrawal_fault(w.id) as fault) x
where x.fault is not null
union all
select 'I9', 'block', b.id, x.fault
from public.sale_blocks b cross join lateral (select money.block_fault(b.id) as fault) x where x.fault is not null;

-- Guards -------------------------------------------------------------------------------------------------

create constraint trigger orders_refunded_money after update of refunded_cents on public.orders
  deferrable initially deferred for each row when (old.refunded_cents <> new.refunded_cents)
  execute function money.tie_case('order');

-- Where a refund goes is settled when it leaves.
create trigger refunds_destination_once before update of destination on refunds for each row
  when (old.state = any ('{processing,completed}') and new.destination <> old.destination)
  execute function refuse_change();
create trigger sale_blocks_lifted_once before update on sale_blocks for each row
  when (old.lifted_at is not null) execute function refuse_change();

-- As before, with blocks.
create or replace function money.tie_case() returns trigger language plpgsql security definer
set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
declare
  noun text := tg_argv[0];
  about bigint;
  fault text;
begin
  if noun = 'order' then about := new.id; fault := money.order_fault(about);
  elsif noun = 'payment' then about := new.id; fault := money.payment_fault(about);
  elsif noun = 'refund' then about := new.id; fault := money.refund_fault(about);
  elsif noun = 'withdrawal' then about := new.id; fault := money.withdrawal_fault(about);
  elsif noun = 'settlement' then noun := 'order'; about := new.order_id; fault := money.order_fault(about);
  elsif noun = 'block' then about := new.id; fault := money.block_fault(about);
  elsif new.withdrawal_id is not null then
    noun := 'withdrawal'; about := new.withdrawal_id; fault := money.withdrawal_fault(about);
  else
    noun := 'order'; about := new.order_id; fault := money.order_fault(about);
    if fault is null and new.refund_id is not null then
      noun := 'refund'; about := new.refund_id; fault := money.refund_fault(about);
    end if;
    if fault is null and new.payment_id is not null then
      noun := 'payment'; about := new.payment_id; fault := money.payment_fault(about);
    end if;
    if fault is null and new.block_id is not null then
      noun := 'block'; about := new.block_id; fault := money.block_fault(about);
    end if;
  end if;
  if fault is not null then
    raise exception '% % (written by %): %', noun, about, tg_table_name, fault
      using errcode = '23514', constraint = noun || '_money';
  end if;
  return null;
end $$;
create constraint trigger sale_blocks_money after insert or update on public.sale_blocks deferrable initially deferred
  for each row execute function money.tie_case('block');

-- As before, with blocks and debts.
create or replace function money.post(fact_key text, fact_kind text, subject_id bigint, paid_by bigint,
  kinds text[], cases bigint[], debited integer[], credited integer[], amounts bigint[])
returns boolean language plpgsql security definer
set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
declare
  rule record;
  about_order bigint;
  about_refund bigint;
  about_withdrawal bigint;
  about_block bigint;
  new_id bigint;
  shard_at smallint;
  debit bigint;
  credit bigint;
  touches bigint;
  id_at bigint;
  version_at bigint;
  balance_at bigint;
  ids bigint[];
  versions bigint[];
  balances bigint[];
  d integer;
  c integer;
  debit_versions bigint[];
  debit_balances bigint[];
  credit_versions bigint[];
  credit_balances bigint[];
begin
  select k.subject, k.key_form, k.takes_payment, s.frozen_at,
      now() + (select offset_ms from public.clock) * interval '1 millisecond' as at
    into rule from money.status s left join money.journal_kinds k on k.kind = fact_kind;
  if rule.frozen_at is not null then
    raise exception 'money is frozen' using errcode = 'PM001';
  end if;
  if rule.key_form is null or fact_key is distinct from replace(rule.key_form, '#', subject_id::text)
    or rule.takes_payment <> (paid_by is not null)
    or (cardinality(amounts) > 0 and cardinality(debited) = cardinality(amounts)
      and cardinality(credited) = cardinality(amounts) and cardinality(cases) = cardinality(kinds)) is not true then
    raise exception 'not a journal: % % %', fact_kind, fact_key, subject_id
      using errcode = '23514', constraint = 'journal_form';
  end if;

  -- What the fact is about is locked first, in the one lock order, and must exist.
  if rule.subject = 'order' then
    select o.id into strict about_order from public.orders o where o.id = subject_id for no key update;
  elsif rule.subject = 'refund' then
    select r.order_id into strict about_order from public.refunds r where r.id = subject_id;
    -- Only a refund out of the sale touches what the order row protects.
    if fact_kind = any ('{refund,refund_platform}') then
      perform from public.orders o where o.id = about_order for no key update;
    end if;
    select r.id into about_refund from public.refunds r where r.id = subject_id for no key update;
  elsif rule.subject = 'block' then
    select b.order_id into strict about_order from public.sale_blocks b where b.id = subject_id;
    perform from public.orders o where o.id = about_order for no key update;
    select b.id into about_block from public.sale_blocks b where b.id = subject_id for no key update;
  else
    select w.id into strict about_withdrawal from public.withdrawals w where w.id = subject_id for no key update;
  end if;

  insert into money.journals (key, kind, order_id, refund_id, withdrawal_id, block_id, payment_id, at)
    values (fact_key, fact_kind, about_order, about_refund, about_withdrawal, about_block, paid_by, rule.at)
    on conflict (key) do nothing returning id into new_id;
  if new_id is null then
    if money.is_replay(fact_key, paid_by, kinds, cases, debited, credited, amounts) then return false; end if;
    raise exception '% was posted with other content', fact_key using errcode = 'PM002';
  end if;

  -- One write an account, however many legs touch it. The platform's are spread over 16 rows by the subject's id.
  for a in 1 .. cardinality(kinds) loop
    debit := 0;
    credit := 0;
    touches := 0;
    for l in 1 .. cardinality(amounts) loop
      if debited[l] = a then debit := debit + amounts[l]; touches := touches + 1; end if;
      if credited[l] = a then credit := credit + amounts[l]; touches := touches + 1; end if;
    end loop;
    if touches = 0 then
      raise exception 'no leg moves %', kinds[a] using errcode = '23514', constraint = 'journal_form';
    end if;
    shard_at := case cases[a] when 0 then subject_id % 16 else 0 end;
    id_at := null;
    -- A case's account is mostly opened by its first credit; a debt by its first debit.
    if debit > 0 or cases[a] = 0 or kinds[a] = 'recoverable' then
      update money.accounts set debits = debits + debit, credits = credits + credit, version = version + touches
        where kind = kinds[a] and case_id = cases[a] and shard = shard_at
        returning id, version - touches, credits - debits - credit + debit into id_at, version_at, balance_at;
    end if;
    if id_at is null then
      insert into money.accounts (kind, case_id, shard, bound, debits, credits, version)
        values (kinds[a], cases[a], shard_at,
          (select k.bound from money.account_kinds k where k.kind = kinds[a]), debit, credit, touches)
        on conflict (kind, case_id, shard) do nothing returning id, 0, 0 into id_at, version_at, balance_at;
    end if;
    if id_at is null then
      update money.accounts set debits = debits + debit, credits = credits + credit, version = version + touches
        where kind = kinds[a] and case_id = cases[a] and shard = shard_at
        returning id, version - touches, credits - debits - credit + debit into strict id_at, version_at, balance_at;
    end if;
    ids[a] := id_at;
    versions[a] := version_at;
    balances[a] := balance_at;
  end loop;

  -- Then the legs, each with the number and the balance it left on both accounts.
  for l in 1 .. cardinality(amounts) loop
    d := debited[l];
    c := credited[l];
    versions[d] := versions[d] + 1;
    balances[d] := balances[d] - amounts[l];
    debit_versions[l] := versions[d];
    debit_balances[l] := balances[d];
    versions[c] := versions[c] + 1;
    balances[c] := balances[c] + amounts[l];
    credit_versions[l] := versions[c];
    credit_balances[l] := balances[c];
  end loop;
  insert into money.transfers (journal_id, leg, debit_id, credit_id, amount, debit_version, debit_balance,
      credit_version, credit_balance)
    select new_id, leg, ids[debited[leg]], ids[credited[leg]], amounts[leg], debit_versions[leg], debit_balances[leg],
      credit_versions[leg], credit_balances[leg]
    from generate_series(1, cardinality(amounts)) leg;
  return true;
end $$;

grant execute on function money.block_fault(bigint) to praca_app;
revoke execute on function money.block_fault(bigint) from public;
