import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { allSweeps } from '#server/process/sweeps.ts';
import { drain } from '#server/background/worker.ts';
import { hour, minute, openSales } from '#test/orders/sales.ts';
import type { Placed, Sales } from '#test/orders/sales.ts';

let sales: Sales;
beforeAll(async () => void (sales = await openSales()));
afterEach(() => sales.checkBooks());
afterAll(() => sales.close());

const pay = (sale: Placed, method: string) =>
  sales.request('POST', `/orders/${sale.hash}/payments`, {
    token: sale.buyer.token,
    key: true,
    body: { method },
  });

async function owed(method: 'pix' | 'boleto'): Promise<Placed> {
  const listing = await sales.publishedListing({ stock: 1 });
  return sales.place(await sales.user(), listing, 1, method);
}

/** Moves the clock to so long before an instant. */
async function goTo(sale: Placed, instant: string, beforeMs: number): Promise<void> {
  const { now } = await sales.view(sale, sale.buyer);
  await sales.moveClock(Date.parse(instant) - Date.parse(now) - beforeMs);
}

test('repeated boletos keep the order open no longer than the first one (P01)', async () => {
  const sale = await owed('boleto');
  const born = (await sales.view(sale, sale.buyer)).deal;
  for (const beforeMs of [30 * hour, 30 * minute]) {
    await goTo(sale, born.payment.expiresAt, beforeMs);
    const answer = await pay(sale, 'boleto');
    expect(answer.status, answer.text).toBe(201);
    expect(answer.data.expiresAt).toBe(born.payment.expiresAt);
    expect((await sales.view(sale, sale.buyer)).deal.dueAt).toBe(born.dueAt);
  }
  await goTo(sale, born.payment.expiresAt, -minute);
  const late = await pay(sale, 'boleto');
  expect([late.status, late.body.code, late.body.detail]).toEqual([
    409,
    'method_closed',
    'Não há mais tempo para outro boleto neste pedido. Pague de outra forma, ou compre de novo.',
  ]);
  expect((await sales.view(sale, sale.buyer)).deal.payment.ways).toEqual(['pix', 'card']);
  await goTo(sale, born.dueAt, 10 * minute);
  const pix = await pay(sale, 'pix');
  expect([pix.status, pix.data.expiresAt]).toEqual([201, born.dueAt]);
  await goTo(sale, born.dueAt, -1_000);
  expect((await pay(sale, 'pix')).body).toMatchObject({
    code: 'wrong_state',
    detail: 'O prazo para pagar este pedido acabou. Compre de novo.',
  });
  await drain(sales.ctx, allSweeps);
  expect(await sales.stateOf(sale)).toBe('expired');
  expect(await sales.listing(sale.listingId)).toMatchObject({ state: 'published', stock: 1 });
});

test('a Pix order of thirty minutes can switch to a boleto of its first day, and both sides see the same deadline', async () => {
  const sale = await owed('pix');
  await sales.moveClock(20 * minute);
  const reference = await owed('boleto');
  const end = (await sales.view(reference, reference.buyer)).deal;
  expect((await sales.view(sale, sale.buyer)).deal.payment.ways).toEqual(['pix', 'card', 'boleto']);
  expect((await sales.view(sale, sale.seller)).deal.payment.ways).toEqual([]);
  expect((await pay(sale, 'boleto')).data.expiresAt).toBe(end.payment.expiresAt);
  expect((await sales.view(sale, sale.buyer)).deal.dueAt).toBe(end.dueAt);
});

test('without boletos a Pix renewed every twenty minutes does not reserve the item longer', async () => {
  await sales.setRules({ openMethods: ['pix'] });
  const sale = await owed('pix');
  await sales.moveClock(20 * minute);
  const { dueAt } = (await sales.view(sale, sale.buyer)).deal;
  expect((await pay(sale, 'pix')).data.expiresAt).toBe(dueAt);
  await sales.moveClock(11 * minute);
  await drain(sales.ctx, allSweeps);
  expect(await sales.stateOf(sale)).toBe('expired');
});
