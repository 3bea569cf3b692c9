import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { allSweeps } from '#server/process/sweeps.ts';
import { drain } from '#server/background/worker.ts';
import { hour, minute, openSales } from './orders/sales.ts';
import type { Sales } from './orders/sales.ts';

let sales: Sales;
beforeAll(async () => void (sales = await openSales()));
afterEach(() => sales.checkBooks());
afterAll(() => sales.close());

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i));

/** How many answers of each kind: `{ '201': 1, 'out_of_stock': 99 }`. */
function tally(answers: { status: number; body: { code?: string } }[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, body } of answers) {
    const name = body.code ?? String(status);
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

test.each(['manual', 'automatic'])(
  '100 simultaneous buyers for one unit (%s): one order, 99 clear refusals, stock 0',
  async (delivery) => {
    const listing = await sales.publishedListing(
      delivery === 'manual' ? { stock: 1 } : { codes: sales.codes(1) },
    );
    const buyers = await Promise.all(times(100, () => sales.user()));
    const answers = await Promise.all(buyers.map((buyer) => sales.order(buyer, listing)));
    expect(tally(answers)).toEqual({ '201': 1, out_of_stock: 99 });
    expect(await sales.listing(listing.id)).toMatchObject({ stock: 0, state: 'sold_out' });
    const { rows } = await sql`select count(*)::int from orders where listing_id = ${listing.id}`.execute(
      sales.db,
    );
    expect(rows).toEqual([{ count: 1 }]);
  },
);

test('60 buyers of one to three units never take more than there are', async () => {
  const listing = await sales.publishedListing({ codes: sales.codes(40) });
  const buyers = await Promise.all(times(60, () => sales.user()));
  await Promise.all(buyers.map((buyer, index) => sales.order(buyer, listing, 1 + (index % 3))));
  const { rows } = await sql<{ sold: number; reserved: number }>`
    select (select sum(quantity) from orders where listing_id = ${listing.id})::int as sold,
      (select count(*) from stock_units where listing_id = ${listing.id} and state = 'reserved')::int as reserved`.execute(
    sales.db,
  );
  const { stock } = await sales.listing(listing.id);
  expect(rows[0]!.sold).toBe(rows[0]!.reserved);
  expect(rows[0]!.sold + stock).toBe(40);
});

test('one Idempotency-Key sent 20 times at once: one order, twenty identical bodies', async () => {
  const listing = await sales.publishedListing({ stock: 30 });
  const buyer = await sales.user();
  const answers = await Promise.all(
    times(20, () => sales.order(buyer, listing, 1, { key: 'a-chave-do-duplo-clique' })),
  );
  expect(tally(answers)).toEqual({ '201': 20 });
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  expect(answers.filter(({ headers }) => headers['idempotent-replayed'] === 'true')).toHaveLength(19);
  expect(await sales.listing(listing.id)).toMatchObject({ stock: 29 });
});

test('one buyer ordering ten times at once stays below the limit of five unpaid', async () => {
  const listing = await sales.publishedListing({ stock: 30 });
  const buyer = await sales.user();
  const answers = await Promise.all(times(10, () => sales.order(buyer, listing)));
  expect(tally(answers)).toEqual({ '201': 5, too_many_unpaid_orders: 5 });
  expect(await sales.listing(listing.id)).toMatchObject({ stock: 25 });
});

test('20 simultaneous withdrawals of the whole balance: one', async () => {
  const sale = await sales.released({ priceCents: 10_000 });
  const body = { amountCents: 9_010 };
  const answers = await Promise.all(
    times(20, () => sales.request('POST', '/withdrawals', { token: sale.seller.token, key: true, body })),
  );
  expect(tally(answers)).toEqual({ '201': 1, insufficient_balance: 19 });
});

test('twenty people who approve one withdrawal at once: one decision, one payout', async () => {
  const sale = await sales.released({ priceCents: 10_000 });
  const body = { amountCents: 5_000 };
  const asked = await sales.request('POST', '/withdrawals', { token: sale.seller.token, key: true, body });
  const staff = await Promise.all(times(20, () => sales.user({ role: 'admin' })));
  const answers = await Promise.all(
    staff.map((person) =>
      sales.request('POST', `/staff/withdrawals/${asked.data.id}/decision`, {
        token: person.token,
        key: true,
        body: { decision: 'approve', note: '' },
      }),
    ),
  );
  expect(tally(answers)).toEqual({ '200': 1, already_decided: 19 });
  const { rows } =
    await sql`select count(*)::int from simulator.payouts where pix_key = ${sale.seller.cpf}`.execute(
      sales.db,
    );
  expect(rows).toEqual([{ count: 1 }]);
});

test('buyer confirms, timer fires and both again at once: one conclusion', async () => {
  const all = await Promise.all(times(6, () => sales.delivered()));
  await sales.moveClock(72 * hour + minute);
  const confirmations = all.flatMap((sale) => times(3, () => sales.tryAct(sale, sale.buyer, 'confirmation')));
  const sweeps = times(3, () => drain(sales.ctx, allSweeps));
  const [answers] = await Promise.all([Promise.all(confirmations), Promise.all(sweeps)]);
  expect(Object.keys(tally(answers)).every((name) => name === '200' || name === 'wrong_state')).toBe(true);
  for (const sale of all) {
    expect(await sales.stateOf(sale)).toBe('completed');
    const { rows } = await sql`select count(*)::int from order_events
      where order_id = ${sale.id} and to_state = 'completed'`.execute(sales.db);
    expect(rows).toEqual([{ count: 1 }]);
  }
});

test('buyer withdraws, seller cancels, seller starts and the timer fires at once: one end, one refund', async () => {
  const all = await Promise.all(times(6, () => sales.paid({ promisedHours: 1 })));
  await sales.moveClock(25 * hour + minute);
  await Promise.all([
    ...all.flatMap((sale) => [
      sales.tryAct(sale, sale.buyer, 'withdrawal-of-purchase'),
      sales.tryAct(sale, sale.seller, 'cancellation', { reason: 'other' }),
      sales.tryAct(sale, sale.seller, 'delivery-start'),
    ]),
    drain(sales.ctx, allSweeps),
  ]);
  await drain(sales.ctx, allSweeps);
  for (const sale of all) {
    expect(await sales.stateOf(sale)).toBe('cancelled');
    expect(await sales.refunds(sale)).toHaveLength(1);
    expect(await sales.listing(sale.listingId)).toMatchObject({ stock: 5 });
  }
});

test('payment, expiry and abandonment at once: the money is either the order or on its way back', async () => {
  const all = await Promise.all(times(8, () => sales.placed({ codes: sales.codes(1) })));
  await sales.moveClock(31 * minute);
  await Promise.all([
    ...all.flatMap((sale) => [
      sales.bank.payCharge(sale.reference),
      sales.tryAct(sale, sale.buyer, 'abandonment'),
    ]),
    drain(sales.ctx, allSweeps),
  ]);
  await drain(sales.ctx, allSweeps);
  for (const sale of all) {
    const state = await sales.stateOf(sale);
    const refunds = await sales.refunds(sale);
    if (state === 'delivered') expect(refunds).toEqual([]);
    else expect([state, refunds.length]).toEqual([expect.stringMatching(/^(expired|cancelled)$/), 1]);
  }
});
