import { createHmac, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import type { Ctx } from '#server/context.ts';
import type { Break } from '#server/ledger/queries.ts';

/** The record that a code was shown to its buyer (N05). */
export interface Reveal {
  orderId: number;
  unitId: number;
  viewerId: number;
  at: Date;
  ip: string;
  userAgent: string;
  contentHash: Buffer;
}

/** HMAC-SHA256 over who, when, on what device and which content (N05). */
export function signReveal(key: Buffer, reveal: Reveal): Buffer {
  const { orderId, unitId, viewerId, at, ip, userAgent, contentHash } = reveal;
  const signed = [orderId, unitId, viewerId, at.toISOString(), ip, userAgent, contentHash.toString('hex')];
  return createHmac('sha256', key).update(JSON.stringify(signed)).digest();
}

/** Reveals that one query reads. */
const batch = 5_000;

/** Reveals whose signature does not match, in the form of ledger breaks; a healthy database has none. Reads all reveals. */
export async function forgedReveals(ctx: Ctx): Promise<Break[]> {
  const forged: Break[] = [];
  for (let after = { orderId: 0, unitId: 0 }; ;) {
    // Each query starts where the previous one ended.
    // oxlint-disable-next-line no-await-in-loop
    const { rows } = await sql<Reveal & { signature: Buffer }>`
      select order_id as "orderId", unit_id as "unitId", viewer_id as "viewerId", at, ip, user_agent as "userAgent",
        content_hash as "contentHash", signature
      from reveals where (order_id, unit_id) > (${after.orderId}::bigint, ${after.unitId}::bigint)
        and signature is not null
      order by order_id, unit_id limit ${batch}`.execute(ctx.db);
    for (const { signature, ...reveal } of rows)
      if (!timingSafeEqual(signature, signReveal(ctx.keys.reveals, reveal)))
        forged.push({
          id: 'I13',
          subject: 'order',
          subjectId: reveal.orderId,
          fault: `the receipt of unit ${reveal.unitId} is not as it was signed`,
        });
    const last = rows.at(-1);
    if (!last || rows.length < batch) return forged;
    after = last;
  }
}
