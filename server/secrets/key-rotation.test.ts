import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { Client } from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readAccounts, sealAccount } from '#server/settings/credentials/stored.ts';
import { openSecret, totpCode } from '#server/accounts/factors/totp.ts';
import { request } from '#test/http-request.ts';
import { openSales } from '#test/orders/sales.ts';
import type { Sales } from '#test/orders/sales.ts';
import { createApp } from '#server/process/app.ts';
import { buildContext } from '#server/process/build-context.ts';
import type { Ctx } from '#server/context.ts';
import { resealSecrets, sealedColumns } from './key-rotation.ts';
import { loadKeys } from './keys.ts';
import { forgedReveals } from '#server/orders/delivery/reveals.ts';
import { vapidKeys } from '#server/notifications/push/vapid.ts';
import { drain } from '#server/background/worker.ts';

let sales: Sales;
let oldKey: string;
const newKey = randomBytes(32).toString('hex');
beforeAll(async () => {
  sales = await openSales();
  oldKey = sales.ctx.config.secretKey!;
  await loadKeys(sales.db, oldKey, []);
});
afterAll(() => sales.close());

/** Simulates a process that starts on the same database with these secrets. */
async function start(secretKey: string, previous: readonly string[] = []) {
  const keys = await loadKeys(sales.db, secretKey, previous);
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
  const config = { ...sales.ctx.config, secretKey, previousSecretKeys: previous };
  const ctx: Ctx = buildContext({ config, db: sales.db, log, keys });
  const app = await createApp(ctx);
  await app.ready();
  return { ctx, app, lines, ask: (...how: Ask) => request(app, ...how) };
}
type Ask = Parameters<typeof request> extends [unknown, ...infer Rest] ? Rest : never;

const deliveryData = 'Rua das Palmeiras, 40.';
const writtenAddress = {
  label: 'Casa',
  recipient: 'Ivone Lara',
  phone: '91987654321',
  postalCode: '66010000',
  street: 'Avenida Presidente Vargas',
  number: null,
  complement: '',
  district: 'Campina',
  city: 'Belém',
  state: 'PA',
};

/** Creates everything sealed or signed that people have before the secret is replaced. */
async function createSecrets() {
  const sale = await sales.paid({ codes: ['ROTA-0001', 'ROTA-0002'] });
  await sales.request('POST', `/orders/${sale.hash}/reveal`, { token: sale.buyer.token });
  const categoryId = await sales.category({ deliveryData: 'required', deliveryDataHint: 'Endereço' });
  const listing = await sales.publishedListing({ stock: 2, categoryId });
  const buyer = await sales.user({ totp: true });
  const placed = await sales.request('POST', '/orders', {
    token: buyer.token,
    key: true,
    body: {
      listingId: listing.id,
      quantity: 1,
      expectedTotalCents: listing.priceCents,
      method: 'pix',
      deliveryData,
    },
  });
  expect(placed.status, placed.text).toBe(201);
  const codes = await sales.request('POST', '/second-factors/recovery-codes', { token: buyer.token });
  const address = await sales.request('POST', '/addresses', {
    token: buyer.token,
    key: true,
    body: writtenAddress,
  });
  expect(address.status, address.text).toBe(201);
  await vapidKeys(sales.db, sales.ctx.keys);
  const owner = new Client({ connectionString: sales.database.ownerUrl });
  await owner.connect();
  const account = sealAccount(sales.ctx.keys, 'mail', { SMTP_URL: 'smtp://127.0.0.1:2525' });
  await owner.query(
    `insert into credentials (service, provider, sealed, author_id) values ('mail', 'smtp', $1, $2)`,
    [account, buyer.id],
  );
  await owner.end();
  return { sale, buyer, hash: placed.data.hash as string, recovery: codes.data.recoveryCodes as string[] };
}

type Secrets = Awaited<ReturnType<typeof createSecrets>>;

async function everythingWorks(at: Awaited<ReturnType<typeof start>>, had: Secrets): Promise<void> {
  const { sale, buyer } = had;
  const shown = await at.ask('POST', `/orders/${sale.hash}/reveal`, { token: sale.buyer.token });
  expect(shown.data.codes.map(({ code }: { code: string }) => code)).toEqual([
    expect.stringMatching(/^ROTA-000[12]$/),
  ]);
  const order = await at.ask('GET', `/orders/${had.hash}`, { token: buyer.token });
  expect(order.data.deal.deliveryData.text).toBe(deliveryData);
  const addresses = await at.ask('GET', '/addresses', { token: buyer.token });
  expect(addresses.data.items).toMatchObject([{ street: writtenAddress.street }]);
  const again = await at.ask('POST', `/listings/${sale.listingId}/codes`, {
    token: sale.seller.token,
    key: true,
    body: { codes: ['rota 0002'] },
  });
  expect(again.body.code).toBe('duplicate_code');
  const proof = await at.ask('POST', '/sessions/current/proofs', {
    token: buyer.token,
    body: { method: 'recovery', code: had.recovery.pop(), trustDevice: false },
  });
  expect(proof.status, proof.text).toBe(201);
  const { rows } = await sql<{ sealed: Buffer }>`
    select secret_sealed as sealed from totp_secrets where user_id = ${buyer.id}`.execute(sales.db);
  expect(totpCode(openSecret(at.ctx, buyer.id, rows[0]!.sealed), 0)).toMatch(/^\d{6}$/);
  expect(await forgedReveals(at.ctx)).toEqual([]);
  expect(await readAccounts(sales.db, at.ctx.keys)).toMatchObject([{ service: 'mail' }]);
}

test('SECRET_KEY is replaced while the market is open, and the old one can be removed', async () => {
  const had = await createSecrets();
  const home = await sales.app.inject({ method: 'GET', url: '/api/v1/public/logo' });
  const cookie = String(home.headers['set-cookie']).split(';')[0]!;
  const during = await start(newKey, [oldKey]);
  await everythingWorks(during, had);
  const signIn = await during.app.inject({
    method: 'POST',
    url: '/api/v1/sessions',
    headers: { cookie, 'x-xsrf-token': cookie.split('=')[1]! },
    payload: { login: 'nobody@exemplo.com.br', password: 'não é a senha' },
  });
  expect(signIn.json().code).not.toBe('xsrf_mismatch');

  await drain(during.ctx, [resealSecrets]);
  expect(during.lines.join('')).toContain('SECRET_KEY_PREVIOUS may be removed');
  await everythingWorks(during, had);
  await during.app.close();

  const after = await start(newKey);
  await everythingWorks(after, had);
  await after.app.close();
  await expect(loadKeys(sales.db, oldKey, [])).rejects.toThrow(/^SECRET_KEY: [^\n]+$/);
});

test('a secret that does not belong to this database is refused in one line', async () => {
  await expect(loadKeys(sales.db, randomBytes(32).toString('hex'), [])).rejects.toThrow(
    /^SECRET_KEY: [^\n]+SECRET_KEY_PREVIOUS\.$/,
  );
});

test('every column of sealed secrets is resealed', async () => {
  const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and data_type = 'bytea' and column_name like '%sealed' order by 1`.execute(
    sales.db,
  );
  const known = sealedColumns.map(({ table, column }) => `${table}.${column}`);
  expect(rows.map(({ name }) => name)).toEqual([...known, 'staff_proposals.sealed'].toSorted());
});
