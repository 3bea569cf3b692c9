import { afterAll, beforeAll, expect, test } from 'vitest';
import { defaultRules } from '#domain/settings/rules.ts';
import { openSales } from '#test/orders/sales.ts';
import type { Sales } from '#test/orders/sales.ts';

let sales: Sales;
beforeAll(async () => {
  sales = await openSales();
  // The initial rules of a new installation.
  await sales.setRules({ receipts: defaultRules.receipts, company: defaultRules.company });
});
afterAll(() => sales.close());

const order = async () => {
  const listing = await sales.publishedListing({ priceCents: 10_000 });
  return sales.order(await sales.user(), listing, 1, {}, 'manual');
};

async function offered() {
  sales.forgetCaches();
  const [methods, settings] = [
    await sales.request('GET', '/public/payment-methods'),
    await sales.request('GET', '/public/settings'),
  ];
  return [methods.data.items.map(({ method }: { method: string }) => method), settings.data.methods];
}

async function help(): Promise<string> {
  const { token } = await sales.user({ role: 'admin' });
  const { data } = await sales.request('GET', '/staff/settings', { token });
  return data.fields.find(({ path }: { path: string }) => path === 'openMethods').help;
}

test('manual payment stays closed until the operator has entered their own account', async () => {
  const others = ['pix', 'card', 'boleto', 'balance'];
  expect(await offered()).toEqual([others, others]);
  expect((await order()).body.code).toBe('method_closed');
  expect(await help()).toContain('a conta que recebe ainda é a do exemplo');

  const account = { ...defaultRules.receipts.account, pixKey: 'financeiro@loja.com.br' };
  await sales.setRules({ receipts: { ...defaultRules.receipts, account } });
  expect((await order()).body.code).toBe('method_closed');

  await sales.setRules({ company: { ...defaultRules.company, document: '11.222.333/0001-81' } });
  expect((await order()).status).toBe(201);
  expect(await offered()).toEqual([
    [...others, 'manual'],
    [...others, 'manual'],
  ]);
  expect(await help()).toBe('Na ordem em que aparecem na compra.');
});
