import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { closureBlocks } from '#server/accounts/privacy/closure-blocks.ts';
import type { Person } from '#test/accounts/people.ts';
import type { Placed } from '#test/orders/sales.ts';
import { day } from '#test/orders/sales.ts';
import { note, openStage } from './stage.ts';
import type { Stage } from './stage.ts';

let stage: Stage;
beforeAll(async () => void (stage = await openStage()));
afterEach(() => stage.allIsWell());
afterAll(() => stage.close());

const price = { priceCents: 10_000 };

async function bankSays(
  sale: Placed,
  to: 'open' | 'kept' | 'lost' | 'won',
  takenCents?: number,
): Promise<void> {
  const how = { to, ...(takenCents !== undefined && { takenCents }) };
  expect(await stage.bank.contestCharge(sale.reference, how)).toBe(true);
  await stage.drain();
}

/** The buyer's balances and debts, as their account page shows them. */
async function money({ token }: Person) {
  const { data } = await stage.request('GET', '/balances', { token });
  const { availableCents, purchaseCreditCents, debtCents, chargebackDebtCents } = data;
  return { availableCents, purchaseCreditCents, debtCents, chargebackDebtCents };
}

const nothing = { availableCents: 0, purchaseCreditCents: 0, debtCents: 0, chargebackDebtCents: 0 };

/** Unrevealed codes, bought by Pix and refunded as balance. */
async function regretted(options: object = {}): Promise<Placed> {
  const sale = await stage.delivered({ codes: stage.codes(1), ...price, ...options });
  await stage.on(sale, sale.buyer, 'regret', { destination: 'balance' });
  await stage.drain();
  return sale;
}

/** The buyer spends their balance on codes of another seller. */
async function spend(buyer: Person, priceCents: number): Promise<Placed> {
  const listing = await stage.publishedListing({ codes: stage.codes(1), priceCents });
  return stage.place(buyer, listing, 1, 'balance');
}

async function paymentState(sale: Placed): Promise<string> {
  const { rows } = await sql<{ state: string }>`
    select state from payments where order_id = ${sale.id} and end_to_end_id is not null`.execute(stage.db);
  return rows[0]!.state;
}

async function lines(who: Person, account: string) {
  const { data } = await stage.request('GET', `/transactions?account=${account}`, { token: who.token });
  return data.items.map(
    (line: { description: string; amountCents: number; order: { hash: string } | null }) => [
      line.description,
      line.amountCents,
      line.order?.hash ?? null,
    ],
  );
}

describe('a chargeback of a payment that was refunded as balance (T26)', () => {
  test('leaves the buyer owing the amount they spent, and the seller of the codes with their sale', async () => {
    const sale = await regretted();
    const codes = await spend(sale.buyer, 10_000);
    await bankSays(sale, 'open');
    expect(await paymentState(sale)).toBe('contested');
    await bankSays(sale, 'lost');
    expect(await paymentState(sale)).toBe('charged_back');
    expect(await money(sale.buyer)).toEqual({ ...nothing, chargebackDebtCents: 10_000 });
    expect(await lines(sale.buyer, 'chargeback_debt')).toEqual([
      ['Seu banco devolveu um pagamento já reembolsado', -10_000, sale.hash],
    ]);
    expect(await money(sale.seller)).toEqual(nothing);
    expect(await stage.standing(codes)).toMatchObject({
      order: 'delivered',
      money: 'in_escrow',
      backCents: 0,
    });
    expect(await stage.standing(sale)).toMatchObject({ order: 'refunded', backCents: 10_000 });
  });

  test('takes the remaining balance at once', async () => {
    const sale = await regretted();
    await spend(sale.buyer, 4_000);
    await bankSays(sale, 'lost');
    expect(await money(sale.buyer)).toEqual({ ...nothing, chargebackDebtCents: 4_000 });
    expect(await lines(sale.buyer, 'purchase_credit')).toContainEqual([
      'Desconto do que você devia',
      -6_000,
      null,
    ]);
    expect(await lines(sale.buyer, 'chargeback_debt')).toEqual([
      ['Débito pago com seu saldo', 6_000, null],
      ['Seu banco devolveu um pagamento já reembolsado', -10_000, sale.hash],
    ]);
  });

  test('of which a part was refunded as balance, takes the rest of the sale and no more from the seller', async () => {
    const sale = await stage.released(price);
    await stage.on(sale, sale.seller, 'refunds', { amountCents: 3_000, note });
    await stage.drain();
    const { id } = await stage.lastRefund(sale);
    const { rows } = await sql<{ cents: number }>`
      select sum(amount_cents)::int as cents from refunds where id = ${id}`.execute(stage.db);
    expect(rows[0]!.cents).toBe(3_000);
    await bankSays(sale, 'lost', 10_000);
    expect(await stage.standing(sale)).toMatchObject({ order: 'refunded', backCents: 10_000 });
    expect(await money(sale.buyer)).toEqual({ ...nothing, chargebackDebtCents: 3_000 });
    expect(await money(sale.seller)).toEqual(nothing);
  });

  test('that is won afterwards ends the debt, and returns what was paid of it', async () => {
    const sale = await regretted();
    await spend(sale.buyer, 4_000);
    await bankSays(sale, 'lost');
    await stage.pass(day);
    await bankSays(sale, 'won');
    expect(await money(sale.buyer)).toEqual({ ...nothing, purchaseCreditCents: 6_000 });
    expect(await paymentState(sale)).toBe('upheld');
  });
});

describe('a debt after a chargeback', () => {
  test('is paid by a later sale and a later refund completely, and the rest is free', async () => {
    const sale = await regretted();
    await spend(sale.buyer, 10_000);
    await bankSays(sale, 'lost');
    await stage.released({ seller: sale.buyer, priceCents: 8_000 });
    expect(await money(sale.buyer)).toEqual({ ...nothing, chargebackDebtCents: 10_000 - 7_208 });
    const listing = await stage.publishedListing({ codes: stage.codes(1), priceCents: 5_000 });
    const other = await stage.place(sale.buyer, listing);
    await stage.bank.payCharge(other.reference);
    await stage.on(other, sale.buyer, 'regret', { destination: 'balance' });
    await stage.drain();
    expect(await money(sale.buyer)).toEqual({ ...nothing, purchaseCreditCents: 5_000 - (10_000 - 7_208) });
  });

  test('is notified to both sides and staff, who see the difference and who bears it', async () => {
    const sale = await regretted();
    await spend(sale.buyer, 10_000);
    await bankSays(sale, 'lost');
    const notices = async ({ token }: Person) => {
      const { data } = await stage.request('GET', '/notifications', { token });
      return JSON.stringify(data.items);
    };
    expect(await notices(sale.buyer)).toMatch(/você deve esse valor/);
    expect(await notices(sale.seller)).toMatch(/Nada sai do seu saldo/);
    for (const who of [sale.buyer, sale.seller])
      expect((await stage.view(sale, who)).deal.chargebackCents).toBe(10_000);
    const { token } = stage.admin;
    const { data: differences } = await stage.request('GET', '/staff/payment-differences', { token });
    expect(differences.items[0]).toMatchObject({
      kind: 'chargeback',
      problem: 'refunded_twice',
      reference: sale.reference,
      ourCents: 0,
      theirCents: 10_000,
    });
    const { rows } = await sql<{ id: number }>`
      select id from payments where order_id = ${sale.id} and end_to_end_id is not null`.execute(stage.db);
    const { data: payment } = await stage.request('GET', `/staff/payments/${rows[0]!.id}`, { token });
    expect(payment.taken).toEqual({
      saleCents: 0,
      againCents: 10_000,
      debtor: sale.buyer.username,
      owedCents: 10_000,
    });
    const { data: order } = await stage.request('GET', `/staff/orders/${sale.id}`, { token });
    expect(order.payments[0].taken).toMatchObject({ againCents: 10_000 });
  });

  test('keeps its account open', async () => {
    const sale = await regretted();
    await spend(sale.buyer, 10_000);
    await bankSays(sale, 'lost');
    expect((await closureBlocks(stage.db, sale.buyer.id)).join(' ')).toContain(
      'reembolso que seu banco pagou de novo',
    );
  });

  test('covers the whole amount when it was withdrawn before', async () => {
    const sale = await regretted();
    const { id } = await stage.does(sale.buyer, '/withdrawals', { amountCents: 10_000 });
    await stage.does(stage.admin, `/staff/withdrawals/${id}/decision`, { decision: 'approve', note: '' });
    await stage.drain();
    await bankSays(sale, 'lost');
    expect(await money(sale.buyer)).toEqual({ ...nothing, chargebackDebtCents: 10_000 });
    const refused = await stage.post(sale.buyer, '/withdrawals', { amountCents: 1_000 });
    expect([refused.status, refused.body.code]).toEqual([409, 'insufficient_balance']);
  });

  test('is paid by a withdrawal that is refused', async () => {
    const sale = await regretted();
    const { id } = await stage.does(sale.buyer, '/withdrawals', { amountCents: 10_000 });
    await bankSays(sale, 'lost');
    await stage.does(stage.admin, `/staff/withdrawals/${id}/decision`, { decision: 'reject', note });
    expect(await money(sale.buyer)).toEqual(nothing);
  });
});

describe('a chargeback', () => {
  test('in two parts is recorded part by part, regardless of events in between and repeated reports', async () => {
    const sale = await regretted();
    await bankSays(sale, 'open');
    await bankSays(sale, 'lost', 4_000);
    expect(await money(sale.buyer)).toEqual({ ...nothing, purchaseCreditCents: 6_000 });
    await spend(sale.buyer, 6_000);
    await bankSays(sale, 'open');
    expect(await paymentState(sale)).toBe('contested');
    await stage.bank.contestCharge(sale.reference, { to: 'lost', takenCents: 6_000, copies: 4 });
    await stage.drain();
    await stage.pass(2 * day);
    expect(await money(sale.buyer)).toEqual({ ...nothing, chargebackDebtCents: 6_000 });
    expect(await paymentState(sale)).toBe('charged_back');
  });

  test('of a part leaves the rest, and stays at the amount taken', async () => {
    const sale = await regretted();
    await bankSays(sale, 'lost', 4_000);
    await bankSays(sale, 'open');
    await bankSays(sale, 'kept');
    expect(await paymentState(sale)).toBe('charged_back');
    expect(await money(sale.buyer)).toEqual({ ...nothing, purchaseCreditCents: 6_000 });
  });

  test('of less than a refund that is owed is booked: the refund pays the debt first', async () => {
    const sale = await stage.delivered({ priceCents: 10_000 });
    await bankSays(sale, 'open');
    await stage.on(sale, sale.seller, 'refunds', { amountCents: 7_000, note });
    await bankSays(sale, 'lost', 5_000);
    await stage.drain();
    expect(await stage.standing(sale)).toMatchObject({ order: 'refunded', backCents: 10_000 });
    expect(await money(sale.buyer)).toEqual({ ...nothing, purchaseCreditCents: 5_000 });
  });

  test('of one of two payments after both were refunded leaves that one owed', async () => {
    const sale = await stage.placed({ codes: stage.codes(1), ...price });
    await stage.bank.payCharge(sale.reference, { amountCents: 6_000 });
    await stage.drain();
    const { rows } = await sql<{ reference: string }>`
      select reference from payments where order_id = ${sale.id} order by id desc limit 1`.execute(stage.db);
    await stage.bank.payCharge(rows[0]!.reference);
    await stage.drain();
    await stage.on(sale, sale.buyer, 'regret', { destination: 'balance' });
    await stage.drain();
    await bankSays({ ...sale, reference: rows[0]!.reference }, 'lost');
    expect(await money(sale.buyer)).toEqual({ ...nothing, purchaseCreditCents: 6_000 });
    await bankSays(sale, 'lost');
    expect(await money(sale.buyer)).toEqual(nothing);
  });

  test('of the rest of the sale that is won later ends the debt, and the remainder is a line for staff', async () => {
    const sale = await stage.released(price);
    await stage.on(sale, sale.seller, 'refunds', { amountCents: 3_000, note });
    await stage.drain();
    await bankSays(sale, 'lost', 10_000);
    await stage.pass(day);
    await stage.bank.contestCharge(sale.reference, { to: 'won', copies: 1 });
    await stage.drain();
    expect(await money(sale.buyer)).toEqual(nothing);
    const { data } = await stage.request('GET', '/staff/payment-differences', { token: stage.admin.token });
    expect(data.items[0]).toMatchObject({ kind: 'chargeback', problem: 'amount_differs', theirCents: 3_000 });
  });
});

async function boughtByCard(): Promise<Placed> {
  const listing = await stage.publishedListing({ codes: stage.codes(1), ...price });
  const sale = await stage.place(await stage.user(), listing, 1, 'card');
  await stage.does(sale.buyer, `/orders/${sale.hash}/payments`, {
    method: 'card',
    token: `tok-approved-visa-4242-${randomBytes(8).toString('hex')}`,
    brand: 'visa',
    installments: 1,
  });
  await stage.drain();
  return sale;
}

describe('a refund to a card', () => {
  test('goes back to the card only while the card may be contested', async () => {
    const sale = await boughtByCard();
    expect((await stage.view(sale, sale.buyer)).deal.payment).toMatchObject({ returnsOnly: true });
    const refused = await stage.post(sale.buyer, `/orders/${sale.hash}/regret`, { destination: 'balance' });
    expect([refused.status, refused.body.errors.destination]).toEqual([
      400,
      expect.stringContaining('volta só para o cartão'),
    ]);
    await stage.on(sale, sale.buyer, 'regret', { destination: 'original' });
    await stage.drain();
    const { id } = await stage.lastRefund(sale);
    await expect(
      sql`update refunds set destination = 'balance' where id = ${id}`.execute(stage.db),
    ).rejects.toThrow();
    expect(await money(sale.buyer)).toEqual(nothing);
  });

  test('may become balance after that', async () => {
    const sale = await boughtByCard();
    await stage.on(sale, sale.buyer, 'confirmation');
    await stage.pass(121 * day);
    expect((await stage.view(sale, sale.buyer)).deal.payment).toMatchObject({ returnsOnly: false });
    expect(await money(sale.buyer)).toEqual(nothing);
  });
});
