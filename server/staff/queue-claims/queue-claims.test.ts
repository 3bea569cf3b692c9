import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { paymentProofRefusals } from '#domain/payments/payment-proofs.ts';
import { claimQueues } from '#domain/staff/queue-claims.ts';
import type { ClaimQueue } from '#domain/staff/queue-claims.ts';
import { openComplaints } from '#test/complaints/complaints.ts';
import type { Person } from '#test/accounts/people.ts';
import type { Sales } from '#test/orders/sales.ts';
import { openStaffFixtures } from '#test/staff/fixtures.ts';
import type { StaffFixtures } from '#test/staff/fixtures.ts';

let fixtures: StaffFixtures;
let sales: Sales;
let ana: Person;
let rui: Person;
beforeAll(async () => {
  fixtures = await openStaffFixtures(await openComplaints());
  ({ sales } = fixtures);
  ana = await sales.user({ role: 'admin' });
  rui = await sales.user({ role: 'admin' });
});
afterAll(async () => {
  await sales.checkBooks();
  await sales.close();
});
beforeEach(() => sql`delete from queue_claims`.execute(sales.db));

const minute = 60_000;
const note = 'Um motivo escrito em uma frase inteira.';

interface QueueItem {
  id: number;
  /** The call that decides it. */
  path: string;
  body: object;
  owner: Person;
}

/** An item of each queue, with the call that decides it. */
const items: Record<ClaimQueue, () => Promise<QueueItem>> = {
  async reviews() {
    const { id, seller } = await fixtures.submitted({});
    const body = { decision: 'approve', reasons: [], note: '' };
    return { id, path: `/staff/reviews/${id}/decision`, body, owner: seller };
  },
  async withdrawals() {
    const { id, owner } = await fixtures.withdrawal(5_000);
    return { id, path: `/staff/withdrawals/${id}/decision`, body: { decision: 'reject', note }, owner };
  },
  async refunds() {
    const { id, sale } = await fixtures.refunding({}, 10_000);
    return {
      id,
      path: `/staff/refunds/${id}/decision`,
      body: { decision: 'approve', note },
      owner: sale.buyer,
    };
  },
  async complaints() {
    const { complaintId: id, buyer } = await fixtures.mediated({});
    const body = { result: 'release', grounds: `${note} E mais uma.`, rule: 'CDC, art. 35' };
    return { id, path: `/staff/complaints/${id}/decision`, body, owner: buyer };
  },
  async receipts() {
    const { id, sale } = await fixtures.withReceipt({});
    const body = { decision: 'reject', refusal: paymentProofRefusals[0] };
    return { id, path: `/staff/receipts/${id}/decision`, body, owner: sale.buyer };
  },
};

const claim = (queue: ClaimQueue, id: number, who: Person, takeOver?: boolean) =>
  sales.request('PUT', `/staff/holds/${queue}/${id}`, {
    token: who.token,
    body: takeOver === undefined ? {} : { takeOver },
  });
const release = (queue: ClaimQueue, id: number, who: Person) =>
  sales.request('DELETE', `/staff/holds/${queue}/${id}`, { token: who.token });
const decide = ({ path, body }: QueueItem, who: Person) =>
  sales.request('POST', path, { token: who.token, key: true, body });
async function seen(queue: ClaimQueue, who: Person): Promise<string[]> {
  const { data } = await sales.request('GET', `/staff/holds/${queue}`, { token: who.token });
  return data.items.map(({ by }: { by: string }) => by);
}

describe.each(claimQueues)('an item of %s', (queue) => {
  test('is claimed by the first who opens it: a colleague’s decision is refused with the name until they take over', async () => {
    const item = await items[queue]();
    const mine = await claim(queue, item.id, ana);
    expect(mine.data).toMatchObject({ id: item.id, by: ana.username, mine: true });
    expect((await claim(queue, item.id, rui)).data).toMatchObject({ by: ana.username, mine: false });
    const early = await decide(item, rui);
    expect([early.status, early.body.code]).toEqual([409, 'held_by_colleague']);
    expect(early.body.detail).toMatch(
      new RegExp(`^Em análise por @${ana.username} até \\d\\d:\\d\\d\\. Assuma a análise para decidir\\.$`),
    );
    expect((await claim(queue, item.id, rui, true)).data).toMatchObject({ by: rui.username, mine: true });
    expect((await decide(item, ana)).body.detail).toContain(`@${rui.username}`);
    expect((await decide(item, rui)).status).toBe(200);
    expect(await seen(queue, ana)).toEqual([]);
  });

  test('is not claimed by a person involved in it, nor without a session of staff', async () => {
    const { id, owner } = await items[queue]();
    await sql`select set_role(${owner.id}, 'support')`.execute(sales.db);
    const answer = await claim(queue, id, owner);
    await sql`select set_role(${owner.id}, 'user')`.execute(sales.db);
    expect(['own_decision', 'second_factor_required']).toContain(answer.body.code);
    expect((await claim(queue, 999_999, ana)).status).toBe(404);
    expect(await seen(queue, rui)).toEqual([]);
  });
});

test('when twenty open an item at once, one claims it and all get the same name', async () => {
  const { id } = await items.reviews();
  const team = await Promise.all(Array.from({ length: 20 }, () => sales.user({ role: 'support' })));
  const answers = await Promise.all(team.map((one) => claim('reviews', id, one)));
  expect(answers.filter(({ data }) => data.mine)).toHaveLength(1);
  expect(new Set(answers.map(({ data }) => data.by)).size).toBe(1);
});

test('a claim ends five minutes after its last renewal, or when its owner releases it', async () => {
  const { id } = await items.reviews();
  await claim('reviews', id, ana);
  await sales.moveClock(4 * minute);
  const renewed = await claim('reviews', id, ana);
  expect(Date.parse(renewed.data.until) - Date.parse(renewed.data.since)).toBeGreaterThan(8 * minute);
  await sales.moveClock(4 * minute);
  expect(await seen('reviews', rui)).toEqual([ana.username]);
  await sales.moveClock(minute + 1_000);
  expect(await seen('reviews', rui)).toEqual([]);
  expect((await claim('reviews', id, rui)).data.mine).toBe(true);
  await release('reviews', id, ana);
  expect(await seen('reviews', ana)).toEqual([rui.username]);
  await release('reviews', id, rui);
  expect(await seen('reviews', ana)).toEqual([]);
});

test('the duration of a claim is a setting', async () => {
  const { id } = await items.reviews();
  await sales.setRules({ holds: { holdMs: 2 * minute } });
  const { data } = await claim('reviews', id, ana);
  expect(Date.parse(data.until) - Date.parse(data.since)).toBe(2 * minute);
});
