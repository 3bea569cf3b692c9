import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { addBusinessDays, saoPauloDay, endOfDay, noClosedDays } from '#domain/business-days.ts';
import { findPlan } from '#domain/payments/installments.ts';
import { defaultRules } from '#domain/settings/rules.ts';
import { refusal } from '#server/adapters/payments/failures.ts';
import { allSweeps } from '#server/process/sweeps.ts';
import { drain } from '#server/background/worker.ts';
import { day, hour, minute, openSales } from '#test/orders/sales.ts';
import type { Placed, Sales } from '#test/orders/sales.ts';
import type { ListingOptions } from '#test/listings/listings-on-sale.ts';
import type { Person } from '#test/accounts/people.ts';

let sales: Sales;
beforeAll(async () => void (sales = await openSales()));
afterEach(async () => {
  vi.restoreAllMocks();
  await sales.checkBooks();
});
afterAll(() => sales.close());

const ring = async (byMs = 0) => {
  await sales.moveClock(byMs);
  await drain(sales.ctx, allSweeps);
};
const token = (outcome = 'approved') => `tok-${outcome}-visa-4242-${randomBytes(8).toString('hex')}`;

async function placedBy(method: string, options: ListingOptions = {}, buyer?: Person): Promise<Placed> {
  const listing = await sales.publishedListing({ stock: 3, ...options });
  const who = buyer ?? (await sales.user());
  const body = { listingId: listing.id, quantity: 1, expectedTotalCents: listing.priceCents, method };
  const { status, data, text } = await sales.order(who, listing, 1, { token: who.token, key: true, body });
  expect(status, text).toBe(201);
  const { rows } = await sql<{ reference: string }>`
    select reference from payments where order_id = ${data.id} order by id desc limit 1`.execute(sales.db);
  return {
    ...data,
    buyer: who,
    seller: listing.seller,
    listingId: listing.id,
    reference: rows[0]!.reference,
  };
}

const pay = (sale: Placed, body: object, who = sale.buyer) =>
  sales.request('POST', `/orders/${sale.hash}/payments`, { token: who.token, key: true, body });
const payCard = (sale: Placed, outcome?: string, more: object = {}) =>
  pay(sale, { method: 'card', token: token(outcome), brand: 'visa', installments: 1, ...more });
const paymentOf = async (sale: Placed) => (await sales.view(sale, sale.buyer)).deal.payment;

const decide = (who: Person, id: number, body: object) =>
  sales.request('POST', `/staff/payment-reviews/${id}/decision`, { token: who.token, key: true, body });

async function attempts(sale: Placed): Promise<object[]> {
  const { rows } = await sql<object>`
    select method, state, attempt from payments where order_id = ${sale.id} order by id`.execute(sales.db);
  return rows;
}
async function newest(sale: Placed): Promise<string> {
  const { rows } = await sql<{ reference: string }>`
    select reference from payments where order_id = ${sale.id} order by id desc limit 1`.execute(sales.db);
  return rows[0]!.reference;
}

describe('a card', () => {
  test('that is accepted pays at once, and only the buyer sees which card it was', async () => {
    const sale = await placedBy('card', { priceCents: 120_000, codes: sales.codes(1) });
    expect(await paymentOf(sale)).toMatchObject({ state: 'created', method: 'card', card: null });
    const answer = await payCard(sale, 'approved', { installments: 3 });
    expect(answer.status, answer.text).toBe(201);
    expect(await sales.stateOf(sale)).toBe('delivered');
    const { card, ...payment } = await paymentOf(sale);
    expect(payment).toMatchObject({ state: 'confirmed', amountCents: 120_000 });
    const plan = findPlan(120_000, 3, defaultRules.card)!;
    expect(card).toEqual({ brand: 'visa', last4: '4242', plan });
    expect(plan.interestCents).toBe(plan.totalCents - 120_000);
    expect((await sales.view(sale, sale.seller)).deal.payment.card).toBeNull();
    expect(await attempts(sale)).toEqual([{ method: 'card', state: 'confirmed', attempt: 1 }]);
  });

  test('can be refunded after ninety days too, the limit of a Pix', async () => {
    const sale = await placedBy('card', { priceCents: 10_000, codes: sales.codes(1) });
    await payCard(sale);
    await sales.act(sale, sale.buyer, 'confirmation');
    await ring(91 * day);
    const note = 'Passou da garantia, e devolvo assim mesmo.';
    await sales.tryAct(sale, sale.seller, 'refunds', { amountCents: 4_000, note });
    expect(await sales.refunds(sale)).toEqual([
      { state: 'completed', reason: 'seller_offer', amount_cents: 4_000 },
    ]);
  });

  test('that is declined says why, and another card pays the same order', async () => {
    const sale = await placedBy('card');
    await payCard(sale, 'insufficient_funds');
    expect(await paymentOf(sale)).toMatchObject({ state: 'declined', declinedReason: 'insufficient_funds' });
    expect(await sales.stateOf(sale)).toBe('awaiting_payment');
    await payCard(sale);
    expect(await sales.stateOf(sale)).toBe('paid');
    expect(await attempts(sale)).toEqual([
      { method: 'card', state: 'declined', attempt: 1 },
      { method: 'card', state: 'confirmed', attempt: 2 },
    ]);
  });

  test('that was declined and is paid nevertheless pays the order', async () => {
    const sale = await placedBy('card');
    await payCard(sale, 'insufficient_funds');
    await sales.bank.payCharge(await newest(sale));
    expect(await sales.stateOf(sale)).toBe('paid');
    expect(await attempts(sale)).toEqual([{ method: 'card', state: 'confirmed', attempt: 1 }]);
  });

  test('that was declined can be replaced by Pix, which a cancelled sale refunds', async () => {
    const sale = await placedBy('card');
    await payCard(sale, 'high_risk');
    expect((await pay(sale, { method: 'pix' })).status).toBe(201);
    const { pixCode } = await paymentOf(sale);
    expect(pixCode).toContain(await newest(sale));
    await sales.bank.payCharge(await newest(sale));
    expect(await sales.stateOf(sale)).toBe('paid');
    await sales.act(sale, sale.buyer, 'withdrawal-of-purchase');
    expect(await sales.refunds(sale)).toMatchObject([{ state: 'completed', reason: 'order_cancelled' }]);
    expect(await paymentOf(sale)).toMatchObject({ state: 'refunded', method: 'pix' });
  });

  test('replaces a Pix, and the Pix is refunded if it is paid nevertheless', async () => {
    const sale = await placedBy('pix');
    const pix = sale.reference;
    await payCard(sale);
    expect(await sales.stateOf(sale)).toBe('paid');
    expect((await sales.bank.findCharge({ reference: pix }))!.state).toBe('cancelled');
    await sales.bank.payCharge(pix);
    expect(await sales.refunds(sale)).toMatchObject([{ state: 'completed', reason: 'duplicate_payment' }]);
    await sales.act(sale, sale.seller, 'cancellation', { reason: 'no_stock' });
    expect(await sales.refunds(sale)).toHaveLength(2);
    expect(await paymentOf(sale)).toMatchObject({ state: 'refunded', method: 'card' });
  });

  test.each([
    ['approved', 'paid', 'confirmed'],
    ['declined', 'awaiting_payment', 'declined'],
  ] as const)('that is examined and %s', async (outcome, orderState, state) => {
    const sale = await placedBy('card', { stock: 1 });
    await payCard(sale, 'review');
    expect(await sales.stateOf(sale)).toBe('payment_in_review');
    expect(await paymentOf(sale)).toMatchObject({ state: 'in_review', reviewReason: 'provider' });
    // The item stays reserved, long after a card's fifteen minutes.
    await ring(5 * hour);
    expect(await sales.listing(sale.listingId)).toMatchObject({ stock: 0 });
    expect((await payCard(sale)).body.code).toBe('wrong_state');
    await sales.bank.decideCard(sale.reference, outcome);
    expect(await sales.stateOf(sale)).toBe(orderState);
    expect((await paymentOf(sale)).state).toBe(state);
    if (outcome === 'approved') return;
    await payCard(sale);
    expect(await sales.stateOf(sale)).toBe('paid');
  });

  test('that is under review for three days without an answer is cancelled (P06)', async () => {
    const sale = await placedBy('card', { stock: 1 });
    await payCard(sale, 'review');
    await ring(3 * day + hour);
    expect(await sales.stateOf(sale)).toBe('cancelled');
    expect(await sales.listing(sale.listingId)).toMatchObject({ stock: 1 });
    expect((await sales.bank.findCharge({ reference: sale.reference }))!.state).toBe('cancelled');
  });

  test('that is still under review when a Pix has paid is cancelled alone, and refunded if approved later', async () => {
    const sale = await placedBy('pix', { codes: sales.codes(1) });
    const pix = sale.reference;
    await payCard(sale, 'review');
    const card = await newest(sale);
    await sales.bank.payCharge(pix);
    expect(await sales.stateOf(sale)).toBe('delivered');
    await ring(3 * day + hour);
    expect(await attempts(sale)).toMatchObject([
      { state: 'confirmed' },
      { method: 'card', state: 'cancelled' },
    ]);
    expect((await sales.bank.findCharge({ reference: card }))!.state).toBe('cancelled');
    expect(await sales.stateOf(sale)).toBe('delivered');
    await sales.bank.payCharge(card);
    expect(await sales.refunds(sale)).toMatchObject([{ state: 'completed', reason: 'duplicate_payment' }]);
  });

  test('expires after fifteen minutes, and none is charged afterwards', async () => {
    const sale = await placedBy('card');
    await ring(16 * minute);
    expect(await sales.stateOf(sale)).toBe('expired');
    expect((await payCard(sale)).body.code).toBe('wrong_state');
  });

  test('whose answer is lost is found by reconciliation; unknown to the provider, it may be tried again', async () => {
    const found = await placedBy('card');
    const { createCardCharge } = sales.bank;
    vi.spyOn(sales.bank, 'createCardCharge').mockImplementationOnce(async (charge) => {
      await createCardCharge(charge);
      throw new Error('timeout');
    });
    await payCard(found);
    expect((await payCard(found)).body.code).toBe('request_in_progress');
    await ring(2 * minute);
    expect(await sales.stateOf(found)).toBe('paid');

    const lost = await placedBy('card');
    vi.spyOn(sales.bank, 'createCardCharge').mockRejectedValueOnce(new Error('timeout'));
    await payCard(lost);
    await ring(3 * minute);
    expect(await paymentOf(lost)).toMatchObject({ state: 'declined', declinedReason: 'not_processed' });
    await payCard(lost);
    expect(await sales.stateOf(lost)).toBe('paid');
  });

  test('is charged once by twenty concurrent calls', async () => {
    const sale = await placedBy('card');
    const answers = await Promise.all(Array.from({ length: 20 }, () => payCard(sale)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    await ring(2 * minute);
    expect(await sales.stateOf(sale)).toBe('paid');
    const { rows } =
      await sql`select from simulator.receipts r join payments p on p.reference = r.charge_reference
      where p.order_id = ${sale.id}`.execute(sales.db);
    expect(rows).toHaveLength(1);
  });

  test('number is never sent to the server', async () => {
    const sale = await placedBy('card');
    for (const number of ['4111111111111111', '4111 1111 1111 1111', '4111-1111-1111-1111']) {
      const answer = await pay(sale, { method: 'card', token: number, installments: 1 });
      expect([answer.status, Object.keys(answer.body.errors)]).toEqual([400, ['token']]);
    }
    const unknown = await pay(sale, { method: 'card', token: 'made-by-somebody-else', installments: 1 });
    expect(unknown.status).toBe(201);
    expect(await paymentOf(sale)).toMatchObject({ state: 'declined', declinedReason: 'wrong_card_data' });
  });

  test('without token, with a plan that is not offered, or after too many tries is refused', async () => {
    const sale = await placedBy('card', { priceCents: 1_000 });
    expect(Object.keys((await pay(sale, { method: 'card' })).body.errors)).toEqual(['token']);
    const plan = await payCard(sale, 'approved', { installments: 12 });
    expect(Object.keys(plan.body.errors)).toEqual(['installments']);
    for (let tries = 1; tries <= 8; tries++) await payCard(sale, 'insufficient_funds');
    expect((await payCard(sale)).body.code).toBe('payment_attempts_used');
  });

  test('attempt by a stranger or the seller gets 404', async () => {
    const sale = await placedBy('card');
    const body = { method: 'card', token: token(), installments: 1 };
    expect((await pay(sale, body, await sales.user())).status).toBe(404);
    expect((await pay(sale, body, sale.seller)).status).toBe(404);
  });
});

describe('a boleto', () => {
  test('is due on the third business day, and the order stays open one day longer', async () => {
    const sale = await placedBy('boleto', { codes: sales.codes(1) });
    const { deal, now } = await sales.view(sale, sale.buyer);
    const due = addBusinessDays(saoPauloDay(new Date(now)), 3, noClosedDays);
    expect(deal.payment.expiresAt).toBe(endOfDay(due).toISOString());
    expect(deal.dueAt).toBe(endOfDay(addBusinessDays(due, 1, noClosedDays)).toISOString());
    const listed = await sales.request('GET', '/purchases', { token: sale.buyer.token });
    expect(listed.data.items).toMatchObject([{ method: 'boleto', dueAt: deal.payment.expiresAt }]);
    expect(deal.payment.boleto.line).toMatch(/^\d{47}$/);
    expect((await sales.view(sale, sale.seller)).deal.payment.boleto).toBeNull();
    const page = await sales.request('GET', `/${deal.payment.boleto.url}`);
    expect([page.status, page.text.includes('Código de barras')]).toEqual([200, true]);
    await ring(2 * day);
    await sales.bank.payCharge(sale.reference);
    expect(await sales.stateOf(sale)).toBe('delivered');
  });

  test('paid within a day after the end revives the order; later it is refunded', async () => {
    const soon = await placedBy('boleto', { stock: 2 });
    const late = await placedBy('boleto', { stock: 2 });
    const { deal, now } = await sales.view(soon, soon.buyer);
    await ring(Date.parse(deal.dueAt) - Date.parse(now) + hour);
    expect([await sales.stateOf(soon), await sales.stateOf(late)]).toEqual(['expired', 'expired']);
    await sales.bank.payCharge(soon.reference);
    expect(await sales.stateOf(soon)).toBe('paid');
    await ring(24 * hour);
    await sales.bank.payCharge(late.reference);
    expect(await sales.stateOf(late)).toBe('expired');
    expect(await sales.refunds(late)).toMatchObject([{ state: 'completed', reason: 'late_payment' }]);
  });

  test('is made out to the CPF that is typed with it, where the account has none', async () => {
    const buyer = await sales.user({ level: 'N1' });
    const listing = await sales.publishedListing();
    const body = { listingId: listing.id, quantity: 1, expectedTotalCents: 10_000, method: 'boleto' };
    const order = (payer: object) =>
      sales.request('POST', '/orders', { token: buyer.token, key: true, body: { ...body, ...payer } });
    const asked = await order({});
    expect([asked.status, asked.body.code]).toEqual([422, 'verification_required']);
    expect(asked.body.meta).toEqual({ needs: 'payer' });
    const wrong = await order({ payerName: 'Ana', payerDocument: '111.444.777-00' });
    expect(Object.keys(wrong.body.errors)).toEqual(['payerName', 'payerDocument']);
    const opened = vi.spyOn(sales.bank, 'createBoleto');
    const placed = await order({ payerName: ' Ana  Souza ', payerDocument: '111.444.777-35' });
    expect(placed.status, placed.text).toBe(201);
    expect(opened.mock.lastCall![0].payer).toMatchObject({ name: 'Ana Souza', document: '11144477735' });
    const { data } = await sales.request('GET', '/account', { token: buyer.token });
    expect([data.document, data.level]).toEqual([null, 'N1']);
  });

  test('replaces a Pix with the CPF that is typed then', async () => {
    const sale = await placedBy('pix', {}, await sales.user({ level: 'N1' }));
    expect((await pay(sale, { method: 'boleto' })).body.meta).toEqual({ needs: 'payer' });
    const opened = vi.spyOn(sales.bank, 'createBoleto');
    const payer = { payerName: 'Ana Souza', payerDocument: '11144477735' };
    expect((await pay(sale, { method: 'boleto', ...payer })).status).toBe(201);
    expect(opened.mock.lastCall![0].payer).toMatchObject({ name: 'Ana Souza', document: '11144477735' });
  });

  test('is made out to the document of the account, whatever is typed', async () => {
    const opened = vi.spyOn(sales.bank, 'createBoleto');
    const sale = await placedBy('pix');
    const payer = { payerName: 'Outra Pessoa', payerDocument: '52998224725' };
    await pay(sale, { method: 'boleto', ...payer });
    expect(opened.mock.lastCall![0].payer!.document).toBe(sale.buyer.cpf);
  });

  test('that the provider refuses is declined, and Pix is still offered', async () => {
    vi.spyOn(sales.bank, 'createBoleto').mockRejectedValueOnce(
      refusal('bank', 400, 'no address', 'document'),
    );
    const sale = await placedBy('boleto');
    expect(await paymentOf(sale)).toMatchObject({ state: 'declined', declinedReason: 'document' });
    await pay(sale, { method: 'pix' });
    const listed = await sales.request('GET', '/purchases', { token: sale.buyer.token });
    expect(listed.data.items).toMatchObject([{ method: 'pix' }]);
    await sales.bank.payCharge(await newest(sale));
    expect(await sales.stateOf(sale)).toBe('paid');
  });

  test('fifty notices out of order pay once', async () => {
    const sale = await placedBy('boleto');
    await sales.bank.payCharge(sale.reference, { copies: 0 });
    await Promise.all(Array.from({ length: 50 }, () => sales.notice(sale.reference)));
    await ring();
    expect(await sales.stateOf(sale)).toBe('paid');
    expect(await sales.refunds(sale)).toEqual([]);
  });
});

describe('a payment by another person', () => {
  const stranger = '52998224725';
  // The sums of a payer start again (ADR 0075).
  beforeEach(() => sales.moveClock(2 * day));

  /** A Pix of R$ 600,00 paid from another person's account. */
  async function held(priceCents = 60_000): Promise<{ sale: Placed; id: number; staff: Person }> {
    const sale = await sales.placed({ priceCents, stock: 1 });
    await sales.bank.payCharge(sale.reference, { payerDocument: stranger });
    expect(await sales.stateOf(sale)).toBe('payment_in_review');
    const staff = await sales.user({ role: 'admin' });
    const { data } = await sales.request('GET', '/staff/payment-reviews', { token: staff.token });
    const item = data.items.find(({ hash }: { hash: string }) => hash === sale.hash);
    expect(item).toMatchObject({ reason: 'third_party', payerDocument: '***.982.247-**', decidable: true });
    return { sale, id: item.id, staff };
  }

  test('pending reviews are counted beside the staff area until they are decided', async () => {
    const { id, staff } = await held();
    const waiting = async () => {
      const { data } = await sales.request('GET', '/staff/queues', { token: staff.token });
      return data.items.find(({ queue }: { queue: string }) => queue === 'payment_reviews').count;
    };
    const { data } = await sales.request('GET', '/staff/payment-reviews', { token: staff.token });
    expect(await waiting()).toBe(data.items.length);
    await decide(staff, id, { decision: 'release', note: '' });
    expect(await waiting()).toBe(data.items.length - 1);
  });

  test('up to R$ 500,00, or by the buyer, is accepted', async () => {
    const small = await sales.placed({ priceCents: 50_000 });
    await sales.bank.payCharge(small.reference, { payerDocument: stranger });
    const own = await sales.placed({ priceCents: 90_000 });
    await sales.bank.payCharge(own.reference, { payerDocument: own.buyer.cpf });
    expect([await sales.stateOf(small), await sales.stateOf(own)]).toEqual(['paid', 'paid']);
  });

  test('above the limit waits for staff, who accept it', async () => {
    const { sale, id, staff } = await held();
    expect((await decide(staff, id, { decision: 'release', note: '' })).status).toBe(200);
    expect(await sales.stateOf(sale)).toBe('paid');
    expect((await decide(staff, id, { decision: 'refund', note: 'Tarde' })).body.code).toBe(
      'already_decided',
    );
  });

  test('or send it back: the order ends and the item is on sale again', async () => {
    const { sale, id, staff } = await held();
    expect((await decide(staff, id, { decision: 'refund', note: '' })).body.errors.note).toBeTruthy();
    expect((await decide(staff, id, { decision: 'refund', note: 'Conta de terceiro' })).status).toBe(200);
    await ring();
    expect(await sales.stateOf(sale)).toBe('cancelled');
    // The charge is cancelled with the order, and its money is a separate payment that was refunded.
    expect((await attempts(sale)).map((one) => (one as { state: string }).state)).toEqual([
      'cancelled',
      'refunded',
    ]);
    expect(await sales.refunds(sale)).toMatchObject([{ state: 'completed', reason: 'third_party_payer' }]);
    expect(await sales.listing(sale.listingId)).toMatchObject({ stock: 1 });
  });

  test('is refunded to the payer: it never becomes balance, and a manual refund goes to the payer', async () => {
    const { sale, id, staff } = await held(120_000);
    await decide(staff, id, { decision: 'refund', note: 'Conta de terceiro' });
    await ring();
    const { rows } = await sql<{ id: number }>`select id from refunds where order_id = ${sale.id}`.execute(
      sales.db,
    );
    const refund = rows[0]!.id;
    const destination = { token: sale.buyer.token, body: { destination: 'balance' } };
    const chosen = await sales.request('PUT', `/refunds/${refund}/destination`, destination);
    expect([chosen.status, chosen.body.code]).toEqual([409, 'wrong_state']);

    const refused = { state: 'failed', providerId: 'x', reason: 'NAO_REALIZADO' } as const;
    vi.spyOn(sales.bank, 'refund').mockResolvedValue(refused);
    const granted = await sales.request('POST', `/staff/refunds/${refund}/decision`, {
      token: staff.token,
      key: true,
      body: { decision: 'approve', note: '' },
    });
    expect(granted.status).toBe(200);
    await ring();
    const { data } = await sales.request('GET', '/staff/refunds?tab=manuais', { token: staff.token });
    expect(data.items.find((each: { id: number }) => each.id === refund).payTo).toEqual({
      name: 'Titular da conta que pagou',
      document: '***.982.247-**',
    });
  });

  test('is accepted by itself after a day, and booked only then', async () => {
    const { sale } = await held();
    await ring(23 * hour);
    expect(await sales.stateOf(sale)).toBe('payment_in_review');
    await ring(2 * hour);
    expect(await sales.stateOf(sale)).toBe('paid');
    const { rows } = await sql`select from payment_differences`.execute(sales.db);
    expect(rows).toEqual([]);
  });

  test('cannot be decided by buyer or seller, nor can a review by the provider', async () => {
    const { id } = await held();
    const seller = await sales.user({ role: 'admin' });
    const own = await sales.placed({ seller, priceCents: 60_000 });
    await sales.bank.payCharge(own.reference, { payerDocument: stranger });
    const { rows } = await sql<{ id: number }>`select id from payments where order_id = ${own.id}`.execute(
      sales.db,
    );
    expect((await decide(seller, rows[0]!.id, { decision: 'release', note: '' })).body.code).toBe(
      'own_decision',
    );
    const examined = await placedBy('card');
    await payCard(examined, 'review');
    const { rows: cards } = await sql<{ id: number }>`
      select id from payments where order_id = ${examined.id}`.execute(sales.db);
    const staff = await sales.user({ role: 'admin' });
    const support = await sales.user({ role: 'support' });
    expect((await decide(support, id, { decision: 'release', note: '' })).body.code).toBe('forbidden');
    expect((await decide(staff, cards[0]!.id, { decision: 'release', note: '' })).body.code).toBe(
      'wrong_state',
    );
    expect((await decide(staff, 9_999_999, { decision: 'release', note: '' })).status).toBe(404);
    expect((await decide(staff, id, { decision: 'release', note: '' })).status).toBe(200);
  });
});
