import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { defaultRules } from '#domain/settings/rules.ts';
import { allSweeps } from '#server/process/sweeps.ts';
import { drain } from '#server/background/worker.ts';
import type { Person } from '#test/accounts/people.ts';
import { day, minute, openSales } from '#test/orders/sales.ts';
import type { Placed, Sales } from '#test/orders/sales.ts';

let sales: Sales;
let admin: Person;
let second: Person;
beforeAll(async () => {
  sales = await openSales();
  admin = await sales.user({ role: 'admin' });
  second = await sales.user({ role: 'admin' });
});
// The sums of a payer begin anew (ADR 0075).
beforeEach(() => sales.moveClock(2 * day));
afterEach(async () => {
  vi.restoreAllMocks();
  await sales.checkBooks();
});
afterAll(() => sales.close());

const stranger = '52998224725';

const ring = async (byMs = 0) => {
  await sales.moveClock(byMs);
  await drain(sales.ctx, allSweeps);
};

const staff = (who: Person, path: string, body?: object) =>
  sales.request('POST', `/staff/${path}`, { token: who.token, key: true, ...(body && { body }) });
const decide = (who: Person, id: number) =>
  staff(who, `refunds/${id}/decision`, { decision: 'approve', note: '' });
const regret = (sale: Placed, destination: string) =>
  sales.tryAct(sale, sale.buyer, 'regret', { destination });
const toBalance = (sale: Placed, id: number) =>
  sales.request('PUT', `/refunds/${id}/destination`, {
    token: sale.buyer.token,
    body: { destination: 'balance' },
  });

interface Refund {
  id: number;
  state: string;
  amountCents: number;
}

async function refundsOf(sale: Placed): Promise<Refund[]> {
  const { rows } = await sql<Refund>`
    select id, state, amount_cents as "amountCents" from refunds where order_id = ${sale.id} order by id`.execute(
    sales.db,
  );
  return rows;
}

async function row(id: number, tab = 'pendentes') {
  const { data } = await sales.request('GET', `/staff/refunds?tab=${tab}`, { token: admin.token });
  return data.items.find((each: { id: number }) => each.id === id);
}

/** It stays with whoever paid: not by asking, and not by hand in the database either. */
async function expectReturnsOnly(sale: Placed, { id }: Refund): Promise<void> {
  const { body } = await toBalance(sale, id);
  expect(body).toMatchObject({
    code: 'wrong_state',
    detail: expect.stringContaining('conta que pagou'),
    meta: { allowed: ['original'] },
  });
  await expect(
    sql`update refunds set destination = 'balance' where id = ${id}`.execute(sales.db),
  ).rejects.toMatchObject({ constraint: 'refunds_to_payer' });
  const { deal } = await sales.view(sale, sale.buyer);
  expect(deal.refunds.find((each: Refund) => each.id === id)).toMatchObject({ returnsOnly: true });
}

/** Paid by somebody else above the limit, and let go on by the team. */
async function releasedStrangers(options: object = {}): Promise<Placed> {
  const sale = await sales.placed({ priceCents: 60_000, ...options });
  await sales.bank.payCharge(sale.reference, { payerDocument: stranger });
  const { data } = await sales.request('GET', '/staff/payment-reviews', { token: admin.token });
  const review = data.items.find(({ hash }: { hash: string }) => hash === sale.hash);
  expect(
    (await staff(admin, `payment-reviews/${review.id}/decision`, { decision: 'release', note: '' })).status,
  ).toBe(200);
  expect(['paid', 'delivered']).toContain(await sales.stateOf(sale));
  return sale;
}

describe('a payment by a third party is no money of the buyer’s', () => {
  test('as a partial payment', async () => {
    const sale = await sales.placed({ priceCents: 200_000 });
    await sales.bank.payCharge(sale.reference, { amountCents: 150_000, payerDocument: stranger });
    const [refund] = await refundsOf(sale);
    expect(refund).toMatchObject({ state: 'in_review', amountCents: 150_000 });
    await expectReturnsOnly(sale, refund!);
    expect(await row(refund!.id)).toMatchObject({ stranger: '***.982.247-**' });
  });

  test('as a second payment or a surplus', async () => {
    const sale = await sales.placed({ priceCents: 200_000 });
    await sales.bank.payCharge(sale.reference, { payerDocument: sale.buyer.cpf });
    await sales.bank.payCharge(sale.reference, { payerDocument: stranger });
    const [again] = await refundsOf(sale);
    await expectReturnsOnly(sale, again!);
    const over = await sales.placed({ priceCents: 60_000 });
    await sales.bank.payCharge(over.reference, { amountCents: 200_000, payerDocument: stranger });
    await ring(day + minute);
    await expectReturnsOnly(over, (await refundsOf(over))[0]!);
  });

  test('in parts of one price, each below the limit, which need a review by their sum', async () => {
    const sale = await sales.placed({ priceCents: 60_000 });
    const pays = (reference: string, amountCents: number) =>
      sales.bank.payCharge(reference, { amountCents, payerDocument: stranger });
    await pays(sale.reference, 20_000);
    expect(await sales.stateOf(sale)).toBe('awaiting_payment');
    const { rows } = await sql<{ reference: string }>`
      select reference from payments where order_id = ${sale.id} and state = 'pending'`.execute(sales.db);
    await pays(rows[0]!.reference, 40_000);
    expect(await sales.stateOf(sale)).toBe('payment_in_review');
  });

  test('in movements that exceed the limit only together', async () => {
    const { refunds } = defaultRules;
    await sales.setRules({ refunds: { ...refunds, automaticCents: 0 } });
    const sale = await sales.placed({ priceCents: 40_000 });
    await sales.bank.payCharge(sale.reference, { payerDocument: stranger });
    await sales.bank.payCharge(sale.reference, { payerDocument: stranger });
    await expectReturnsOnly(sale, (await refundsOf(sale))[0]!);
    await sales.setRules({ refunds });
  });

  test('even after staff accepted it: a cancellation and a regret return it to its source', async () => {
    const cancelled = await releasedStrangers({ priceCents: 120_000 });
    await sales.act(cancelled, cancelled.seller, 'cancellation', { reason: 'no_stock' });
    await expectReturnsOnly(cancelled, (await refundsOf(cancelled))[0]!);

    const regretted = await releasedStrangers({ codes: sales.codes(2) });
    expect((await sales.view(regretted, regretted.buyer)).deal.payment).toMatchObject({ returnsOnly: true });
    expect((await regret(regretted, 'balance')).body).toMatchObject({
      code: 'invalid_request',
      errors: { destination: expect.stringContaining('conta que pagou') },
    });
    expect((await regret(regretted, 'original')).status).toBe(201);
    await ring();
    expect(await refundsOf(regretted)).toMatchObject([{ state: 'completed' }]);
  });

  test('but the buyer may keep their own second payment as balance', async () => {
    const sale = await sales.placed({ priceCents: 120_000 });
    await sales.bank.payCharge(sale.reference, { payerDocument: sale.buyer.cpf });
    await sales.bank.payCharge(sale.reference, { payerDocument: sale.buyer.cpf });
    const [again] = await refundsOf(sale);
    expect(await row(again!.id)).toMatchObject({ stranger: null });
    expect((await toBalance(sale, again!.id)).status).toBe(200);
  });

  test('and below the limit it needs no review', async () => {
    const sale = await sales.placed({ priceCents: 50_000, codes: sales.codes(2) });
    await sales.bank.payCharge(sale.reference, { payerDocument: stranger });
    expect((await regret(sale, 'balance')).status).toBe(201);
    await ring();
    const { data } = await sales.request('GET', '/balances', { token: sale.buyer.token });
    expect(data).toMatchObject({ purchaseCreditCents: 50_000 });
  });

  test('and a buyer without a document cannot claim to be the payer', async () => {
    const buyer = await sales.user({ level: 'N1' });
    const sale = await sales.place(buyer, await sales.publishedListing({ priceCents: 60_000 }));
    await sales.bank.payCharge(sale.reference, { payerDocument: stranger });
    await sales.bank.payCharge(sale.reference, { payerDocument: stranger, amountCents: 110_000 });
    await expectReturnsOnly(sale, (await refundsOf(sale))[0]!);
  });
});

/** Refused by the bank until it waits for a hand. */
async function failed(payerDocument?: string): Promise<Refund> {
  const refused = { state: 'failed', providerId: 'x', reason: 'NAO_REALIZADO' } as const;
  vi.spyOn(sales.bank, 'refund').mockResolvedValue(refused);
  const sale = await sales.placed({ priceCents: 10_000 });
  await sales.bank.payCharge(sale.reference, payerDocument ? { payerDocument } : {});
  await sales.act(sale, sale.seller, 'cancellation', { reason: 'no_stock' });
  await ring();
  await ring();
  const [refund] = await refundsOf(sale);
  expect(refund).toMatchObject({ state: 'manual' });
  return refund!;
}

const unmask = (who: Person, id: number) => staff(who, `refunds/${id}/unmaskings`);

describe('a manual Pix', () => {
  test('goes to the payer, whose whole document is shown to its sender and recorded', async () => {
    const { id } = await failed(stranger);
    expect((await row(id, 'manuais')).payTo).toEqual({
      name: 'Titular da conta que pagou',
      document: '***.982.247-**',
    });
    const shown = await unmask(admin, id);
    expect(shown.data).toEqual({ name: 'Titular da conta que pagou', document: stranger });
    const { rows } = await sql`
      select actor_id from audit_log where kind = 'refund.payee_unmasked' and subject_id = ${id}`.execute(
      sales.db,
    );
    expect(rows).toEqual([{ actor_id: admin.id }]);
  });

  test('goes to the buyer when the bank reported no payer, or reported the buyer', async () => {
    const { id } = await failed();
    expect((await unmask(second, id)).data.name).toBe('Ana Souza');
  });

  test('shows no document when no one pays manually', async () => {
    const sale = await sales.paid({ priceCents: 100_100 });
    await sales.act(sale, sale.seller, 'cancellation', { reason: 'no_stock' });
    const [{ id } = { id: 0 }] = await refundsOf(sale);
    expect((await unmask(admin, id)).body).toMatchObject({
      code: 'wrong_state',
      meta: { state: 'in_review', allowed: ['approve'] },
    });
    expect((await unmask(admin, 9_999_999)).status).toBe(404);
    expect((await decide(admin, id)).status).toBe(200);
  });
});
