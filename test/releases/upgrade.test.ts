import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { connect } from '#db/connect.ts';
import { describeSchema } from '#db/describe-schema.ts';
import { demoPassword } from '#demo/market/accounts.ts';
import { breaks } from '#server/ledger/queries.ts';
import { createEmptyTestDatabase, createTestDatabase } from '#test/database.ts';
import type { TestDatabase } from '#test/database.ts';
import { findFaults } from '#test/invariants.ts';
import { startServerProcess } from '#test/process/server-process.ts';
import type { ServerProcess } from '#test/process/server-process.ts';
import { readReleases, restoreRelease, snapshotKey } from './release.ts';
import { countRows } from './snapshot.ts';

/** Copies of other rows, which a migration may empty because they fill themselves again. */
const derived = ['public.word_hits'];
/** What the start of a server writes or removes. */
const volatile = ['public.processes', 'public.sessions', 'public.devices'];
const releases = await readReleases();

async function asOwner<T>({ ownerUrl }: TestDatabase, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client(ownerUrl);
  await client.connect();
  return work(client).finally(() => client.end());
}

/** The schema without the rows of its tables. */
const catalogueOf = async (client: Client) =>
  (await describeSchema(client)).filter((entry) => !entry.startsWith('row '));

describe.each(releases)('the filled database of release $version', { timeout: 120_000 }, (release) => {
  let database: TestDatabase;
  let server: ServerProcess | undefined;
  let dataDir: string;
  let before: Record<string, number>;

  beforeAll(async () => {
    database = await createEmptyTestDatabase();
    await restoreRelease(release, database.ownerUrl);
    before = await asOwner(database, countRows);
    dataDir = await mkdtemp(join(tmpdir(), 'praca-upgrade-'));
    server = await startServerProcess({
      ROLE: 'web',
      DEMO: '0',
      DATA_DIR: dataDir,
      DATABASE_URL: database.ownerUrl,
      SECRET_KEY: snapshotKey,
    });
  }, 300_000);

  afterAll(async () => {
    await server?.stop();
    await database.drop();
    await rm(dataDir, { recursive: true });
  });

  afterEach(async () => {
    const db = connect(database.ownerUrl, { max: 2, applicationName: 'upgrade', statementTimeoutMs: 60_000 });
    expect(await breaks(db)).toEqual([]);
    expect(await findFaults(db)).toEqual([]);
    await db.destroy();
  });

  const read = async (path: string, init?: RequestInit) => {
    const reply = await fetch(`${server!.url}${path}`, init);
    return { status: reply.status, text: await reply.text() };
  };

  const post = (path: string, body: object, headers: Record<string, string>) =>
    read(`/api/v1${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });

  test('has the schema of a new one after the start of this version', async () => {
    const fresh = await createTestDatabase();
    try {
      expect(await asOwner(database, catalogueOf)).toEqual(await asOwner(fresh, catalogueOf));
    } finally {
      await fresh.drop();
    }
  });

  test('keeps every row', async () => {
    const after = await asOwner(database, countRows);
    const lost = Object.entries(before).filter(
      ([table, count]) => ![...derived, ...volatile].includes(table) && (after[table] ?? 0) < count,
    );
    expect(lost).toEqual([]);
    expect(before['public.orders']).toBeGreaterThan(100);
    expect(before['money.journals']).toBeGreaterThan(100);
  });

  test('serves its pages, and its people sign in and buy', async () => {
    const { listing } = await asOwner(database, async (client) => {
      const { rows } = await client.query(`select l.id, l.slug, l.price_cents as "priceCents" from listings l
        where l.state = 'published' and l.delivery_type = 'automatic' and l.stock > 1
          and l.seller_id not in (select id from users where email = 'compradora@demo.praca')
        order by l.price_cents limit 1`);
      return { listing: rows[0] as { id: string; slug: string; priceCents: string } };
    });
    for (const path of ['/readyz', '/', '/anuncios', `/anuncio/${listing.slug}`])
      expect((await read(path)).status, path).toBe(200);
    const { headers } = await fetch(`${server!.url}/api/v1/public/logo`);
    const cookie = headers.getSetCookie()[0]!.split(';')[0]!;
    const session = await post(
      '/sessions',
      { login: 'compradora@demo.praca', password: demoPassword },
      { cookie, 'x-xsrf-token': cookie.slice(cookie.indexOf('=') + 1) },
    );
    expect(session.status, session.text).toBe(201);
    const { token } = (JSON.parse(session.text) as { data: { token: string } }).data;
    const order = await post(
      '/orders',
      {
        listingId: Number(listing.id),
        quantity: 1,
        expectedTotalCents: Number(listing.priceCents),
        method: 'pix',
      },
      { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() },
    );
    expect(order.status, order.text).toBe(201);
  });
});
