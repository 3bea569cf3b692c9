import { sql } from 'kysely';
import type { Reply } from '#contract/endpoint.ts';
import type { Analysis, listAnalyses as endpoint } from '#contract/payments/analyses.ts';
import { orderCode } from '#domain/orders/orders.ts';
import type { Db } from '#server/context.ts';

interface Row extends Omit<Analysis, 'at' | 'until' | 'endedAt'> {
  at: Date;
  until: Date;
  endedAt: Date | null;
}

const columns = sql`a.reason, a.note, m.username::text as by, a.marked_at as at, a.until, a.ended_at as "endedAt",
  e.username::text as "endedBy", a.outcome, a.end_note as "endNote"`;
const people = sql`left join users m on m.id = a.marked_by left join users e on e.id = a.ended_by`;

function present({ reason, note, by, at, until, endedAt, endedBy, outcome, endNote }: Row): Analysis {
  return {
    reason,
    note,
    by,
    at: at.toISOString(),
    until: until.toISOString(),
    endedAt: endedAt && endedAt.toISOString(),
    endedBy,
    outcome,
    endNote,
  };
}

/** The analysis of one order's payment, if there was one. */
export async function analysisOf(db: Db, orderId: number): Promise<Analysis | null> {
  const { rows } = await sql<Row>`
    select ${columns} from analyses a ${people} where a.order_id = ${orderId}`.execute(db);
  return rows[0] ? present(rows[0]) : null;
}

interface OpenRow extends Row {
  orderId: number;
  title: string;
  buyer: string;
  seller: string;
  amountCents: number;
}

/** Open analyses, those that end soonest first (index analyses_open). */
export async function listAnalyses(db: Db): Promise<Reply<typeof endpoint>> {
  const { rows } = await sql<OpenRow>`
    select ${columns}, o.id as "orderId", v.title, b.username::text as buyer, s.username::text as seller,
      o.total_cents - o.refunded_cents as "amountCents"
    from analyses a ${people} join orders o on o.id = a.order_id join listing_versions v on v.id = o.listing_version_id
      join users b on b.id = o.buyer_id join users s on s.id = o.seller_id
    where a.ended_at is null order by a.until, o.id limit 100`.execute(db);
  return {
    items: rows.map(({ orderId, title, buyer, seller, amountCents, ...row }) => ({
      ...present(row),
      order: { id: orderId, code: orderCode(orderId), title },
      buyer,
      seller,
      amountCents,
    })),
  };
}
