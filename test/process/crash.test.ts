import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signNotice } from '#server/adapters/payments/simulator-signature.ts';
import { deriveKeys } from '#server/secrets/keys.ts';
import { serverFlags } from '../../bin/server-flags.js';
import { builtProgram } from './program-file.ts';
import { openSales } from '#test/orders/sales.ts';
import type { Sales } from '#test/orders/sales.ts';

const root = join(import.meta.dirname, '../..');
const purchases = 200;
const atOnce = 10;
const kills = [50, 110, 160];

/** The first start may have to build the site. */
const startLimitMs = 240_000;

let sales: Sales;
let dataDir: string;
let server: ChildProcess | undefined;
let url: string;
const secretKey = randomBytes(32).toString('hex');

beforeAll(async () => {
  sales = await openSales();
  dataDir = await mkdtemp(join(tmpdir(), 'praca-crash-'));
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  server = await start(port);
}, startLimitMs);

afterAll(async () => {
  server?.kill('SIGKILL');
  await sales.close();
  await rm(dataDir, { recursive: true, force: true });
});

test(
  `kill -9 in the middle of ${purchases} purchases: every acknowledged payment is there once, no order is stuck, the books balance`,
  async () => {
    const listing = await sales.publishedListing({ codes: sales.codes(purchases + 50), priceCents: 2_500 });
    const buyers = await Promise.all(Array.from({ length: atOnce }, () => sales.user()));
    const paidAtBank: string[] = [];
    let finished = 0;
    const queue = Array.from({ length: purchases }, (_, index) => index);

    /** As a person and a bank would: the same key until an answer comes, the same notice until it is taken. */
    async function buy(token: string): Promise<void> {
      const body = { listingId: listing.id, quantity: 1, expectedTotalCents: 2_500, method: 'pix' };
      const { hash, id } = await insist('/orders', token, JSON.stringify(body));
      const { rows } = await sql<{ reference: string }>`
        select reference from payments where order_id = ${id}`.execute(sales.db);
      const { reference } = rows[0]!;
      await until(async () => (await sales.bank.findCharge({ reference })) !== null);
      const endToEndId = await sales.bank.payCharge(reference, { copies: 0 });
      await insistNotice(reference);
      // Acknowledged: from here on the bank considers the notice delivered.
      paidAtBank.push(endToEndId!);
      await insist(`/orders/${hash}/confirmation`, token, '{}');
      finished += 1;
    }

    const shopping = Promise.all(
      buyers.map(async ({ token }) => {
        while (queue.pop() !== undefined) await buy(token);
      }),
    );
    const killing = (async () => {
      for (const mark of kills) {
        await until(async () => finished >= mark);
        server!.kill('SIGKILL');
        await once(server!, 'exit');
        server = await start(Number(new URL(url).port));
      }
    })();
    await Promise.all([shopping, killing]);

    expect(finished).toBe(purchases);
    const { rows } = await sql<Record<string, number>>`
      select (select count(*) from orders)::int as orders,
        (select count(*) from orders where state = 'completed')::int as completed,
        (select count(*) from payments where state = 'confirmed')::int as confirmed,
        (select count(*) from refunds)::int as refunds,
        (select count(*) from stock_units where state = 'delivered')::int as delivered,
        (select stock from listings where id = ${listing.id}) as stock,
        (select count(*) from payments where end_to_end_id = any (${paidAtBank}::text[]))::int as acknowledged`.execute(
      sales.db,
    );
    expect(rows[0]).toEqual({
      orders: purchases,
      completed: purchases,
      confirmed: purchases,
      refunds: 0,
      delivered: purchases,
      stock: 50,
      acknowledged: purchases,
    });
    await sales.checkBooks();
    const { rows: unprocessed } = await sql`
      select event_id from provider_events where processed_at is null and received_at < now() - interval '10 seconds'`.execute(
      sales.db,
    );
    expect(unprocessed).toEqual([]);
  },
  startLimitMs,
);

async function start(port: number): Promise<ChildProcess> {
  const child = spawn(process.execPath, [...serverFlags, await builtProgram()], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'test',
      PORT: String(port),
      DATA_DIR: dataDir,
      DATABASE_URL: sales.database.ownerUrl,
      DATABASE_APP_URL: sales.database.appUrl,
      SECRET_KEY: secretKey,
      ALLOW_SIMULATORS: '1',
      DEMO: '0',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ready = Promise.withResolvers<void>();
  createInterface({ input: child.stdout! }).on('line', (line) => line.includes(url) && ready.resolve());
  child.once('exit', (code) => ready.reject(new Error(`the server ended with ${code}`)));
  await ready.promise;
  return child;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

/** One intent, one key, sent until the server is there to answer it. */
async function insist(path: string, token: string, body: string): Promise<{ hash: string; id: number }> {
  const key = randomUUID();
  const headers = {
    authorization: `Bearer ${token}`,
    'idempotency-key': key,
    'content-type': 'application/json',
  };
  for (let tries = 0; tries < 2_000; tries++) {
    const answer = await fetch(`${url}/api/v1${path}`, { method: 'POST', headers, body }).catch(
      () => undefined,
    );
    const reply =
      answer && ((await answer.json().catch(() => undefined)) as { data: never; code: string } | undefined);
    if (answer?.ok && reply) return reply.data;
    // A refusal is stored under its key; it may have been given before the payment arrived.
    if (reply?.code === 'wrong_state') headers['idempotency-key'] = randomUUID();
    else if (reply && answer!.status < 500 && answer!.status !== 409) throw new Error(JSON.stringify(reply));
    await sleep(20);
  }
  throw new Error(`no answer to ${path}`);
}

async function insistNotice(reference: string): Promise<void> {
  const body = JSON.stringify({ eventId: randomUUID(), kind: 'charge', reference });
  const headers = { 'content-type': 'application/json', ...signNotice(deriveKeys(secretKey).webhook, body) };
  await until(async () => {
    const answer = await fetch(`${url}/api/v1/webhooks/simulator`, { method: 'POST', headers, body }).catch(
      () => undefined,
    );
    return answer?.ok === true;
  });
}

async function until(done: () => Promise<boolean>): Promise<void> {
  while (!(await done())) await sleep(10);
}
