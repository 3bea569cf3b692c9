import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { day, hour, openSales } from '#test/orders/sales.ts';
import type { Person } from '#test/accounts/people.ts';
import type { Sales } from '#test/orders/sales.ts';
import { sendPayoutByReference } from './payouts.ts';
import { payoutReference } from './references.ts';
import { recheckPayout } from './returns.ts';

let sales: Sales;
let admin: Person;
beforeAll(async () => {
  sales = await openSales();
  admin = await sales.user({ role: 'admin' });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await sales.checkBooks();
});
afterAll(() => sales.close());

const post = ({ token }: Person, path: string, body: object) =>
  sales.request('POST', path, { token, key: true, body });
async function balances({ token }: Person) {
  const { now: _, withdrawal, ...rest } = (await sales.request('GET', '/balances', { token })).data;
  const { arrivesBy: __, ...terms } = withdrawal;
  return { ...rest, withdrawal: terms };
}
const own = async ({ token }: Person, id: number) =>
  (await sales.request('GET', '/withdrawals', { token })).data.items.find(
    (item: { id: number }) => item.id === id,
  );
const reference = (id: number, attempt = 1) => payoutReference(id, attempt);
/** The bank sends the money back, and its notice. */
const sendBack = (id: number) =>
  sales.request('POST', '/dev/payouts/return', { body: { reference: reference(id) } });

/** The bank sends the money back, and its notice is lost. */
const sendBackUnheard = (id: number, attempt = 1) =>
  sql`update simulator.payouts set state = 'failed', returned_at = market_now()
    where reference = ${reference(id, attempt)}`.execute(sales.db);

async function paidOut(seller: Person, amountCents: number): Promise<number> {
  const asked = await post(seller, '/withdrawals', { amountCents });
  expect(asked.status, asked.text).toBe(201);
  const { id } = asked.data;
  await post(admin, `/staff/withdrawals/${id}/decision`, { decision: 'approve', note: '' });
  expect(await own(seller, id)).toMatchObject({ state: 'paid', reopenedAt: null });
  return id;
}

const seller = async (priceCents = 20_000) => (await sales.released({ priceCents })).seller;

async function bookkeeping(): Promise<Record<string, number>> {
  const { rows } = await sql<{ kind: string; cents: number }>`
    select kind, sum(debits - credits)::int as cents from money.accounts
    where kind = any ('{psp_cash,fee_revenue,available,withdrawal_in_transit}') group by kind`.execute(
    sales.db,
  );
  return Object.fromEntries(rows.map(({ kind, cents }) => [kind, cents]));
}

test('a payout that the bank returns after «pago» is in the balance again, with its fee and the reason (§4.10)', async () => {
  const person = await seller();
  await paidOut(person, 2_000);
  const [before, books] = [await balances(person), await bookkeeping()];
  const id = await paidOut(person, 4_000);
  expect(await own(person, id)).toMatchObject({ feeCents: 250, netCents: 3_750 });
  expect((await sendBack(id)).status).toBe(200);
  expect(await own(person, id)).toMatchObject({
    state: 'returned',
    paidAt: expect.any(String),
    reopenedAt: expect.any(String),
    returnReason: 'A conta de destino foi encerrada',
  });
  expect(await balances(person)).toEqual(before);
  expect(await bookkeeping()).toEqual({ ...books, withdrawal_in_transit: 0, fee_revenue: 0 });
  const { data } = await sales.request('GET', '/transactions', { token: person.token });
  expect(data.items[0]).toMatchObject({ description: 'Saque devolvido ao saldo', amountCents: 4_000 });
});

test('its owner gets a notice and a letter, and staff see when it was paid and when it was returned', async () => {
  const person = await seller();
  const id = await paidOut(person, 2_000);
  await sendBack(id);
  await sales.drain();
  const notices = await sales.request('GET', '/notifications', { token: person.token });
  expect(notices.data.items[0]).toMatchObject({
    title: 'O banco devolveu um saque já pago',
    description: expect.stringMatching(/R\$\s20,00 voltaram inteiros.*chave Pix.*peça outro saque/),
  });
  const { rows } = await sql`
    select from mails m join users u on u.email = m.recipient
    where u.id = ${person.id} and m.subject = 'O banco devolveu um saque já pago'`.execute(sales.db);
  expect(rows).toHaveLength(1);
  const queue = await sales.request('GET', '/staff/withdrawals?tab=recusados', { token: admin.token });
  expect(queue.data.items[0]).toMatchObject({
    id,
    paidAt: expect.any(String),
    reopenedAt: expect.any(String),
    lastError: 'A conta de destino foi encerrada',
    decidable: false,
  });
});

test('the free withdrawal of the month and the daily limit are as if it had never been paid', async () => {
  const person = await sales.user({ level: 'N2' });
  await sales.released({ priceCents: 150_000, seller: person });
  await sales.released({ priceCents: 150_000, seller: person });
  const id = await paidOut(person, 200_000);
  const beyond = await post(person, '/withdrawals', { amountCents: 1_000 });
  expect([beyond.status, beyond.body.code]).toEqual([409, 'limit_reached']);
  await sendBack(id);
  expect((await balances(person)).withdrawal.nextFeeCents).toBe(0);
  expect((await post(person, '/withdrawals', { amountCents: 200_000 })).data).toMatchObject({ feeCents: 0 });
});

test('the part from the purchase credit goes back there', async () => {
  const sale = await sales.delivered({ codes: sales.codes(1), priceCents: 10_000 });
  await sales.tryAct(sale, sale.buyer, 'regret', { destination: 'balance' });
  await sales.drain();
  const before = await balances(sale.buyer);
  const id = await paidOut(sale.buyer, 10_000);
  await sendBack(id);
  expect(before).toMatchObject({ availableCents: 0, purchaseCreditCents: 10_000 });
  expect(await balances(sale.buyer)).toEqual(before);
});

describe('a return', () => {
  test('reported twenty times at once is recorded once', async () => {
    const person = await seller();
    const id = await paidOut(person, 2_000);
    const { availableCents } = await balances(person);
    await sendBackUnheard(id);
    await Promise.all(Array.from({ length: 20 }, () => sendPayoutByReference(sales.ctx, reference(id))));
    await sendPayoutByReference(sales.ctx, reference(id));
    expect((await balances(person)).availableCents).toBe(availableCents + 2_000);
    const { rows } = await sql`
      select from events where kind = 'withdrawal.reopened' and subject_id = ${id}`.execute(sales.db);
    expect(rows).toHaveLength(1);
  });

  test('reported for an attempt that failed before the paid one changes nothing', async () => {
    const person = await seller(50_000);
    const asked = await post(person, '/withdrawals', { amountCents: 10_001 });
    const { id } = asked.data;
    await post(admin, `/staff/withdrawals/${id}/decision`, { decision: 'approve', note: '' });
    await sales.moveClock(hour);
    await sales.drain();
    await sendPayoutByReference(sales.ctx, reference(id, 1));
    expect(await own(person, id)).toMatchObject({ state: 'paid', reopenedAt: null });
    await sendBackUnheard(id, 2);
    expect(await recheckPayout(sales.ctx, id)).toBe(true);
    expect(await own(person, id)).toMatchObject({ state: 'returned' });
  });

  test('needs more than its notice: a bank that does not know it or does not answer changes nothing', async () => {
    const person = await seller();
    const id = await paidOut(person, 2_000);
    await sendPayoutByReference(sales.ctx, reference(id));
    const find = vi.spyOn(sales.bank, 'findPayout');
    find.mockResolvedValueOnce(null).mockResolvedValueOnce({ state: 'processing', providerId: 'x' });
    for (let asked = 0; asked < 2; asked += 1) expect(await recheckPayout(sales.ctx, id)).toBe(false);
    find.mockRejectedValueOnce(new Error('timeout'));
    await expect(recheckPayout(sales.ctx, id)).rejects.toThrow('timeout');
    expect(await own(person, id)).toMatchObject({ state: 'paid' });
  });

  test('whose notice was lost is found a day later, and the books match the bank’s', async () => {
    const person = await seller(50_000);
    const { availableCents } = await balances(person);
    const id = await paidOut(person, 10_006);
    await sales.moveClock(day);
    await sales.drain();
    expect(await own(person, id)).toMatchObject({ state: 'returned' });
    expect((await balances(person)).availableCents).toBe(availableCents);
    const { data } = await sales.request('GET', '/staff/payment-differences', { token: admin.token });
    expect(data.items).toEqual([]);
  });

  test('is checked again when the bank gives no answer now', async () => {
    const person = await seller();
    const id = await paidOut(person, 2_000);
    const find = vi.spyOn(sales.bank, 'findPayout').mockRejectedValueOnce(new Error('away'));
    await sendBack(id);
    expect(find).toHaveBeenCalledOnce();
    expect(await own(person, id)).toMatchObject({ state: 'paid' });
    await sales.drain();
    expect(await own(person, id)).toMatchObject({ state: 'returned' });
  });

  test('is checked for three days and no longer, also by a market that was closed meanwhile', async () => {
    const person = await seller();
    const id = await paidOut(person, 2_000);
    const find = vi.spyOn(sales.bank, 'findPayout');
    for (const asked of [1, 2, 3, 3, 3]) {
      await sales.moveClock(day);
      await sales.drain();
      expect(find.mock.calls.filter(([of]) => of === reference(id))).toHaveLength(asked);
    }
    const late = await paidOut(person, 2_000);
    await sales.moveClock(9 * day);
    find.mockRejectedValueOnce(new Error('away'));
    await sales.drain();
    await sales.drain();
    expect(find.mock.calls.filter(([of]) => of === reference(late))).toHaveLength(2);
  });

  test('of a payout that the bank never made is ignored', async () => {
    const person = await seller(50_000);
    const asked = await post(person, '/withdrawals', { amountCents: 10_002 });
    await post(admin, `/staff/withdrawals/${asked.data.id}/decision`, { decision: 'approve', note: '' });
    expect((await sendBack(asked.data.id)).status).toBe(404);
    await sales.moveClock(hour);
    await sales.drain();
    expect(await own(person, asked.data.id)).toMatchObject({
      state: 'returned',
      paidAt: null,
      reopenedAt: null,
    });
  });
});

/** The whole of what a sale of R$ 200,00 leaves was paid out, then the account was deleted, then the bank sent it back. */
async function ofNobody(): Promise<{ id: number; pixKey: string }> {
  const person = await seller(20_000);
  const id = await paidOut(person, 18_020);
  expect((await post(person, '/account-closures', { username: person.username })).status).toBe(201);
  await sales.moveClock(15 * day);
  await sales.drain();
  await sendBack(id);
  const { rows } = await sql<{ pixKey: string; state: string }>`
    select w.pix_key as "pixKey", u.state from withdrawals w join users u on u.id = w.user_id
    where w.id = ${id}`.execute(sales.db);
  expect(rows[0]!.state).toBe('closed');
  return { id, ...rows[0]! };
}

const repay = (staff: Person, id: number) => post(staff, `/staff/withdrawals/${id}/repayment`, {});

async function rowOf(id: number, tab = 'recusados') {
  const { data } = await sales.request('GET', `/staff/withdrawals?tab=${tab}`, { token: admin.token });
  return data.items.find((row: { id: number }) => row.id === id);
}

describe('money returned to an account that was deleted meanwhile', () => {
  test('is requested by one staff member and approved by another: to the same key, free, once', async () => {
    const { id, pixKey } = await ofNobody();
    expect(await rowOf(id)).toMatchObject({ repayable: true, balanceAfterCents: 18_020 });
    const asked = await repay(admin, id);
    expect(asked.status, asked.text).toBe(201);
    const newId = asked.data.id;
    expect(await rowOf(newId, 'pendentes')).toMatchObject({
      feeCents: 0,
      holderMatches: true,
      firstBy: admin.username,
      decidable: false,
    });
    const decide = (staff: Person) =>
      post(staff, `/staff/withdrawals/${newId}/decision`, { decision: 'approve', note: '' });
    expect((await decide(admin)).body.code).toBe('second_person_needed');
    expect((await decide(await sales.user({ role: 'support' }))).status).toBe(200);
    const { rows } = await sql<{ state: string; cents: number }>`
      select state, amount_cents::int as cents from simulator.payouts where pix_key = ${pixKey} order by reference`.execute(
      sales.db,
    );
    expect(rows).toEqual([
      { state: 'failed', cents: 18_020 },
      { state: 'done', cents: 18_020 },
    ]);
  });

  test('is requested once, however often, up to the available amount', async () => {
    const { id } = await ofNobody();
    const answers = await Promise.all(Array.from({ length: 20 }, () => repay(admin, id)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(
      answers
        .filter(({ status }) => status !== 201)
        .every(({ body }) => body.code === 'insufficient_balance'),
    ).toBe(true);
    expect(await rowOf(id)).toMatchObject({ repayable: false });
  });

  test('is not requested for a person who still has an account, nor for money that was not returned', async () => {
    const person = await seller();
    const id = await paidOut(person, 2_000);
    expect((await repay(admin, id)).body.code).toBe('wrong_state');
    await sendBack(id);
    expect(await rowOf(id)).toMatchObject({ repayable: false });
    expect((await repay(admin, id)).body.code).toBe('wrong_state');
    expect((await repay(person, id)).status).toBe(403);
    expect((await repay(admin, 999_999)).status).toBe(404);
  });
});

test('an account in closure is postponed while money was returned to it', async () => {
  const person = await seller(10_000);
  const id = await paidOut(person, 9_010);
  expect((await post(person, '/account-closures', { username: person.username })).status).toBe(201);
  await sendBack(id);
  await sales.moveClock(31 * day);
  await sales.drain();
  const { rows } = await sql<{ state: string; postponed: boolean }>`
    select u.state, c.postponed_at is not null as postponed from users u join account_closures c on c.user_id = u.id
    where u.id = ${person.id}`.execute(sales.db);
  expect(rows[0]).toEqual({ state: 'closing', postponed: true });
});
