import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openComplaints, words } from '#test/complaints/complaints.ts';
import type { Complaints } from '#test/complaints/complaints.ts';
import type { Person } from '#test/accounts/people.ts';
import { paymentProofsOf } from '#test/payments/payment-proofs.ts';
import type { Placed, Sales } from '#test/orders/sales.ts';

let market: Complaints;
let sales: Sales;
beforeAll(async () => {
  market = await openComplaints();
  sales = market.sales;
});
afterEach(() => sales.checkBooks());
afterAll(() => sales.close());

const admin = () => sales.user({ role: 'admin' });
const support = () => sales.user({ role: 'support' });
const post = (who: Person, path: string, body: object) =>
  sales.request('POST', path, { token: who.token, key: true, body });

/** A cancelled sale whose refund needs a manual decision. */
async function refund(priceCents: number, buyer?: Person): Promise<{ id: number; sale: Placed }> {
  const listing = await sales.publishedListing({ priceCents, stock: 1 });
  const sale = await sales.place(buyer ?? (await sales.user()), listing);
  await sales.bank.payCharge(sale.reference);
  await sales.act(sale, sale.seller, 'cancellation', { reason: 'no_stock' });
  await sales.drain();
  const { rows } = await sql<{ id: number }>`select id from refunds where order_id = ${sale.id}`.execute(
    sales.db,
  );
  return { id: rows[0]!.id, sale };
}

const approve = (who: Person, id: number) =>
  post(who, `/staff/refunds/${id}/decision`, { decision: 'approve', note: '' });
const stateOf = async (id: number) =>
  (await sql<{ state: string }>`select state from refunds where id = ${id}`.execute(sales.db)).rows[0]!.state;

test('refunds of one buyer are automatic up to R$ 1.000,00 a day in total', async () => {
  const buyer = await sales.user();
  expect(await stateOf((await refund(60_000, buyer)).id)).toBe('completed');
  const { id } = await refund(60_000, buyer);
  expect(await stateOf(id)).toBe('in_review');
  expect(await stateOf((await refund(60_000)).id)).toBe('completed');
});

test('one admin cannot release R$ 3.000,00 twice with a limit of R$ 5.000,00, and the row says why', async () => {
  const [first, second] = [await admin(), await admin()];
  const [one, other] = [await refund(300_000), await refund(300_000)];
  expect((await approve(first, one.id)).data.state).toBe('approved');
  const { data } = await sales.request('GET', '/staff/refunds', { token: first.token });
  expect(data.items.find(({ id }: { id: number }) => id === other.id)).toMatchObject({
    decidable: true,
    sumReason: expect.stringMatching(/você já decidiu R\$\s3\.000,00.*duas pessoas aprovam/u),
  });
  expect((await approve(first, other.id)).data.state).toBe('in_review');
  expect((await approve(first, other.id)).body.code).toBe('second_person_needed');
  expect((await approve(second, other.id)).data.state).toBe('approved');
});

test('SQL cannot release a refund over the sum without a second person', async () => {
  const who = await admin();
  const [one, other] = [await refund(300_000), await refund(300_000)];
  const bySql = (id: number) =>
    sql`update refunds set state = 'approved', decided_by = ${who.id}, decided_at = market_now()
      where id = ${id}`.execute(sales.db);
  await bySql(one.id);
  await expect(bySql(other.id)).rejects.toMatchObject({ constraint: 'money_decision_two_people' });
  await expect(
    sql`update refunds set state = 'approved' where id = ${other.id}`.execute(sales.db),
  ).rejects.toMatchObject({ constraint: 'money_decision_by_rule' });
  const helper = await support();
  await expect(
    sql`update refunds set state = 'approved', decided_by = ${helper.id}, decided_at = market_now()
      where id = ${other.id}`.execute(sales.db),
  ).rejects.toMatchObject({ constraint: 'money_decision_role' });
});

test('one admin cannot confirm orders of R$ 600,00 twice by payment proofs with a limit of R$ 1.000,00', async () => {
  const receipts = paymentProofsOf(sales);
  const [first, second] = [await admin(), await admin()];
  const [one, other] = [
    await receipts.sent({ priceCents: 60_000 }),
    await receipts.sent({ priceCents: 60_000 }),
  ];
  const [line, otherLine] = [await receipts.line(60_000), await receipts.line(60_000)];
  expect((await receipts.approve(first, one.receiptId, line)).data.state).toBe('approved');
  const shown = await sales.request('GET', `/staff/receipts/${other.receiptId}`, { token: first.token });
  expect(shown.data).toMatchObject({
    needsTwo: true,
    consent: 'propose',
    sumReason: expect.stringMatching(/R\$\s1\.200,00, acima de R\$\s1\.000,00/u),
  });
  expect((await receipts.approve(first, other.receiptId, otherLine)).data.state).toBe('in_review');
  expect((await receipts.approve(second, other.receiptId, otherLine)).data.state).toBe('approved');
});

test('one admin cannot force orders of R$ 300,00 twice with a limit of R$ 500,00', async () => {
  const [first, second] = [await admin(), await admin()];
  const force = (who: Person, { hash }: Placed) =>
    post(who, `/staff/orders/${hash}/forced-moves`, { event: 'force_cancellation', reason: words });
  const [one, other] = [await sales.paid({ priceCents: 30_000 }), await sales.paid({ priceCents: 30_000 })];
  expect((await force(first, one)).data).toMatchObject({ state: 'cancelled', waitingId: null });
  const { data } = await sales.request('GET', `/staff/orders/${other.id}`, { token: first.token });
  expect(data.force).toMatchObject({
    needTwo: expect.arrayContaining(['force_cancellation']),
    sumReason: expect.stringMatching(/R\$\s600,00, acima de R\$\s500,00/u),
  });
  const { waitingId } = (await force(first, other)).data;
  expect(waitingId).toBeTypeOf('number');
  await expect(
    sql`update forced_moves set done_at = market_now() where id = ${waitingId}`.execute(sales.db),
  ).rejects.toMatchObject({ constraint: 'money_decision_two_people' });
  const approved = await post(second, `/staff/forced-moves/${waitingId}/approval`, {});
  expect(approved.data, approved.text).toMatchObject({ state: 'cancelled' });
});

test('support decides complaints up to R$ 500,00 a day in total, and the case says why not beyond', async () => {
  const who = await support();
  const decide = (id: number) =>
    post(who, `/staff/complaints/${id}/decision`, { result: 'full', grounds: words, rule: 'Regra R07' });
  const [one, other] = [
    await market.mediated({ priceCents: 30_000 }),
    await market.mediated({ priceCents: 30_000 }),
  ];
  const decided = await decide(one.complaintId);
  expect(decided.status, decided.text).toBe(200);
  const { data } = await sales.request('GET', `/staff/complaints/${other.complaintId}`, { token: who.token });
  expect(data.actions.find(({ event }: { event: string }) => event === 'decide')).toMatchObject({
    allowed: false,
    because: expect.stringMatching(/você já decidiu R\$\s300,00.*um administrador decide/u),
  });
  expect((await decide(other.complaintId)).body).toMatchObject({
    code: 'forbidden',
    detail: expect.stringMatching(/R\$\s600,00, acima de R\$\s500,00/u),
  });
});

test('a third party pays R$ 500,00 a day without review, over all orders of a buyer and all buyers of a payer', async () => {
  const buyer = await sales.user();
  const order = async (who: Person) =>
    sales.place(who, await sales.publishedListing({ priceCents: 30_000, stock: 1 }));
  const pay = async (who: Person, payerDocument: string) => {
    const sale = await order(who);
    await sales.bank.payCharge(sale.reference, { payerDocument });
    return sales.stateOf(sale);
  };
  expect(await pay(buyer, '11144477735')).toBe('paid');
  expect(await pay(buyer, '52998224725')).toBe('payment_in_review');
  expect(await pay(await sales.user(), '11144477735')).toBe('payment_in_review');
  expect(await pay(buyer, buyer.cpf)).toBe('paid');
  expect(await pay(await sales.user(), '15350946056')).toBe('paid');
});
