import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openComplaints } from '#test/complaints/complaints.ts';
import type { Complaints } from '#test/complaints/complaints.ts';
import type { Person } from '#test/accounts/people.ts';
import { openStaffFixtures } from '#test/staff/fixtures.ts';
import type { StaffFixtures } from '#test/staff/fixtures.ts';

/** A queue marks what support may not decide, with the reason, before an item is opened (§4.15). */
let market: Complaints;
let things: StaffFixtures;
beforeAll(async () => {
  market = await openComplaints();
  things = await openStaffFixtures(market);
});
afterAll(() => market.sales.close());

interface Item {
  id: number;
  onlyAdminBecause: string | null;
}

async function reasonIn(queue: string, id: number, who: Person): Promise<string | null> {
  const { status, text, data } = await market.sales.request('GET', `/staff/${queue}`, { token: who.token });
  expect(status, text).toBe(200);
  const item = (data.items as Item[]).find((one) => one.id === id);
  return item!.onlyAdminBecause;
}

const limit = 50_000;
const cases: Record<string, { may: () => Promise<number>; mayNot: () => Promise<number>; reason: RegExp }> = {
  reviews: {
    may: async () => (await things.submitted({})).id,
    mayNot: async () => (await things.submitted({}, await market.sales.category({ riskClass: 'risky' }))).id,
    reason: /^Categorias de risco/,
  },
  complaints: {
    may: async () => (await things.mediated({}, { priceCents: 1_000 })).complaintId,
    mayNot: async () => (await things.mediated({}, { priceCents: limit + 1 })).complaintId,
    reason: /^O valor passa de R\$.500,00, o limite do suporte\.$/,
  },
  'complaints?tab=recursos': {
    may: async () => (await things.mediated({}, { priceCents: 1_000 })).complaintId,
    mayNot: async () => (await things.appealed({}, market.admin)).complaintId,
    reason: /^Recursos são julgados por administradores\.$/,
  },
  refunds: {
    may: async () => (await things.refunding({}, 1_000)).id,
    mayNot: async () => (await things.refunding({}, limit + 1)).id,
    reason: /^Acima do limite do suporte/,
  },
  withdrawals: {
    may: async () => (await things.withdrawal(1_000)).id,
    mayNot: async () => (await things.withdrawal(200_001)).id,
    reason: /^Acima do limite do suporte/,
  },
};

describe.each(Object.keys(cases))('in the queue of %s', (queue) => {
  const { may, mayNot, reason } = cases[queue]!;

  test('an item for administrators is marked for support and not for an administrator', async () => {
    const id = await mayNot();
    expect(await reasonIn(queue, id, market.support)).toMatch(reason);
    expect(await reasonIn(queue, id, await market.sales.user({ role: 'admin' }))).toBeNull();
  });

  test('an item that support decides is not marked', async () => {
    expect(await reasonIn(queue.split('?')[0]!, await may(), market.support)).toBeNull();
  });
});

test('a case that would pass the sum of the day is marked with the sum (ADR 0075)', async () => {
  const seller = await market.sales.user();
  const first = await things.mediated({ seller }, { priceCents: 30_000 });
  const second = await things.mediated({ seller }, { priceCents: 30_000 });
  expect(await reasonIn('complaints', second.complaintId, market.support)).toBeNull();
  expect((await market.decide(first, market.support, { result: 'release' })).status).toBe(200);
  expect(await reasonIn('complaints', second.complaintId, market.support)).toMatch(
    /acima de R\$.500,00: um administrador decide\.$/,
  );
});
