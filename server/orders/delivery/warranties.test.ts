import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openComplaints } from '#test/complaints/complaints.ts';
import type { Complaints } from '#test/complaints/complaints.ts';
import type { Person } from '#test/accounts/people.ts';
import { day, minute } from '#test/orders/sales.ts';
import type { Placed } from '#test/orders/sales.ts';

let market: Complaints;
beforeAll(async () => void (market = await openComplaints()));
afterAll(() => market.sales.close());

/** A delivered and confirmed sale in a category whose warranty days are changed afterwards. */
async function confirmed(days: number, laterDays = days): Promise<Placed> {
  const { sales, admin } = market;
  const categoryId = await sales.category({ warrantyDays: days });
  const sale = await sales.delivered({ categoryId });
  await sales.act(sale, sale.buyer, 'confirmation');
  const changed = await sales.request('PATCH', `/staff/categories/${categoryId}`, {
    token: admin.token,
    body: { warrantyDays: laterDays },
  });
  expect(changed.status, changed.text).toBe(200);
  return sale;
}

const writes = (sale: Placed, who: Person) =>
  market.sales.request('PUT', `/orders/${sale.hash}/messages/${randomUUID()}`, {
    token: who.token,
    body: { text: 'Parou de funcionar hoje.', fileIds: [], insist: false },
  });

test.each([
  ['longer', 7, 14],
  ['shorter', 14, 7],
])('a warranty that becomes %s touches no order placed before (P01, N08)', async (_, days, laterDays) => {
  const sale = await confirmed(days, laterDays);
  const { deal } = await market.sales.view(sale, sale.buyer);
  expect(Date.parse(deal.complaintUntil)).toBe(Date.parse(deal.deliveredAt) + days * day);
  await market.sales.moveClock(days * day - minute);
  expect((await market.list(sale, sale.buyer)).opening).toMatchObject({ allowed: true });
  await market.sales.moveClock(2 * minute);
  expect((await market.list(sale, sale.buyer)).opening).toMatchObject({ allowed: false });
  expect((await market.open(sale)).body).toMatchObject({ status: 409, meta: { why: 'too_late' } });
});

test('both sides can write to each other until the end of a long warranty and no longer (§4.17)', async () => {
  const sale = await confirmed(14);
  await market.sales.moveClock(14 * day - minute);
  expect((await writes(sale, sale.buyer)).status).toBe(200);
  expect((await writes(sale, sale.seller)).status).toBe(200);
  await market.sales.moveClock(2 * minute);
  expect((await writes(sale, sale.buyer)).body).toMatchObject({ status: 409, meta: { stage: 'closed' } });
});

test('the application sets a warranty once and cannot change it', async () => {
  const sale = await confirmed(14);
  await expect(
    sql`update orders set warranty_days = 7 where id = ${sale.id}`.execute(market.sales.db),
  ).rejects.toThrow('permission denied');
});
