import { sql } from 'kysely';
import type { LedgerReport } from '#domain/payments/contestations.ts';
import type { Cents } from '#domain/money.ts';
import type { ChargeStatus } from '#server/adapters/payments/payment-provider.ts';
import type { Db, Tx } from '#server/context.ts';
import { orderColumns } from '#server/orders/moves.ts';
import type { LockedOrder } from '#server/orders/moves.ts';

/** The payment of a charge, as in our books. */
export interface OwnPayment extends LedgerReport {
  id: number;
  orderId: number;
  receivedCents: Cents;
  /** When we last booked a contestation; answers from before that are out of date. */
  bookedAt: Date | null;
  /** Whether the bank charged it back, or a part of it, from its sale. */
  isTaken: boolean;
}

/** A payment with its order, both rows locked. */
export interface LockedPayment extends OwnPayment {
  order: LockedOrder;
}

const sent = sql`r.destination = 'original' and r.hand_end_to_end_id is null`;

/** For queries with a payment `p`: sums of its whole charge, which may have several payments. */
const ownColumns = sql`p.id, p.order_id as "orderId", p.state, p.received_cents as "receivedCents",
  (select coalesce(sum(r.amount_cents), 0)::bigint from refunds r join payments x on x.id = r.payment_id
    where x.order_id = p.order_id and x.provider_id = p.provider_id and r.state = 'completed' and ${sent}) as "sentCents",
  (select coalesce(sum(r.amount_cents), 0)::bigint from refunds r join payments x on x.id = r.payment_id
    where x.order_id = p.order_id and x.provider_id = p.provider_id and r.state = 'processing' and ${sent})
    as "sendingCents",
  (select coalesce(sum(case c.direction when 'taken' then c.amount_cents else -c.amount_cents end), 0)::bigint
    from chargebacks c join payments x on x.id = c.payment_id
    where x.order_id = p.order_id and x.provider_id = p.provider_id) as "debtCents",
  greatest(case when p.state = 'contested' then p.contested_at end,
    (select max(c.created_at) from chargebacks c where c.order_id = p.order_id),
    (select max(r.completed_at) from refunds r where r.order_id = p.order_id and r.taken)) as "bookedAt",
  exists (select from refunds r where r.payment_id = p.id and r.taken) as "isTaken"`;

/** The payment of a charge that received money: its own, or a late or second one for it. */
export async function findPayment(
  db: Db,
  { reference, providerId }: ChargeStatus,
): Promise<OwnPayment | undefined> {
  const { rows } = await sql<OwnPayment>`
    select ${ownColumns} from payments c join payments p on p.order_id = c.order_id
      and (p.id = c.id or p.provider_id = ${providerId}) and p.end_to_end_id is not null
    where c.reference = ${reference}
    order by p.state = 'contested' desc, p.id = c.id desc, p.id limit 1`.execute(db);
  return rows[0];
}

/** Locks the order's row, then the payment's. */
export async function lockPayment(tx: Tx, { id, orderId }: OwnPayment): Promise<LockedPayment> {
  const { rows: orders } = await sql<LockedOrder>`
    select ${orderColumns} from orders o join listing_versions v on v.id = o.listing_version_id
    where o.id = ${orderId} for no key update of o`.execute(tx);
  const { rows } = await sql<OwnPayment>`
    select ${ownColumns} from payments p where p.id = ${id} for no key update of p`.execute(tx);
  return { ...rows[0]!, order: orders[0]! };
}
