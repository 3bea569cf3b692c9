import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Db } from '#server/context.ts';
import { breaks } from '#server/ledger/queries.ts';

/** The amount that the bank took back of a charge, and the amount in our books. */
const takenCharges = sql`select c.reference, c.taken_cents, p.id as payment_id, p.received_cents,
    (select coalesce(sum(r.amount_cents), 0) from refunds r join payments x on x.id = r.payment_id
      where x.provider_id = c.id and r.taken)
      + (select coalesce(sum(case b.direction when 'taken' then b.amount_cents else -b.amount_cents end), 0)
      from chargebacks b join payments x on x.id = b.payment_id where x.provider_id = c.id) as booked_cents,
    o.state as order_state
  from simulator.charges c join payments p on p.reference = c.reference join orders o on o.id = p.order_id`;

/** What must never be, asked of the whole market: each query names the rows that are wrong. */
const never = {
  'more or fewer codes on sale than there are': sql`
    select l.id from listings l where l.delivery_type = 'automatic' and l.stock <> (
      select count(*) from stock_units u where u.listing_id = l.id and u.state = 'available')`,
  'stock below nothing, or a listing on sale without any': sql`
    select id from listings where stock < 0 or (state = 'published' and stock = 0)`,
  'a code kept for an order that ended': sql`
    select u.id from stock_units u join orders o on o.id = u.order_id
    where u.state = 'reserved' and o.state <> all ('{awaiting_payment,payment_in_review,paid}')`,
  'a code given away for an order that was never delivered': sql`
    select u.id from stock_units u join orders o on o.id = u.order_id
    where u.state = 'delivered' and o.delivered_at is null`,
  'an order without all of its codes': sql`
    select o.id from orders o where o.delivery_type = 'automatic'
      and o.state = any ('{awaiting_payment,payment_in_review,paid,delivered,in_complaint,completed}')
      and o.quantity <> (select count(*) from stock_units u
        where u.order_id = o.id and u.state = any ('{reserved,delivered}'))`,
  'more given back than came in': sql`
    select p.id from payments p join refunds r on r.payment_id = p.id
    where r.state <> all ('{requested,awaiting_return,rejected,used}') group by p.id
    having sum(r.amount_cents) filter (where r.source <> 'platform') > p.received_cents`,
  'money stopped for nothing': sql`
    select s.order_id from settlements s join orders o on o.id = s.order_id
    where s.state = 'blocked' and o.state <> 'in_complaint' and sale_stop_reason(o.id) is null`,
  'a clock that runs while something stops the sale, or stands without reason': sql`
    select o.id from orders o where case when sale_stop_reason(o.id) is not null then o.due_at is not null
      else o.stopped_event is not null and o.state <> 'in_complaint' end`,
  'more booked as taken by the bank than it took': sql`
    select reference from (${takenCharges}) c where taken_cents < booked_cents and not exists (
      select from payment_differences d where d.reference = c.reference and d.kind = 'chargeback'
        and d.problem = 'amount_differs')`,
  'money free before its hold was over': sql`
    select s.order_id from settlements s join orders o on o.id = s.order_id
      join rule_versions r on r.id = o.rule_version_id
    where s.released_at < s.release_at or s.release_at < date_trunc('milliseconds', o.delivered_at)
      + coalesce(coalesce(o.hold_days, o.level_hold_days) * 86400000::bigint, (r.rules -> 'timers' ->> 'holdMs')::bigint) * interval '1 millisecond'`,
  'a parcel that is not sent although its order goes on, or the other way round': sql`
    select s.order_id from shipments s join orders o on o.id = s.order_id
    where (s.state = 'cancelled') <> (o.state = any ('{cancelled,expired}') and s.posted_at is null)
      and not (s.posted_at is null and o.state = 'refunded')`,
  'a parcel on its way whose order still waits for the posting': sql`
    select s.order_id from shipments s join orders o on o.id = s.order_id
    where o.state = 'paid' and s.posted_at is not null`,
  'a return and its refund that say different things': sql`
    select t.id from returns t join refunds r on r.id = t.refund_id where case
      when t.state = any ('{to_post,posted,checking}') then r.state <> 'awaiting_return'
      when t.state = 'contested' then r.state <> 'requested'
      when t.state = 'completed' then r.state = any ('{requested,awaiting_return}')
      else r.state <> 'rejected' end`,
  'a return that goes on although its order ended': sql`
    select t.id from returns t join orders o on o.id = t.order_id
    where t.state = any ('{to_post,posted,checking,contested}') and o.state <> all ('{delivered,completed}')`,
  'one movement of the bank that paid two things': sql`
    select end_to_end_id from payments where end_to_end_id is not null group by end_to_end_id having count(*) > 1`,
} as const;

/** The same of the bank that ships with the product. */
const neverAtSimulatedBank = {
  'a withdrawal that the bank paid twice, or never': sql`
    select w.id from withdrawals w where w.state = 'paid' and 1 <> (select count(*) from simulator.payouts b
      where b.reference like 'withdrawal' || lpad(w.id::text, 12, '0') || 't%'
        and (b.state = 'done' or b.returned_at is not null) and b.amount_cents = w.amount_cents - w.fee_cents)`,
  'a withdrawal that came back although the bank paid it': sql`
    select w.id from withdrawals w where w.state = any ('{returned,cancelled,rejected}')
      and exists (select from simulator.payouts b
        where b.reference like 'withdrawal' || lpad(w.id::text, 12, '0') || 't%' and b.state <> 'failed')`,
  'a refund that the bank paid twice, or never': sql`
    select r.id from refunds r where r.state = 'completed' and r.destination = 'original'
      and r.hand_end_to_end_id is null and not r.taken and 1 <> (select count(*) from simulator.refunds b
        where b.reference like 'refund' || lpad(r.id::text, 12, '0') || 't%' and b.state = 'done'
          and b.amount_cents = r.amount_cents)`,
} as const;

/** What waits although its time has come: nothing of it may last once everything that is due has been done. */
const waiting = {
  'taken by the bank and booked to nobody': sql`
    select reference from (${takenCharges}) c where taken_cents > booked_cents
      and order_state <> all ('{awaiting_payment,payment_in_review}')`,
  'balance of somebody who owes after a chargeback': sql`
    select d.case_id from money.accounts d join money.accounts a on a.case_id = d.case_id and a.shard = d.shard
    where d.kind = 'chargeback_debt' and d.debits > d.credits and a.kind = any ('{available,purchase_credit}')
      and a.credits > a.debits`,
  'an order past its timer': sql`select id from orders where due_at <= market_now()`,
  'money past its hold': sql`
    select order_id as id from settlements where state = 'pending_release' and release_at <= market_now()`,
  'a parcel whose carrier was not asked in time': sql`
    select order_id as id from shipments where next_check_at <= market_now() and label_id is not null
      and failed_checks = 0`,
  'a label of a parcel that is not sent': sql`
    select order_id as id from shipments where state = 'cancelled' and label_id is not null
      and label_cancelled_at is null`,
  'a return past its timer': sql`select id from returns where due_at <= market_now()`,
  'a return whose carrier was not asked in time': sql`
    select id from returns where next_check_at <= market_now() and failed_checks = 0`,
  'a label of a return that is not posted': sql`
    select id from returns where state = any ('{lapsed,cancelled}') and label_id is not null and posted_at is null
      and label_cancelled_at is null`,
  'a complaint past its timer': sql`select id from complaints where due_at <= market_now()`,
  'a proposal past its time': sql`select id from complaint_proposals where due_at <= market_now()`,
  'a question of the team past its time': sql`select id from complaint_requests where due_at <= market_now()`,
  'a wish to cancel past its time': sql`
    select order_id as id from cancellation_requests where state = 'open' and due_at <= market_now()`,
  'a payment examined for too long': sql`
    select id from payments where state = 'in_review' and review_decision is null and review_until <= market_now()`,
  'a notice of the bank nobody acted on': sql`select event_id as id from provider_events where processed_at is null`,
  'a refund on its way': sql`select id from refunds where state = any ('{approved,processing,failed}')
    and not exists (select from payments p where p.id = payment_id and p.state = 'contested')
    and not exists (select from analyses a where a.order_id = refunds.order_id and a.ended_at is null)`,
  'an analysis past its time': sql`
    select order_id as id from analyses where ended_at is null and until <= market_now()`,
  'a withdrawal on its way': sql`select id from withdrawals where state = any ('{approved,processing,failed}')`,
  'an event nobody was told of': sql`
    select e.id from event_relay r join events e on e.id > r.last_event_id or exists (
      select from jsonb_to_recordset(r.missing) as m ("from" bigint, "to" bigint)
      where e.id between m."from" and m."to")`,
} as const;

/** Every rule of the market that does not hold now, a line each; none may be broken at any moment. */
export async function findFaults(db: Db): Promise<string[]> {
  return [...(await findFaultsOfBooks(db)), ...(await rowsOf(db, neverAtSimulatedBank))];
}

/** The same, without asking the simulated bank: for a market with another provider. */
export async function findFaultsOfBooks(db: Db): Promise<string[]> {
  const found = await breaks(db);
  const books = found.map(({ id, subject, subjectId, fault }) => `${id} ${subject} ${subjectId}: ${fault}`);
  return [...books, ...(await rowsOf(db, never))];
}

/** What is stuck: to be asked when the sweeps have come to rest. */
export function findStuck(db: Db): Promise<string[]> {
  return rowsOf(db, waiting);
}

/**
 * In one snapshot: `sale_stop_reason` runs its own query, and in a busy market would see a later state than the query
 * around it.
 */
async function rowsOf(db: Db, queries: Record<string, RawBuilder<unknown>>): Promise<string[]> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (moment) => {
      const lines: string[] = [];
      for (const [fault, query] of Object.entries(queries)) {
        const { rows } = await sql<Record<string, unknown>>`${query} limit 20`.execute(moment);
        if (rows.length > 0) lines.push(`${fault}: ${rows.map((row) => Object.values(row)[0]).join(', ')}`);
      }
      return lines;
    });
}
