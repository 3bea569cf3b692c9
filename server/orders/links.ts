import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { record } from '#server/events/events.ts';
import { takeNetworkAttempt } from '#server/http/limits/rate-limit.ts';

/** The random part of an order's URL: 160 bits, so that it cannot be guessed (T57). */
export function newHash(): string {
  return randomBytes(20).toString('base64url');
}

/**
 * Replaces the link of the buyer's order (§4.17): the old link stops working at once. Existing notifications of both
 * sides are changed to the new link.
 */
export async function renewLink(tx: Tx, viewer: Viewer, hash: string): Promise<{ hash: string }> {
  const renewed = newHash();
  const { rows } = await sql<{ id: number; buyerId: number; sellerId: number }>`
    update orders set hash = ${renewed} where hash = ${hash} and buyer_id = ${viewer.id}
    returning id, buyer_id as "buyerId", seller_id as "sellerId"`.execute(tx);
  const order = rows[0] ?? fail('not_found');
  await sql`update notifications set url = replace(url, ${hash}, ${renewed})
    where user_id = any (${[order.buyerId, order.sellerId]}::bigint[]) and starts_with(url, ${`/pedido/${hash}`})`.execute(
    tx,
  );
  await record(tx, {
    kind: 'order.link_renewed',
    actor: viewer,
    subject: { kind: 'order', id: order.id },
    data: {},
  });
  return { hash: renewed };
}

const lookupLimit = { max: 60, windowMs: 60_000 };

/** Counts a request for an order of other people or for an unknown link, to slow down guessing (T57). */
export async function countLookup({ db }: Ctx, ip: string): Promise<void> {
  await takeNetworkAttempt(db, { what: 'order link', ip }, lookupLimit.max, lookupLimit.windowMs);
}
