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

/** A delivered sale of this kind; a thing is one that was on sale by hand before its category said so (ADR 99). */
async function saleOf(kind: CategoryKind): Promise<Placed> {
  const { sales } = market;
  if (kind !== 'physical') {
    const codes = kindRules[kind].deliveryTypes.includes('automatic') && { codes: [`codigo-${kind}-1`] };
    return sales.delivered({ categoryId: categories[kind], ...codes });
  }
  const categoryId = await sales.category();
  const listing = await sales.publishedListing({ categoryId, cityId: 4_106_902 });
  await sql`update categories set kind = ${kind} where id = ${categoryId}`.execute(sales.db);
  const sale = await sales.place(await sales.user(), listing);
  await sales.bank.payCharge(sale.reference);
  await sales.act(sale, sale.seller, 'delivery-start');
  await sales.act(sale, sale.seller, 'delivery', { note: 'Deixei na portaria às 10 h.' });
  return sale;
}

test.each(categoryKinds)(
  'an order of kind %s offers its reasons and refuses every other (R01)',
  async (kind) => {
    const sale = await saleOf(kind);
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
  ['within hours', {}, 'Esta categoria não tem «Eu entrego». Escolha «Envio» ou «Retirada em mãos».'],
  [
    'automatically',
    { codes: ['codigo-de-abajur'] },
    'Esta categoria não tem «Entrega na hora». Escolha «Envio» ou «Retirada em mãos».',
  ],
])('a physical thing is not delivered %s (S01)', async (_how, delivery, deliveryType) => {
  const { id, seller } = await market.sales.draft({ categoryId: categories.physical, ...delivery });
  const refused = await market.sales.request('POST', `/listings/${id}/submission`, {
    token: seller.token,
    key: true,
  });
  expect([refused.status, refused.body.code]).toEqual([422, 'listing_incomplete']);
  expect(refused.body.errors).toMatchObject({ deliveryType });
});
