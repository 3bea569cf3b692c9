import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Person } from '#test/accounts/people.ts';
import { openSales } from '#test/orders/sales.ts';
import type { Placed, Sales } from '#test/orders/sales.ts';
import { watchingRisk } from '#test/risk/watching.ts';

let sales: Sales;
let admin: Person;
let support: Person;
beforeAll(async () => {
  sales = await openSales();
  admin = await sales.user({ role: 'admin' });
  support = await sales.user({ role: 'support' });
});
beforeEach(() => watchingRisk(sales, { weights: { known_fraud: 30 } }));
afterAll(() => sales.close());

const note = 'O titular do cartão não conhece a compra.';

const label = ({ id }: { id: number }, value: string, { token } = admin, words = note) =>
  sales.request('POST', `/staff/orders/${id}/risk-label`, {
    token,
    key: true,
    body: { label: value, note: words },
  });

const riskOf = async ({ id }: Placed) =>
  (await sales.request('GET', `/staff/orders/${id}`, { token: support.token })).data.risk;

test('a fraud that an admin recorded is a signal for the next purchase of the account, until it is corrected (F55)', async () => {
  const buyer = await sales.user();
  const listing = await sales.publishedListing({ stock: 5 });
  const sale = await sales.place(buyer, listing);
  expect(await riskOf(sale)).toMatchObject({ score: 0, label: null, labelled: null });
  expect((await label(sale, 'fraud')).status).toBe(200);
  expect(await riskOf(sale)).toMatchObject({
    label: 'fraud',
    labelled: { by: admin.username, note },
    because: 'Só um administrador registra o que um pedido foi.',
  });
  expect(await riskOf(await sales.place(buyer, listing))).toMatchObject({ reasons: ['known_fraud'] });
  expect((await label(sale, 'good', admin, 'O titular reconheceu a compra depois.')).status).toBe(200);
  expect(await riskOf(await sales.place(buyer, listing))).toMatchObject({ reasons: [] });
  const { data } = await sales.request('GET', `/staff/audit-log?subject=order&subjectId=${sale.id}`, {
    token: admin.token,
  });
  expect(data.items.map(({ before, after }: Record<string, unknown>) => [before, after])).toEqual([
    [{ riskLabel: 'fraud' }, { riskLabel: 'good' }],
    [{ riskLabel: null }, { riskLabel: 'fraud' }],
  ]);
});

test('support, its own sides, a short reason, another word and an order without examination are refused', async () => {
  const sale = await sales.placed();
  expect((await label(sale, 'fraud', support)).status).toBe(403);
  expect((await label(sale, 'fraud', sale.buyer)).status).toBe(403);
  const own = await sales.place(admin, await sales.publishedListing());
  expect((await label(own, 'good')).body.code).toBe('own_decision');
  expect((await label(sale, 'fraud', admin, 'Sei.')).status).toBe(400);
  expect((await label(sale, 'suspeito')).body.errors).toEqual({ label: 'Escolha o que foi.' });
  expect((await label({ id: 999_999 }, 'fraud')).status).toBe(404);
});
