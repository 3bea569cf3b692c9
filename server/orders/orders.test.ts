import { sql } from 'kysely';
import { demoCompany } from '#demo/market/receiving-account.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { allSweeps } from '#server/process/sweeps.ts';
import { drain } from '#server/background/worker.ts';
import { day, hour, minute, openSales } from '#test/orders/sales.ts';
import type { Sales } from '#test/orders/sales.ts';

let sales: Sales;
beforeAll(async () => void (sales = await openSales()));
afterEach(() => sales.checkBooks());
afterAll(() => sales.close());

const note = 'Enviei pelo correio às 10 h.';

describe('placing an order (P01)', () => {
  test('reserves the stock, opens a Pix charge and answers with hash and total', async () => {
    const listing = await sales.publishedListing({ stock: 3, priceCents: 4_990 });
    const buyer = await sales.user();
    const sale = await sales.place(buyer, listing, 2);
    expect(sale.totalCents).toBe(9_980);
    expect(sale.hash).toMatch(/^[\w-]{27}$/);
    expect(await sales.listing(listing.id)).toMatchObject({ stock: 1, state: 'published' });
    const page = await sales.view(sale, buyer);
    expect(page).toMatchObject({ state: 'awaiting_payment', viewerIs: 'buyer' });
    expect(page.deal.payment).toMatchObject({
      state: 'pending',
      amountCents: 9_980,
      receiver: demoCompany.name,
    });
    expect(page.deal.payment.pixCode).toContain('br.gov.bcb.pix');
    expect(new Date(page.deal.dueAt).getTime() - new Date(page.now).getTime()).toBeGreaterThan(29 * minute);
  });

  test('keeps price, commission and version when the listing changes later', async () => {
    const sale = await sales.placed({ priceCents: 10_000 });
    await sql`update listings set price_cents = 20000, title = 'Outro título bem diferente' where id = ${sale.listingId}`.execute(
      sales.db,
    );
    const page = await sales.view(sale, sale.seller);
    expect(page.deal).toMatchObject({ totalCents: 10_000, commissionCents: 990, netCents: 9_010 });
    expect(page.listing.title).not.toContain('Outro');
  });

  test('the last unit sells the listing out', async () => {
    const sale = await sales.placed({ stock: 1 });
    expect(await sales.listing(sale.listingId)).toMatchObject({ stock: 0, state: 'sold_out' });
  });

  test('codes are reserved one by one', async () => {
    const sale = await sales.placed({ codes: sales.codes(3) }, 2);
    const { rows } = await sql`select state from stock_units where order_id = ${sale.id}`.execute(sales.db);
    expect(rows).toEqual([{ state: 'reserved' }, { state: 'reserved' }]);
    expect(await sales.listing(sale.listingId)).toMatchObject({ stock: 1 });
  });

  test('is refused for a listing that does not exist', async () => {
    const buyer = await sales.user();
    const answer = await sales.order(buyer, { id: 999_999, priceCents: 100 });
    expect([answer.status, answer.body.code]).toEqual([404, 'not_found']);
  });

  test("is refused on the buyer's own listing", async () => {
    const listing = await sales.publishedListing();
    const answer = await sales.order(listing.seller, listing);
    expect([answer.status, answer.body.code]).toEqual([403, 'own_listing']);
  });

  test('is refused until the e-mail is confirmed', async () => {
    const listing = await sales.publishedListing();
    const answer = await sales.order(await sales.user({ verified: false }), listing);
    expect([answer.status, answer.body.code]).toEqual([422, 'email_not_verified']);
  });

  test('is refused when the price is not the one the buyer saw, and says the new one', async () => {
    const listing = await sales.publishedListing({ priceCents: 5_000 });
    const answer = await sales.order(await sales.user(), { ...listing, priceCents: 4_000 });
    expect([answer.status, answer.body.code, answer.body.meta]).toEqual([
      409,
      'price_changed',
      { totalCents: 5_000 },
    ]);
    expect(await sales.listing(listing.id)).toMatchObject({ stock: 1 });
  });

  test('is refused beyond the stock and on a paused listing', async () => {
    const listing = await sales.publishedListing({ stock: 2 });
    const buyer = await sales.user();
    const tooMany = await sales.order(buyer, listing, 3);
    expect([tooMany.status, tooMany.body.code, tooMany.body.meta]).toEqual([
      409,
      'out_of_stock',
      { stock: 2 },
    ]);
    await sql`update listings set state = 'paused' where id = ${listing.id}`.execute(sales.db);
    const paused = await sales.order(buyer, listing);
    expect([paused.status, paused.body.code]).toEqual([409, 'listing_unavailable']);
  });

  test('the sixth unpaid order is refused until one is paid', async () => {
    const listing = await sales.publishedListing({ stock: 9 });
    const buyer = await sales.user();
    const first = await sales.place(buyer, listing);
    for (let order = 2; order <= 5; order++) await sales.place(buyer, listing);
    const sixth = await sales.order(buyer, listing);
    expect([sixth.status, sixth.body.code]).toEqual([409, 'too_many_unpaid_orders']);
    expect(await sales.listing(listing.id)).toMatchObject({ stock: 4 });
    await sales.bank.payCharge(first.reference);
    await sales.place(buyer, listing);
  });

  test.each([0, -1, 1.5, 1_000, '1', null, true, 2 ** 53])('quantity %s is bad input', async (quantity) => {
    const listing = await sales.publishedListing();
    const buyer = await sales.user();
    const body = { listingId: listing.id, quantity, expectedTotalCents: 10_000, method: 'pix' };
    const answer = await sales.request('POST', '/orders', { token: buyer.token, key: true, body });
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_request']);
    expect(Object.keys(answer.body.errors)).toEqual(['quantity']);
  });

  test('a payment method that is closed is refused, and nothing is reserved', async () => {
    await sales.setRules({ openMethods: ['pix'] });
    const listing = await sales.publishedListing();
    const buyer = await sales.user();
    const body = { listingId: listing.id, quantity: 1, expectedTotalCents: 10_000, method: 'manual' };
    const answer = await sales.request('POST', '/orders', { token: buyer.token, key: true, body });
    expect([answer.status, answer.body.code]).toEqual([409, 'method_closed']);
    expect(await sales.listing(listing.id)).toMatchObject({ stock: 1 });
  });

  test('amounts sent by the client are refused', async () => {
    const listing = await sales.publishedListing();
    const buyer = await sales.user();
    const body = {
      listingId: listing.id,
      quantity: 1,
      expectedTotalCents: 10_000,
      method: 'pix',
      totalCents: 1,
    };
    const answer = await sales.request('POST', '/orders', { token: buyer.token, key: true, body });
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([400, ['totalCents']]);
  });
});

describe('allowed moves', () => {
  test('codes are delivered with the payment, shown to the buyer alone, and confirmed (P03, P08, P17)', async () => {
    const codes = sales.codes(2);
    const sale = await sales.paid({ codes, priceCents: 10_000 }, 2);
    expect(await sales.stateOf(sale)).toBe('delivered');
    const stranger = await sales.user();
    expect((await sales.tryAct(sale, stranger, 'reveal')).status).toBe(404);
    expect((await sales.tryAct(sale, sale.seller, 'reveal')).status).toBe(404);
    const shown = await sales.act(sale, sale.buyer, 'reveal');
    expect(shown.data.codes.map(({ code }: { code: string }) => code).toSorted()).toEqual(codes.toSorted());
    expect((await sales.act(sale, sale.buyer, 'reveal')).data).toEqual(shown.data);
    const { rows } = await sql`select viewer_id from reveals where order_id = ${sale.id}`.execute(sales.db);
    expect(rows).toEqual([{ viewer_id: sale.buyer.id }, { viewer_id: sale.buyer.id }]);
    const answer = await sales.act(sale, sale.buyer, 'confirmation');
    expect(answer.data).toEqual({ hash: sale.hash, state: 'completed' });
    const page = await sales.view(sale, sale.seller);
    expect(page.deal.settlement.state).toBe('pending_release');
    expect(page.timeline.map(({ event }: { event: string }) => event)).toEqual([
      'place',
      'pay',
      'deliver_codes',
      'confirm',
    ]);
  });

  test('a manual sale is started, delivered with its note and confirmed (P09, P13, P17)', async () => {
    const sale = await sales.paid();
    expect(await sales.stateOf(sale)).toBe('paid');
    await sales.act(sale, sale.seller, 'delivery-start');
    await sales.act(sale, sale.seller, 'delivery', { note });
    expect((await sales.view(sale, sale.buyer)).deal).toMatchObject({
      deliveryNote: note,
      dueEvent: 'confirm_by_time',
    });
    await sales.act(sale, sale.buyer, 'confirmation');
    await drain(sales.ctx, allSweeps);
    expect(await sales.listing(sale.listingId)).toMatchObject({ sold: 1, stock: 4 });
  });

  test('the buyer abandons an unpaid order: the stock returns and the charge is cancelled (P05)', async () => {
    const sale = await sales.placed({ stock: 1 });
    await sales.act(sale, sale.buyer, 'abandonment');
    expect(await sales.stateOf(sale)).toBe('cancelled');
    expect(await sales.listing(sale.listingId)).toMatchObject({ stock: 1, state: 'published' });
    expect((await sales.bank.findCharge({ reference: sale.reference }))?.state).toBe('cancelled');
  });

  test('the buyer withdraws a paid order before delivery starts, and not after (P10)', async () => {
    const sale = await sales.paid({ stock: 1, priceCents: 7_777 });
    await sales.act(sale, sale.buyer, 'withdrawal-of-purchase');
    expect(await sales.refunds(sale)).toEqual([
      { state: 'completed', reason: 'order_cancelled', amount_cents: 7_777 },
    ]);
    expect(await sales.listing(sale.listingId)).toMatchObject({ stock: 1, state: 'published' });
    const page = await sales.view(sale, sale.buyer);
    expect(page.deal.payment.state).toBe('refunded');
    expect(page.deal.settlement.state).toBe('reversed');

    const started = await sales.paid();
    await sales.act(started, started.seller, 'delivery-start');
    const refused = await sales.tryAct(started, started.buyer, 'withdrawal-of-purchase');
    expect([refused.status, refused.body.code]).toEqual([409, 'wrong_state']);
  });

  test('the seller cancels a paid or started sale, with a reason (P11)', async () => {
    const sale = await sales.paid();
    const missing = await sales.tryAct(sale, sale.seller, 'cancellation', {});
    expect([missing.status, Object.keys(missing.body.errors)]).toEqual([400, ['reason']]);
    await sales.act(sale, sale.seller, 'delivery-start');
    await sales.act(sale, sale.seller, 'cancellation', { reason: 'no_stock' });
    expect((await sales.view(sale, sale.buyer)).deal).toMatchObject({ cancelReason: 'no_stock' });
    expect((await sales.refunds(sale))[0]).toMatchObject({ state: 'completed' });
  });

  test('every other move is 409 and lists what is possible', async () => {
    const sale = await sales.paid();
    const cases = [
      [sale.buyer, 'confirmation', undefined, ['withdraw_purchase']],
      [sale.buyer, 'abandonment', undefined, ['withdraw_purchase']],
      [sale.buyer, 'delivery-start', undefined, ['withdraw_purchase']],
      [sale.buyer, 'reveal', undefined, ['withdraw_purchase']],
      [sale.seller, 'delivery', { note }, ['start_delivery', 'cancel_sale']],
      [sale.seller, 'confirmation', undefined, ['start_delivery', 'cancel_sale']],
    ] as const;
    for (const [who, verb, body, allowed] of cases) {
      const answer = await sales.tryAct(sale, who, verb, body);
      expect([verb, answer.status, answer.body.code, answer.body.meta]).toEqual([
        verb,
        409,
        'wrong_state',
        { state: 'paid', allowed },
      ]);
    }
    expect(await sales.stateOf(sale)).toBe('paid');
  });

  test('an automatic sale has no delivery to start', async () => {
    const sale = await sales.paid({ codes: sales.codes(1) });
    const answer = await sales.tryAct(sale, sale.seller, 'delivery-start');
    expect([answer.status, answer.body.meta.allowed]).toEqual([409, ['refund_sale']]);
  });

  test("a stranger's move is 404, as if the order did not exist", async () => {
    const sale = await sales.paid();
    const stranger = await sales.user();
    for (const verb of [
      'confirmation',
      'abandonment',
      'delivery-start',
      'withdrawal-of-purchase',
      'payment-check',
    ])
      expect((await sales.tryAct(sale, stranger, verb)).status).toBe(404);
  });

  test('a short delivery note is refused and says what to write', async () => {
    const sale = await sales.paid();
    await sales.act(sale, sale.seller, 'delivery-start');
    const answer = await sales.tryAct(sale, sale.seller, 'delivery', { note: 'ok' });
    expect([answer.status, answer.body.errors.note]).toEqual([
      400,
      'Escreva pelo menos 10 letras: como e quando você entregou.',
    ]);
  });
});

/** Runs every sweep twice, since a second run must change nothing. */
async function ring(byMs: number): Promise<void> {
  await sales.moveClock(byMs);
  await drain(sales.ctx, allSweeps);
  await drain(sales.ctx, allSweeps);
}

describe('timers', () => {
  test('an unpaid order expires after 30 minutes and gives its stock back (P04)', async () => {
    const sale = await sales.placed({ stock: 1, codes: sales.codes(1) });
    await ring(29 * minute);
    expect(await sales.stateOf(sale)).toBe('awaiting_payment');
    await ring(2 * minute);
    expect(await sales.stateOf(sale)).toBe('expired');
    expect(await sales.listing(sale.listingId)).toMatchObject({ stock: 1, state: 'published' });
    expect((await sales.view(sale, sale.buyer)).deal.payment.state).toBe('expired');
  });

  test('a sale that was never started is cancelled 24 h after the promise and refunded (P12)', async () => {
    const sale = await sales.paid({ promisedHours: 6 });
    await ring(30 * hour - minute);
    expect(await sales.stateOf(sale)).toBe('paid');
    await ring(2 * minute);
    expect(await sales.stateOf(sale)).toBe('cancelled');
    expect(await sales.refunds(sale)).toHaveLength(1);
  });

  test('a delivery that never came is cancelled 24 h after the promise and refunded (P15)', async () => {
    const sale = await sales.paid({ promisedHours: 72 });
    await sales.act(sale, sale.seller, 'delivery-start');
    await ring(96 * hour + minute);
    expect(await sales.stateOf(sale)).toBe('cancelled');
    expect((await sales.refunds(sale))[0]).toMatchObject({ state: 'completed' });
  });

  test('a delivered sale is confirmed automatically after 72 h and released 7 days after delivery (P18, M3)', async () => {
    const sale = await sales.delivered({ priceCents: 10_000 });
    await ring(72 * hour + minute);
    expect(await sales.stateOf(sale)).toBe('completed');
    const balances = async () => (await sales.request('GET', '/balances', { token: sale.seller.token })).data;
    expect(await balances()).toMatchObject({
      availableCents: 0,
      held: { pending_release: { count: 1, cents: 9_010 } },
    });
    await ring(4 * day);
    expect(await balances()).toMatchObject({
      availableCents: 9_010,
      held: { pending_release: { count: 0, cents: 0 } },
      nextRelease: null,
    });
  });

  test('codes are confirmed 72 h after the reveal, or after 7 days without one', async () => {
    const looked = await sales.paid({ codes: sales.codes(1) });
    const unseen = await sales.paid({ codes: sales.codes(1) });
    await sales.act(looked, looked.buyer, 'reveal');
    await ring(72 * hour + minute);
    expect([await sales.stateOf(looked), await sales.stateOf(unseen)]).toEqual(['completed', 'delivered']);
    await ring(4 * day);
    expect(await sales.stateOf(unseen)).toBe('completed');
  });

  test('a sale that completes after its release delay is released at once', async () => {
    const sale = await sales.paid({ codes: sales.codes(1) });
    await sales.moveClock(7 * day + minute);
    expect((await sales.tryAct(sale, sale.buyer, 'confirmation')).status).toBe(409);
    expect((await sales.view(sale, sale.seller)).deal.settlement.state).toBe('released');
  });

  test('a confirmation after the timer ran is 409, since the order is completed already', async () => {
    const sale = await sales.delivered();
    await ring(72 * hour + minute);
    const answer = await sales.tryAct(sale, sale.buyer, 'confirmation');
    expect([answer.status, answer.body.meta]).toEqual([
      409,
      { state: 'completed', allowed: ['complain_concluded', 'regret'] },
    ]);
  });
});

describe('reading orders', () => {
  test('a stranger with the link sees state, item and masked names, and no deal', async () => {
    const sale = await sales.delivered();
    const page = await sales.view(sale);
    expect(page).toMatchObject({ viewerIs: 'stranger', deal: null, state: 'delivered' });
    expect([page.buyer, page.seller]).toEqual(['pe***', 'pe***']);
    expect(JSON.stringify(page)).not.toContain(sale.buyer.username);
  });

  test('buyer, seller and staff each see their part of the deal', async () => {
    const sale = await sales.delivered();
    const staff = await sales.user({ role: 'support' });
    const [asBuyer, asSeller, asStaff] = await Promise.all(
      [sale.buyer, sale.seller, staff].map((who) => sales.view(sale, who)),
    );
    expect([asBuyer.viewerIs, asSeller.viewerIs, asStaff.viewerIs]).toEqual(['buyer', 'seller', 'staff']);
    expect(asBuyer.deal.commissionCents).toBeNull();
    expect(asSeller.deal.payment.pixCode).toBeNull();
    expect(asStaff.deal).toMatchObject({ commissionCents: 990, actions: [] });
    expect(asBuyer.deal.actions).toContainEqual({ event: 'confirm', allowed: true });
  });

  test('an unknown link is 404', async () => {
    const answer = await sales.request('GET', `/orders/${'x'.repeat(27)}`);
    expect([answer.status, answer.body.code]).toEqual([404, 'not_found']);
  });

  test('purchases and sales come newest first, in pages', async () => {
    const listing = await sales.publishedListing({ stock: 30 });
    const buyers = await Promise.all(Array.from({ length: 5 }, () => sales.user()));
    for (let order = 0; order < 25; order++) await sales.place(buyers[order % 5]!, listing);
    const first = await sales.request('GET', '/sales', { token: listing.seller.token });
    expect([first.data.items.length, first.data.total]).toEqual([20, 25]);
    const rest = await sales.request('GET', '/sales?page=2', { token: listing.seller.token });
    expect([rest.data.items.length, rest.data.total]).toEqual([5, 25]);
    expect(rest.data.items[0].id).toBeLessThan(first.data.items.at(-1).id);
    const past = await sales.request('GET', '/sales?page=3', { token: listing.seller.token });
    expect(past.data).toMatchObject({ items: [], total: 25 });
    const mine = await sales.request('GET', '/purchases', { token: buyers[0]!.token });
    expect(mine.data.items).toHaveLength(5);
    expect(mine.data.items[0]).toMatchObject({
      otherParty: listing.seller.username,
      state: 'awaiting_payment',
    });
  });
});
