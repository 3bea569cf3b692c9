import { sql } from 'kysely';
import type { Reply } from '#contract/endpoint.ts';
import type { listStaffBlocks as endpoint, StaffBlock } from '#contract/payments/staff-blocks.ts';
import { orderCode } from '#domain/orders/orders.ts';
import type { Db } from '#server/context.ts';
import { unreleasedCentsOf } from '#server/ledger/queries.ts';

interface Row extends Omit<StaffBlock, 'at' | 'endsAt' | 'endedAt'> {
  at: Date;
  endsAt: Date;
  endedAt: Date | null;
}

const columns = sql`k.cause, k.words, c.username::text as by, k.created_at as at, k.ends_at as "endsAt",
  r.username::text as "renewedBy", k.renewal_words as "renewalWords", k.ended_at as "endedAt",
  e.username::text as "endedBy"`;
const people = sql`join users c on c.id = k.created_by left join users r on r.id = k.renewed_by
  left join users e on e.id = k.ended_by`;

const present = ({ at, endsAt, endedAt, ...row }: Row): StaffBlock => ({
  ...row,
  at: at.toISOString(),
  endsAt: endsAt.toISOString(),
  endedAt: endedAt && endedAt.toISOString(),
});

/** The block of one order's money by staff (N02), if there was one. */
export async function staffBlockOf(db: Db, orderId: number): Promise<StaffBlock | null> {
  const { rows } = await sql<Row>`
    select ${columns} from staff_blocks k ${people} where k.order_id = ${orderId}`.execute(db);
  return rows[0] ? present(rows[0]) : null;
}

interface OpenRow extends Row {
  orderId: number;
  title: string;
  seller: string;
  amountCents: number;
}

/** Blocks that last, those that end soonest first (index staff_blocks_open). */
export async function listStaffBlocks(db: Db): Promise<Reply<typeof endpoint>> {
  const { rows } = await sql<OpenRow>`
    select ${columns}, o.id as "orderId", v.title, s.username::text as seller,
      ${unreleasedCentsOf(sql`o.id`)} as "amountCents"
    from staff_blocks k ${people} join orders o on o.id = k.order_id
      join listing_versions v on v.id = o.listing_version_id join users s on s.id = o.seller_id
    where k.ended_at is null order by k.ends_at, o.id limit 100`.execute(db);
  return {
    items: rows.map(({ orderId, title, seller, amountCents, ...row }) => ({
      ...present(row),
      order: { id: orderId, code: orderCode(orderId), title },
      seller,
      amountCents,
    })),
  };
}
