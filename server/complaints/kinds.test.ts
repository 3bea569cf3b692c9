import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { categoryKinds, kindRules } from '#domain/listings/category-kinds.ts';
import type { CategoryKind } from '#domain/listings/category-kinds.ts';
import { complaintReasons } from '#domain/complaints/complaints.ts';
import { openComplaints } from '#test/complaints/complaints.ts';
import type { Complaints } from '#test/complaints/complaints.ts';
import type { Placed } from '#test/orders/sales.ts';

/** What a category sells decides which reasons a complaint may have, and how a listing may be delivered. */
let market: Complaints;
const categories = {} as Record<CategoryKind, number>;
beforeAll(async () => {
  market = await openComplaints();
  for (const kind of categoryKinds) {
    const parentId = await market.sales.category({ kind });
    // The kind is the parent's.
    categories[kind] = await market.sales.category({ parentId });
  }
});
afterAll(() => market.sales.close());

async function openingOf(sale: Placed) {
  const answer = await market.sales.request('GET', `/orders/${sale.hash}/complaints`, {
    token: sale.buyer.token,
  });
  return answer.data.opening;
}

test.each(categoryKinds)(
  'an order of kind %s offers its reasons and refuses every other (R01)',
  async (kind) => {
    const sale = await market.sales.delivered({
      categoryId: categories[kind],
      ...(kindRules[kind].deliveryTypes.includes('automatic') && { codes: [`codigo-${kind}-1`] }),
      ...(kind === 'physical' && { cityId: 4_106_902 }),
    });
    const { complaintReasons: own, name } = kindRules[kind];
    expect((await openingOf(sale)).reasons).toEqual(own);
    for (const reason of complaintReasons.filter((each) => !own.includes(each))) {
      const refused = await market.open(sale, { reason });
      expect([refused.status, refused.body.code], reason).toEqual([400, 'invalid_request']);
      expect(refused.body.errors).toEqual({
        reason: `Este motivo não serve para «${name}». Escolha outro motivo.`,
      });
    }
    await market.complain(sale, { reason: own[1] });
  },
);

test('an order keeps the kind of its placement, and one without a kind has every reason', async () => {
  const categoryId = await market.sales.category();
  const sale = await market.sales.delivered({ categoryId, codes: ['codigo-livre-1'] });
  await sql`update categories set kind = 'physical' where id = ${categoryId}`.execute(market.sales.db);
  expect((await openingOf(sale)).reasons).toEqual([...complaintReasons]);
  const dispute = await market.complain(sale, { reason: 'invalid_code' });
  expect(await market.seen(dispute)).toMatchObject({ reason: 'invalid_code', state: 'open' });
});

test.each([
  [
    'within an hour',
    { promisedHours: 1 },
    { promisedHours: '«Produto físico» não chega tão rápido. Escolha um prazo maior.' },
  ],
  [
    'automatically',
    { codes: ['codigo-de-abajur'] },
    { deliveryType: '«Produto físico» não tem entrega na hora. Escolha «Eu entrego».' },
  ],
] as const)('a physical thing is not delivered %s (L02)', async (_how, delivery, errors) => {
  const { id, seller } = await market.sales.draft({
    categoryId: categories.physical,
    ...(delivery as { promisedHours?: 1; codes?: string[] }),
  });
  const refused = await market.sales.request('POST', `/listings/${id}/submission`, {
    token: seller.token,
    key: true,
  });
  expect([refused.status, refused.body.code]).toEqual([422, 'listing_incomplete']);
  expect(refused.body.errors).toMatchObject(errors);
});
