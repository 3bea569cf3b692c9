import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { record } from '#server/events/events.ts';
import { takeNetworkAttempt } from '#server/http/limits/rate-limit.ts';

/** What names an order in its address: 160 bits that nobody guesses (T57). */
export function newHash(): string {
  return randomBytes(20).toString('base64url');
}

/**
 * The buyer's order gets another link (§4.17): whoever had the old one sees nothing from now on. Notices that both
 * sides were given lead to the new one.
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

const lookups = { max: 60, windowMs: 60_000 };

/** Counts a look at somebody else's order, or at none: a person has a few links, who tries them has many (T57). */
export async function takeLookup({ db }: Ctx, ip: string): Promise<void> {
  await takeNetworkAttempt(db, { what: 'order link', ip }, lookups.max, lookups.windowMs);
}
