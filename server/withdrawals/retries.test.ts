import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { defaultWithdrawalRules } from '#domain/withdrawals/withdrawals.ts';
import type { Person } from '#test/accounts/people.ts';
import { day, openSales } from '#test/orders/sales.ts';
import type { Sales } from '#test/orders/sales.ts';
import { payoutReference } from './references.ts';

/** What the bank refused is tried again from the row, within the attempts that are left and never paid twice. */
let sales: Sales;
let admin: Person;
let support: Person;
beforeAll(async () => {
  sales = await openSales();
  admin = await sales.user({ role: 'admin' });
  support = await sales.user({ role: 'support' });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await sales.checkBooks();
});
afterAll(() => sales.close());

const { retryMs } = defaultWithdrawalRules;
const refusal = { state: 'failed', providerId: 'x', reason: 'Fora do ar' } as const;

/** One that was approved and that the bank refused the first time. */
async function refused(amountCents = 5_000, seller?: Person): Promise<{ id: number; owner: Person }> {
  const sale = await sales.released({ priceCents: amountCents * 2, ...(seller && { seller }) });
  const asked = await post(sale.seller, '/withdrawals', { amountCents });
  const { id } = asked.data;
  vi.spyOn(sales.bank, 'pay').mockResolvedValueOnce(refusal);
  const approver = await sales.user({ role: 'admin' });
  const decided = await post(approver, `/staff/withdrawals/${id}/decision`, {
    decision: 'approve',
    note: '',
  });
  expect(decided.status, decided.text).toBe(200);
  expect(await now(id)).toMatchObject({ state: 'failed', attempts: 1 });
  return { id, owner: sale.seller };
}

const post = (who: Person, path: string, body?: object) =>
  sales.request('POST', path, { token: who.token, key: true, ...(body && { body }) });
const retry = (who: Person, id: number) => post(who, `/staff/withdrawals/${id}/attempt`);

async function now(id: number) {
  const { rows } = await sql<{ state: string; attempts: number; fee_cents: number }>`
    select state, attempts, fee_cents from withdrawals where id = ${id}`.execute(sales.db);
  return rows[0]!;
}

async function rowOf(id: number, who = admin) {
  const { data } = await sales.request('GET', '/staff/withdrawals?tab=processando', { token: who.token });
  return data.items.find((each: { id: number }) => each.id === id);
}

const payouts = async (id: number) =>
  (
    await sql<{ reference: string }>`select reference from simulator.payouts
      where reference like ${`${payoutReference(id, 1).slice(0, -1)}%`} and state = 'done'`.execute(sales.db)
  ).rows;

test('the row shows the bank’s answer, the number of attempts and the time of the next one', async () => {
  const { id } = await refused();
  const row = await rowOf(id);
  expect(row).toMatchObject({
    lastError: 'Fora do ar',
    attempt: { made: 1, most: 3, notNowBecause: null },
  });
  expect(Date.parse(row.attempt.nextAt)).toBeGreaterThanOrEqual(Date.parse(row.createdAt) + retryMs);
});

test('staff retry at once, under a new reference, and the record names the person', async () => {
  const { id } = await refused();
  const answer = await retry(support, id);
  expect([answer.status, answer.data]).toEqual([200, { id, state: 'processing' }]);
  expect(await now(id)).toMatchObject({ state: 'paid', attempts: 2 });
  expect(await payouts(id)).toEqual([{ reference: payoutReference(id, 2) }]);
  const { rows } = await sql`select actor_id, before, after from audit_log
    where kind = 'withdrawal.retried' and subject_id = ${id}`.execute(sales.db);
  expect(rows).toEqual([
    { actor_id: support.id, before: { state: 'failed' }, after: { state: 'processing' } },
  ]);
});

test('of twenty parallel retries by staff one makes an attempt and a payout, and nineteen are refused', async () => {
  const { id } = await refused();
  const pay = vi.spyOn(sales.bank, 'pay');
  pay.mockClear();
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => retry(index % 2 === 0 ? admin : support, id)),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const others = answers.filter(({ status }) => status !== 200);
  expect(new Set(others.map(({ body }) => body.code))).toEqual(new Set(['wrong_state']));
  expect(pay).toHaveBeenCalledTimes(1);
  expect(await payouts(id)).toHaveLength(1);
});

test('the same retry sent twice is one attempt', async () => {
  const { id } = await refused();
  const key = crypto.randomUUID();
  const send = () =>
    sales.request('POST', `/staff/withdrawals/${id}/attempt`, {
      token: admin.token,
      headers: { 'idempotency-key': key },
    });
  const [first, second] = [await send(), await send()];
  expect([first.status, second.status, second.data]).toEqual([200, 200, first.data]);
  expect(await now(id)).toMatchObject({ state: 'paid', attempts: 2 });
});

test('a retry that stops before the bank is called is sent by the worker, once', async () => {
  const { id } = await refused();
  vi.spyOn(sales.bank, 'pay').mockRejectedValueOnce(new Error('the process is gone'));
  expect((await retry(admin, id)).status).toBe(200);
  expect(await now(id)).toMatchObject({ state: 'processing', attempts: 2 });
  await sales.drain();
  expect(await now(id)).toMatchObject({ state: 'paid', attempts: 2 });
  expect(await payouts(id)).toHaveLength(1);
});

test('the last failed attempt returns the money, and no retry is possible after it', async () => {
  const { id, owner } = await refused();
  const pay = vi.spyOn(sales.bank, 'pay').mockResolvedValue(refusal);
  for (let tries = 0; tries < 2; tries++) expect((await retry(admin, id)).status).toBe(200);
  pay.mockRestore();
  expect(await now(id)).toMatchObject({ state: 'returned', attempts: 3 });
  const again = await retry(admin, id);
  expect([again.status, again.body.code, again.body.detail]).toEqual([
    409,
    'wrong_state',
    'O valor já voltou ao saldo. A pessoa pode pedir outro saque.',
  ]);
  const { data } = await sales.request('GET', '/balances', { token: owner.token });
  expect(data.availableCents).toBe(9_010);
});

test('a withdrawal that is pending, paid or at the bank is not retried', async () => {
  const sale = await sales.released({ priceCents: 10_000 });
  const { data } = await post(sale.seller, '/withdrawals', { amountCents: 5_000 });
  expect((await retry(admin, data.id)).body.code).toBe('wrong_state');
  await post(admin, `/staff/withdrawals/${data.id}/decision`, { decision: 'approve', note: '' });
  expect(await now(data.id)).toMatchObject({ state: 'paid' });
  expect((await retry(admin, data.id)).body.code).toBe('wrong_state');
  expect((await retry(admin, 999_999)).status).toBe(404);
});

test('staff cannot retry their own, support none above its limit, users none, and the row says why', async () => {
  const own = await refused(5_000, admin);
  expect((await retry(admin, own.id)).body.code).toBe('own_decision');
  expect((await rowOf(own.id)).attempt.notNowBecause).toBe(
    'Este saque é seu. Outra pessoa da equipe decide.',
  );
  const large = await refused(200_002);
  expect((await retry(support, large.id)).body.code).toBe('forbidden');
  expect((await rowOf(large.id, support)).attempt.notNowBecause).toBe(
    'Acima do limite do suporte. Um administrador decide.',
  );
  expect((await retry(large.owner, large.id)).status).toBe(403);
});

test('a retry needs a recent proof of the person', async () => {
  const { id } = await refused();
  const stale = await sales.user({ role: 'admin' });
  await sql`update sessions set second_factor_at = null, proved_at = null where user_id = ${stale.id}`.execute(
    sales.db,
  );
  expect((await retry(stale, id)).body.code).toBe('step_up_required');
});

test('a late withdrawal is free by a retry of staff, too', async () => {
  await sales.setRules({ withdrawal: { ...defaultWithdrawalRules, freePerMonth: 0, retryMs: 20 * day } });
  const { id } = await refused();
  expect(await now(id)).toMatchObject({ fee_cents: 250 });
  await sales.moveClock(10 * day);
  expect((await retry(admin, id)).status).toBe(200);
  expect(await now(id)).toMatchObject({ state: 'paid', fee_cents: 0 });
});
