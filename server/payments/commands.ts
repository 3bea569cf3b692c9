import { sql } from 'kysely';
import type { Ctx, Queryable } from '#server/context.ts';

/** What the bank needs to open a charge. */
export interface Charge {
  paymentId: number;
  reference: string;
  amountCents: number;
  description: string;
  expiresAt: Date;
}

/**
 * Opens the charge at the provider and keeps its code. Called after the order is durable; when the bank is away the
 * payment stays `created` and the sweep asks again, with the same reference, until the order expires.
 */
export async function chargePayment(ctx: Ctx, charge: Charge): Promise<void> {
  const { providerId, pixCode, receiverName } = await ctx.payments.createPixCharge(charge);
  const { rows } = await sql`
    update payments set state = 'pending', provider_id = ${providerId}, pix_code = ${pixCode},
      receiver_name = ${receiverName} where id = ${charge.paymentId} and state = 'created' returning state`.execute(
    ctx.db,
  );
  // Given up or expired while the bank was answering: nobody should pay it now.
  if (rows.length === 0 && (await isClosed(ctx.db, charge)))
    await ctx.payments.cancelCharge(charge.reference);
}

async function isClosed(db: Queryable, charge: Charge): Promise<boolean> {
  const { rows } = await sql`
    select from payments where id = ${charge.paymentId} and state in ('expired', 'cancelled')`.execute(db);
  return rows.length === 1;
}

/** Charges whose order is durable but which the bank doesn't know yet, oldest first. */
export async function findUncharged(db: Queryable, limit: number): Promise<Charge[]> {
  const { rows } = await sql<Charge>`
    select p.id as "paymentId", p.reference, p.amount_cents as "amountCents", v.title as description,
      p.expires_at as "expiresAt"
    from payments p join orders o on o.id = p.order_id join listing_versions v on v.id = o.listing_version_id
    where p.state = 'created' and p.end_to_end_id is null and p.expires_at > market_now()
    order by p.created_at limit ${limit}`.execute(db);
  return rows;
}
