import { randomUUID } from 'node:crypto';
import { Agent, request as httpRequest } from 'node:http';
import { sql } from 'kysely';
import { connect } from '#db/connect.ts';
import { createPaymentSimulator } from '#server/adapters/payments/simulator.ts';
import { signNotice } from '#server/adapters/payments/simulator-signature.ts';
import { openSession } from '#server/http/session.ts';
import { deriveKeys } from '#server/keys.ts';

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
}

/**
 * Whole purchases in three durable calls, one after the other for each buyer: order placed, payment notice received
 * and acted on, delivery confirmed (for a manual delivery the seller's two steps are played outside the clock by
 * automatic codes). The bank's own books are kept by this process, not by the server that is measured.
 */
export async function measurePurchases({
  url,
  appUrl,
  secretKey,
  buyers,
  seconds,
}: Input): Promise<PurchaseResult> {
  const db = connect(appUrl, { max: buyers, applicationName: 'bench bank' });
  const keys = deriveKeys(secretKey);
  const bank = createPaymentSimulator({ db, config: { publicUrl: url }, keys, log: console });
  const agent = new Agent({ keepAlive: true, maxSockets: buyers * 2 });
  const call = caller(url, agent);
  const { rows: people } = await sql<{
    id: number;
  }>`select id from users order by id desc limit ${buyers}`.execute(db);
  const { rows: listings } = await sql<{ id: number; price: number }>`
    select id, price_cents as price from listings where delivery_type = 'automatic' and state = 'published' limit 1000`.execute(
    db,
  );
  const tokens = await Promise.all(
    people.map((person) => openSession(db, { userId: person.id, ip: '127.0.0.1', userAgent: 'bench' })),
  );
  const took: number[] = [];
  let end = Infinity;

  async function buyOnce(token: string): Promise<void> {
    const listing = listings[Math.floor(Math.random() * listings.length)]!;
    const startedAt = performance.now();
    const body = { listingId: listing.id, quantity: 1, expectedTotalCents: listing.price, method: 'pix' };
    const placed = (await call('POST', '/orders', token, body)) as { hash: string; id: number };
    const outside = performance.now();
    const reference = await referenceOf(placed.id);
    await bank.payCharge(reference, { copies: 0 });
    const bankMs = performance.now() - outside;
    const notice = JSON.stringify({ eventId: randomUUID(), kind: 'charge', reference });
    await call('POST', '/webhooks/simulator', null, notice, signNotice(keys.webhook, notice));
    await confirm(token, placed.hash);
    took.push(performance.now() - startedAt - bankMs);
  }

  async function referenceOf(orderId: number): Promise<string> {
    const { rows } = await sql<{
      reference: string;
    }>`select reference from payments where order_id = ${orderId}`.execute(db);
    return rows[0]!.reference;
  }

  /** The notice is acted on right after its reply, so the first try may come a moment too early. */
  async function confirm(token: string, hash: string): Promise<void> {
    for (let attempt = 0; attempt < 200; attempt++) {
      const done = await call('POST', `/orders/${hash}/confirmation`, token, {}).catch(() => null);
      if (done) return;
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    throw new Error('the order was never delivered');
  }

  await Promise.all(tokens.map((token) => buyOnce(token)));
  took.length = 0;
  const startedAt = performance.now();
  end = startedAt + seconds * 1_000;
  await Promise.all(
    tokens.map(async (token) => {
      while (performance.now() < end) await buyOnce(token);
    }),
  );
  const elapsed = (performance.now() - startedAt) / 1_000;
  agent.destroy();
  await db.destroy();
  const sorted = took.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;
  return { perSecond: took.length / elapsed, p50Ms: at(0.5), p99Ms: at(0.99), count: took.length };
}

function caller(url: string, agent: Agent) {
  return (
    method: string,
    path: string,
    token: string | null,
    body: unknown,
    headers: Record<string, string> = {},
  ) =>
    new Promise<unknown>((resolve, reject) => {
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      const request = httpRequest(`${url}/api/v1${path}`, {
        method,
        agent,
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(text),
          'idempotency-key': randomUUID(),
          ...(token && { authorization: `Bearer ${token}` }),
          ...headers,
        },
      });
      request.once('error', reject);
      request.once('response', (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.once('end', () => {
          const reply = Buffer.concat(chunks).toString();
          if (response.statusCode! < 300) resolve((JSON.parse(reply) as { data: unknown }).data);
          else reject(new Error(`${response.statusCode} ${path} ${reply}`));
        });
      });
      request.end(text);
    });
}
