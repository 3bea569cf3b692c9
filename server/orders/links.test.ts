import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Person } from '#test/accounts/people.ts';
import { countInNextWindow } from '#test/attempts.ts';
import { openSales } from '#test/orders/sales.ts';
import type { Placed, Sales } from '#test/orders/sales.ts';
import { newHash } from './links.ts';

let sales: Sales;
beforeAll(async () => void (sales = await openSales()));
afterAll(() => sales.close());

const renew = ({ hash }: Placed, who: Person) =>
  sales.request('POST', `/orders/${hash}/link`, { token: who.token, key: true });
const look = (hash: string, ip: string, who?: Person) =>
  sales.request('GET', `/orders/${hash}`, { ip, ...(who && { token: who.token }) });

test('a new link opens the order and the old one stops working, also in notifications (§4.17)', async () => {
  const sale = await sales.paid();
  await sales.drain();
  const { data } = await renew(sale, sale.buyer);
  expect(data.hash).not.toBe(sale.hash);
  expect((await sales.view({ hash: data.hash }, sale.seller)).viewerIs).toBe('seller');
  for (const who of [undefined, sale.buyer, sale.seller])
    expect((await look(sale.hash, '203.0.113.1', who)).status).toBe(404);
  const { rows } = await sql<{ url: string }>`
    select url from notifications where user_id in (${sale.buyer.id}, ${sale.seller.id}) and url like '/pedido/%'`.execute(
    sales.db,
  );
  expect(rows.length).toBeGreaterThan(0);
  expect(new Set(rows.map(({ url }) => url))).toEqual(new Set([`/pedido/${data.hash}`]));
});

test('only the buyer can replace the link of an order', async () => {
  const sale = await sales.placed();
  const admin = await sales.user({ role: 'admin' });
  for (const who of [sale.seller, admin, await sales.user()])
    expect((await renew(sale, who)).status).toBe(404);
  expect((await look(sale.hash, '203.0.113.2')).status).toBe(200);
});

test('concurrent replacements create one new link', async () => {
  const sale = await sales.placed();
  const answers = await Promise.all(Array.from({ length: 9 }, () => renew(sale, sale.buyer)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 404]));
});

let guessers = 0;
test('guessing links is limited; buyer and seller of the order never are (T57)', async () => {
  const sale = await sales.placed();
  const ip = `198.51.100.${++guessers}`;
  const tries = await Promise.all(Array.from({ length: 60 }, () => look(newHash(), ip)));
  expect(new Set(tries.map(({ status }) => status))).toEqual(new Set([404]));
  await countInNextWindow(sales.db, `order link ip:${ip}`);
  const stopped = await look(sale.hash, ip);
  expect([stopped.status, stopped.body.code]).toEqual([429, 'too_many_requests']);
  expect((await look(sale.hash, ip, await sales.user())).status).toBe(429);
  for (const who of [sale.buyer, sale.seller]) expect((await look(sale.hash, ip, who)).status).toBe(200);
  expect((await look(sale.hash, '203.0.113.3')).status).toBe(200);
});
