import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { day, hour } from '#test/orders/sales.ts';
import { addressInBelem, openParcels } from '#test/shipping/parcels.ts';
import type { Parcels } from '#test/shipping/parcels.ts';

let market: Parcels;
beforeAll(async () => void (market = await openParcels()));
afterAll(() => market.close());

/** A listing with a buyer, an address and a quote for it. */
async function wanted(options: object = {}) {
  const listing = await market.publishedListing({
    delivery: 'shipping',
    stock: 5,
    priceCents: 10_000,
    ...options,
  });
  const buyer = await market.user();
  const addressId = await market.addressOf(buyer);
  const { data } = await market.quote(listing.id);
  return { listing, buyer, addressId, quoteId: data.id as string };
}

function buy(
  { listing, buyer, addressId, quoteId }: Awaited<ReturnType<typeof wanted>>,
  { delivery, ...changes }: { delivery?: object | null; expectedTotalCents?: number; quantity?: number } = {},
) {
  return market.order(buyer, listing, 1, {
    body: {
      listingId: listing.id,
      quantity: 1,
      expectedTotalCents: 12_000,
      method: 'pix',
      ...(delivery === null
        ? {}
        : { delivery: { type: 'shipping', addressId, quoteId, service: 'economy', ...delivery } }),
      ...changes,
    },
  });
}

test('a shipped listing is bought with a choice of delivery', async () => {
  const { body, status } = await buy(await wanted(), { delivery: null });
  expect(status).toBe(400);
  expect(body.errors).toEqual({ delivery: 'Escolha como receber.' });
});

test('another total than price and freight is refused with the total of today', async () => {
  const { body, status } = await buy(await wanted(), { expectedTotalCents: 10_000 });
  expect(status).toBe(409);
  expect(body).toMatchObject({ code: 'price_changed', meta: { totalCents: 12_000 } });
});

test('a quote is bought for a day', async () => {
  const want = await wanted();
  await market.moveClock(25 * hour);
  const { body, status } = await buy(want);
  expect(status).toBe(400);
  expect(body.errors.quoteId).toMatch(/venceu/);
});

test('a quote of another parcel is not bought', async () => {
  const want = await wanted();
  await sql`update listings set weight_grams = 900 where id = ${want.listing.id}`.execute(market.db);
  expect((await buy(want)).body.errors.quoteId).toMatch(/anúncio mudou/);
});

test('a quote for another postal code is not bought', async () => {
  const want = await wanted();
  const elsewhere = await market.addressOf(want.buyer, { ...addressInBelem, postalCode: '66010000' });
  expect((await buy({ ...want, addressId: elsewhere })).body.errors.quoteId).toMatch(/outro CEP/);
});

test('free freight that costs more than the sale leaves its seller is neither quoted nor bought (S06)', async () => {
  const want = await wanted({ freeShipping: true });
  const setPrice = (cents: number) =>
    sql`update listings set price_cents = ${cents} where id = ${want.listing.id}`.execute(market.db);
  await setPrice(1_900);
  const { status, body } = await market.quote(want.listing.id);
  expect(status).toBe(400);
  expect(body.errors.postalCode).toMatch(/custa mais do que quem vende receberia/);
  expect((await buy(want, { expectedTotalCents: 1_900 })).body.errors).toEqual({
    quoteId: 'O frete grátis custa mais do que esta venda. Calcule de novo.',
  });
  await setPrice(10_000);
  expect((await buy(want, { expectedTotalCents: 10_000 })).status).toBe(201);
});

test('a service that the quote does not have is not bought', async () => {
  expect((await buy(await wanted(), { delivery: { service: 'balloon' } })).body.errors).toHaveProperty(
    'service',
  );
});

test('the address of another person is not used', async () => {
  const want = await wanted();
  const other = await market.addressOf(await market.user());
  expect((await buy({ ...want, addressId: other })).body.errors).toHaveProperty('addressId');
});

test('a listing that is only shipped is not picked up, and one that is only picked up is not shipped', async () => {
  const want = await wanted();
  expect((await buy(want, { delivery: { type: 'pickup' } })).status).toBe(400);
  const pickup = await market.publishedListing({ delivery: 'pickup', stock: 2, priceCents: 10_000 });
  expect((await buy({ ...want, listing: pickup })).body.errors).toHaveProperty('delivery');
});

test('a listing with both is picked up without freight', async () => {
  const want = await wanted({ alsoPickup: true });
  const answer = await market.order(want.buyer, want.listing, 1, {
    body: {
      listingId: want.listing.id,
      quantity: 1,
      expectedTotalCents: 10_000,
      method: 'pix',
      delivery: { type: 'pickup' },
    },
  });
  expect(answer.status, answer.text).toBe(201);
});

test('the same question has the same quote within a day, and another one after it', async () => {
  const { listing, quoteId } = await wanted();
  expect((await market.quote(listing.id)).data.id).toBe(quoteId);
  await market.moveClock(25 * hour);
  expect((await market.quote(listing.id)).data.id).not.toBe(quoteId);
});

test.each([
  ['123', /8 números/],
  ['00000000', /Não encontramos/],
])('a quote for the postal code %s is refused in its field', async (postalCode, words) => {
  const { listing } = await wanted();
  const { status, body } = await market.quote(listing.id, { postalCode });
  expect(status).toBe(400);
  expect(body.errors.postalCode).toMatch(words);
});

test('a parcel beyond every service is refused by what can be changed: the quantity, or the way of delivery', async () => {
  const listing = await market.publishedListing({
    delivery: 'shipping',
    stock: 50,
    parcel: { weightGrams: 20_000, lengthCm: 60, widthCm: 50, heightCm: 40 },
  });
  Object.assign(market.ctx, { shipping: null });
  const many = await market.quote(listing.id, { quantity: 2 });
  Object.assign(market.ctx, { shipping: market.carrier });
  expect(many.status).toBe(400);
  expect(many.body.errors.quantity).toMatch(/2 unidades/);
});

test('a listing that is not shipped has no quote', async () => {
  const listing = await market.publishedListing({ delivery: 'pickup' });
  expect((await market.quote(listing.id)).status).toBe(404);
});

test('a tracking code with a wrong digit, or of another parcel, is refused in its field', async () => {
  const byTable = { byTable: true };
  const [one, other] = [await market.parcels.paid({}, byTable), await market.parcels.paid({}, byTable)];
  const post = (sale: typeof one, trackingCode: string) =>
    market.tryAct(sale, sale.seller, 'posting', { carrier: 'correios', trackingCode });
  expect((await post(one, 'AA123456784BR')).body.errors.trackingCode).toMatch(
    /números do código está errado/,
  );
  expect((await post(one, 'aa 123456785 br')).status).toBe(200);
  expect((await post(other, 'AA123456785BR')).body.errors.trackingCode).toMatch(/outro envio/);
  expect((await post(one, 'AA123456785BR')).status).toBe(409);
});

test('a parcel with a label of the site is posted by its carrier only, and only its seller buys or posts', async () => {
  const sale = await market.parcels.paid();
  const posting = { carrier: 'correios', trackingCode: null };
  expect((await market.tryAct(sale, sale.seller, 'posting', posting)).status).toBe(409);
  expect((await market.tryAct(sale, sale.buyer, 'posting', posting)).status).toBe(409);
  expect((await market.tryAct(sale, sale.buyer, 'label')).status).toBe(409);
  expect((await market.tryAct(sale, await market.user(), 'label')).status).toBe(404);
});

test('twenty clicks on the label buy one', async () => {
  const sale = await market.parcels.paid();
  const before = market.carrier.bought.length;
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => market.tryAct(sale, sale.seller, 'label')),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect(market.carrier.bought).toHaveLength(before + 1);
});

test('a carrier that is away when a label is bought charges nothing twice and says what to do', async () => {
  const sale = await market.parcels.paid();
  market.carrier.isAway = true;
  const { status, body } = await market.tryAct(sale, sale.seller, 'label');
  market.carrier.isAway = false;
  expect(status).toBe(503);
  expect(body.detail).toMatch(/tente de novo/);
  expect((await market.tryAct(sale, sale.seller, 'label')).status).toBe(200);
});

test('labels are printed together, the seller’s own only (S14)', async () => {
  const sale = await market.parcels.labelled();
  const second = await market.parcels.labelled();
  const print = (token: string, hashes: string[]) =>
    market.request('POST', '/labels', { token, body: { hashes } });
  const { data } = await print(sale.seller.token, [sale.hash]);
  expect(Buffer.from(data.pdf, 'base64').toString()).toContain(`label-${sale.hash}`);
  expect((await print(sale.seller.token, [sale.hash, second.hash])).status).toBe(404);
});

test('sheets are printed for the seller’s own parcels without a label of the site, and while they are to arrive', async () => {
  const sale = await market.parcels.paid({}, { byTable: true });
  const labelled = await market.parcels.labelled();
  const read = async ({ token }: { token: string }) => {
    const body = { hashes: [sale.hash, labelled.hash] };
    const { data, status, text } = await market.request('POST', '/parcel-sheets', { token, body });
    expect(status, text).toBe(200);
    return data.items;
  };
  expect(await read(sale.seller)).toMatchObject([
    {
      hash: sale.hash,
      quantity: 1,
      to: { address: { street: 'Avenida Nazaré', recipient: 'Rosa Lima' } },
      from: { address: { city: 'Curitiba' } },
      invoiceKey: null,
    },
  ]);
  expect(await read(labelled.seller)).toEqual([]);
  expect(await read(sale.buyer)).toEqual([]);
  await market.act(sale, sale.seller, 'cancellation', { reason: 'no_stock' });
  expect(await read(sale.seller)).toEqual([]);
});

test('parcels whose time to post ends today are a tab of the seller’s, the earliest first', async () => {
  const seller = await market.user();
  const later = await market.parcels.paid({ seller, handlingDays: 2 }, { byTable: true });
  const today = await market.parcels.paid({ seller, handlingDays: 1 }, { byTable: true });
  const tab = async () => {
    const list = await market.request('GET', '/sales?tab=postar', { token: seller.token });
    const counts = await market.request('GET', '/order-counts', { token: seller.token });
    const rows: { hash: string }[] = list.data.items;
    expect([list.data.total, counts.data.sales.postar]).toEqual([rows.length, rows.length]);
    return rows.map(({ hash }) => hash);
  };
  const untilDay = async (sale: { hash: string }) => {
    const { deal, now } = await market.view(sale, seller);
    await market.moveClock(Date.parse(deal.promisedAt) - Date.parse(now) - hour);
  };
  expect(await tab()).toEqual([]);
  await untilDay(today);
  expect(await tab()).toEqual([today.hash]);
  await untilDay(later);
  expect(await tab()).toEqual([today.hash, later.hash]);
  await market.act(later, seller, 'posting', { carrier: 'correios', trackingCode: null });
  expect(await tab()).toEqual([today.hash]);
});

test('a wrong code is counted, and after the tenth even the right one is refused', async () => {
  const sale = await market.parcels.pickupPaid();
  const { code } = (await market.view(sale, sale.buyer)).deal.pickup;
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
  const first = await market.tryAct(sale, sale.seller, 'handover', { code: wrong });
  expect(first.body.errors.code).toBe('Este não é o código deste pedido. Restam 9 tentativas.');
  const guesses = await Promise.all(
    Array.from({ length: 20 }, () => market.tryAct(sale, sale.seller, 'handover', { code: wrong })),
  );
  expect(guesses.every(({ status }) => status === 400)).toBe(true);
  const right = await market.tryAct(sale, sale.seller, 'handover', { code });
  expect(right.body.errors.code).toMatch(/Códigos errados demais/);
  expect((await market.view(sale, sale.seller)).deal.pickup.triesLeft).toBe(0);
  expect(await market.stateOf(sale)).toBe('paid');
});

test('only the seller hands over, and only what is picked up', async () => {
  const sale = await market.parcels.pickupPaid();
  const { code } = (await market.view(sale, sale.buyer)).deal.pickup;
  expect((await market.tryAct(sale, sale.buyer, 'handover', { code })).status).toBe(409);
  const parcel = await market.parcels.paid();
  expect((await market.tryAct(parcel, parcel.seller, 'handover', { code })).status).toBe(409);
});

test('the seller sees the address from the payment until thirty days after the end, and others never', async () => {
  const sale = await market.parcels.placed();
  const addressFor = async (who: typeof sale.buyer) => (await market.view(sale, who)).deal.shipment.to;
  expect(await addressFor(sale.seller)).toBeNull();
  expect(await addressFor(sale.buyer)).toMatchObject({ street: 'Avenida Nazaré' });
  await market.bank.payCharge(sale.reference);
  expect(await addressFor(sale.seller)).toMatchObject({ recipient: 'Rosa Lima', postalCode: '66055190' });
  expect((await market.view(sale)).deal).toBeNull();
  const admin = await market.user({ role: 'admin' });
  expect(await addressFor(admin)).toBeNull();
  await market.act(sale, sale.seller, 'cancellation', { reason: 'no_stock' });
  await market.moveClock(29 * day);
  expect(await addressFor(sale.seller)).not.toBeNull();
  await market.moveClock(2 * day);
  expect(await addressFor(sale.seller)).toBeNull();
});
