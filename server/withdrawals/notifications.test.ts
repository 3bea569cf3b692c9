import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { defaultWithdrawalRules } from '#domain/withdrawals/withdrawals.ts';
import type { Person } from '#test/accounts/people.ts';
import { openSales } from '#test/orders/sales.ts';
import type { Sales } from '#test/orders/sales.ts';
import { sendPayout } from './payouts.ts';

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

async function approved(): Promise<{ id: number; owner: Person }> {
  const { seller: owner } = await sales.released({ priceCents: 20_000 });
  const { data } = await sales.request('POST', '/withdrawals', {
    token: owner.token,
    key: true,
    body: { amountCents: 5_000 },
  });
  const answer = await sales.request('POST', `/staff/withdrawals/${data.id}/decision`, {
    token: admin.token,
    key: true,
    body: { decision: 'approve', note: '' },
  });
  expect(answer.status, answer.text).toBe(200);
  return { id: data.id, owner };
}

/** The titles of what its owner was told of the payout. */
async function told(owner: Person): Promise<string[]> {
  await sales.drain();
  const { data } = await sales.request('GET', '/notifications', { token: owner.token });
  return data.items
    .map(({ title }: { title: string }) => title)
    .filter((title: string) => /^(?:Saque no banco|O banco recusou|Saque pago|O banco devolveu)/.test(title))
    .toReversed();
}

async function stateOf(id: number): Promise<string> {
  const { rows } = await sql<{ state: string }>`select state from withdrawals where id = ${id}`.execute(
    sales.db,
  );
  return rows[0]!.state;
}

test('a payout that the bank refuses repeatedly is notified once, and then its return', async () => {
  vi.spyOn(sales.bank, 'pay').mockResolvedValue({ state: 'failed', providerId: 'x', reason: 'Fora do ar' });
  const { id, owner } = await approved();
  expect(await stateOf(id)).toBe('failed');
  for (let tries = 0; tries < 2; tries++) {
    await sales.moveClock(defaultWithdrawalRules.retryMs);
    await sendPayout(sales.ctx, id);
  }
  expect(await stateOf(id)).toBe('returned');
  expect(await told(owner)).toEqual(['O banco recusou seu saque por ora', 'O banco devolveu seu saque']);
});

test('a payout that stays in process at the bank is notified once, however often it is checked', async () => {
  const keeps = vi.spyOn(sales.bank, 'pay').mockResolvedValue({ state: 'processing', providerId: 'x' });
  const { id, owner } = await approved();
  for (let times = 0; times < 3; times++) {
    await sql`update withdrawals set asked_until = null where id = ${id}`.execute(sales.db);
    await sendPayout(sales.ctx, id);
  }
  expect(await stateOf(id)).toBe('processing');
  expect(await told(owner)).toEqual(['Saque no banco']);
  keeps.mockRestore();
});

test('a payout that is sent at once is notified only as paid', async () => {
  const { owner } = await approved();
  expect(await told(owner)).toEqual(['Saque pago']);
});
