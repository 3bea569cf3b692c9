import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { connect } from '#db/connect.ts';
import { signNotice } from '#server/adapters/payments/simulator-signature.ts';
import type { Db } from '#server/context.ts';
import { openSession } from '#server/http/session.ts';
import { deriveKeys } from '#server/secrets/keys.ts';
import { batchWhileBusy } from '#server/concurrency/batch.ts';
import { openCaller } from './caller.ts';
import type { Caller } from './caller.ts';

export interface PurchaseResult {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  count: number;
}

interface Input {
  url: string;
  appUrl: string;
  secretKey: string;
  buyers: number;
  seconds: number;
  /** All buyers buy the one listing with the most codes, instead of any of a thousand. */
  hot: boolean;
}

/** The number of buyers that alternate, so that no daily limit is summed over a thousand purchases of one person. */
const peopleWhoBuy = 64;

/**
 * Whole purchases in three durable calls, in sequence for each buyer: order placed, payment notice received and
 * processed, delivery confirmed (automatic codes replace the seller's two steps of a manual delivery, outside the
 * measured time). The bank's own books are written by this process, not by the measured server.
 */
export async function measurePurchases({
  url,
  appUrl,
  secretKey,
  buyers,
  seconds,
  hot,
}: Input): Promise<PurchaseResult> {
  const db = connect(appUrl, { max: buyers, applicationName: 'bench bank' });
  const keys = deriveKeys(secretKey);
  const { rows: people } = await sql<{
    id: number;
  }>`select id from users order by id desc limit ${peopleWhoBuy}`.execute(db);
  const { rows: listings } = await sql<{ id: number; price: number }>`
    select id, price_cents as price from listings where delivery_type = 'automatic' and state = 'published'
    order by stock desc limit ${hot ? 1 : 1000}`.execute(db);
  const tokens = await Promise.all(
    people.map((person) => openSession(db, { userId: person.id, ip: '127.0.0.1', userAgent: 'bench' })),
  );
  const took: number[] = [];

  let turn = 0;
  async function buyOnce(call: Caller): Promise<void> {
    const token = tokens[turn++ % tokens.length]!;
    const listing = listings[Math.floor(Math.random() * listings.length)]!;
    const startedAt = performance.now();
    const mine = () => ({ authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() });
    const wish = { listingId: listing.id, quantity: 1, expectedTotalCents: listing.price, method: 'pix' };
    const placed = (await call('/orders', JSON.stringify(wish), mine())) as { hash: string; id: number };
    const outside = performance.now();
    const reference = await payAtBank(db, placed.id);
    const bankMs = performance.now() - outside;
    const notice = JSON.stringify({ eventId: randomUUID(), kind: 'charge', reference });
    await call('/webhooks/simulator', notice, signNotice(keys.webhook, notice));
    await confirm(call, placed.hash, mine());
    took.push(performance.now() - startedAt - bankMs);
  }

  const callers = await Promise.all(Array.from({ length: buyers }, () => openCaller(url)));
  const run = (work: (call: Caller) => Promise<void>) => Promise.all(callers.map(({ call }) => work(call)));
  await run(buyOnce);
  took.length = 0;
  const startedAt = performance.now();
  const end = startedAt + seconds * 1_000;
  await run(async (call) => {
    while (performance.now() < end) await buyOnce(call);
  });
  const elapsed = (performance.now() - startedAt) / 1_000;
  for (const caller of callers) caller.close();
  await db.destroy();
  const sorted = took.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;
  return { perSecond: took.length / elapsed, p50Ms: at(0.5), p99Ms: at(0.99), count: took.length };
}

/** The notice is mostly processed before its reply; after the server's time limit the first try comes too early. */
async function confirm(call: Caller, hash: string, headers: Record<string, string>): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const fresh = { ...headers, 'idempotency-key': randomUUID() };
    const done = await call(`/orders/${hash}/confirmation`, '{}', fresh).catch(() => null);
    if (done) return;
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  throw new Error('the order was never delivered');
}

/**
 * The bank records all payments of this moment in one entry of its books, since its time is not ours.
 * @returns the reference of an order's charge
 */
export const payAtBank = batchWhileBusy(async (db: Db, orders: number[]): Promise<string[]> => {
  const { rows } = await sql<{ order: number; reference: string }>`
    with paid as (select order_id as "order", reference, amount_cents from payments
      where order_id = any(${orders}::bigint[])),
    entered as (insert into simulator.receipts (end_to_end_id, charge_reference, amount_cents)
      select ${randomBytes(8).toString('hex')} || "order", reference, amount_cents from paid)
    select "order", reference from paid`.execute(db);
  const references = new Map(rows.map(({ order, reference }) => [order, reference]));
  return orders.map((order) => references.get(order)!);
});
