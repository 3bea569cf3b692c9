import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { receiptRefusals } from '#domain/payments/payment-proofs.ts';
import { heldQueues } from '#domain/staff/queue-claims.ts';
import type { HeldQueue } from '#domain/staff/queue-claims.ts';
import { openComplaints } from '#test/complaints/complaints.ts';
import type { Person } from '#test/accounts/people.ts';
import type { Sales } from '#test/orders/sales.ts';
import { openStaffThings } from '#test/staff/things.ts';
import type { StaffThings } from '#test/staff/things.ts';

let things: StaffThings;
let sales: Sales;
let ana: Person;
let rui: Person;
beforeAll(async () => {
  things = await openStaffThings(await openComplaints());
  ({ sales } = things);
  ana = await sales.user({ role: 'admin' });
  rui = await sales.user({ role: 'admin' });
});
afterAll(async () => {
  await sales.checkBooks();
  await sales.close();
});
beforeEach(() => sql`delete from holds`.execute(sales.db));

const minute = 60_000;
const note = 'Um motivo escrito em uma frase inteira.';

interface Held {
  id: number;
  /** Decides it. */
  path: string;
  body: object;
  owner: Person;
}

/** An item of each queue, with the call that decides it. */
const items: Record<HeldQueue, () => Promise<Held>> = {
  async reviews() {
    const { id, seller } = await things.submitted({});
    const body = { decision: 'approve', reasons: [], note: '' };
    return { id, path: `/staff/reviews/${id}/decision`, body, owner: seller };
  },
  async withdrawals() {
    const { id, owner } = await things.withdrawal(5_000);
    return { id, path: `/staff/withdrawals/${id}/decision`, body: { decision: 'reject', note }, owner };
  },
  async refunds() {
    const { id, sale } = await things.refunding({}, 10_000);
    return {
      id,
      path: `/staff/refunds/${id}/decision`,
      body: { decision: 'approve', note },
      owner: sale.buyer,
    };
  },
  async complaints() {
    const { complaintId: id, buyer } = await things.mediated({});
    const body = { result: 'release', grounds: `${note} E mais uma.`, rule: 'CDC, art. 35' };
    return { id, path: `/staff/complaints/${id}/decision`, body, owner: buyer };
  },
  async receipts() {
    const { id, sale } = await things.withReceipt({});
    const body = { decision: 'reject', refusal: receiptRefusals[0] };
    return { id, path: `/staff/receipts/${id}/decision`, body, owner: sale.buyer };
  },
};

const hold = (queue: HeldQueue, id: number, who: Person, takeOver?: boolean) =>
  sales.request('PUT', `/staff/holds/${queue}/${id}`, {
    token: who.token,
    body: takeOver === undefined ? {} : { takeOver },
  });
const free = (queue: HeldQueue, id: number, who: Person) =>
  sales.request('DELETE', `/staff/holds/${queue}/${id}`, { token: who.token });
const decide = ({ path, body }: Held, who: Person) =>
  sales.request('POST', path, { token: who.token, key: true, body });
async function seen(queue: HeldQueue, who: Person): Promise<string[]> {
  const { data } = await sales.request('GET', `/staff/holds/${queue}`, { token: who.token });
  return data.items.map(({ by }: { by: string }) => by);
}

describe.each(heldQueues)('an item of %s', (queue) => {
  test('belongs to whoever opened it: another decision is answered with who holds it, until it is taken over', async () => {
    const item = await items[queue]();
    const mine = await hold(queue, item.id, ana);
    expect(mine.data).toMatchObject({ id: item.id, by: ana.username, mine: true });
    expect((await hold(queue, item.id, rui)).data).toMatchObject({ by: ana.username, mine: false });
    const early = await decide(item, rui);
    expect([early.status, early.body.code]).toEqual([409, 'held_by_colleague']);
    expect(early.body.detail).toMatch(
      new RegExp(`^Em análise por @${ana.username} até \\d\\d:\\d\\d\\. Assuma a análise para decidir\\.$`),
    );
    expect((await hold(queue, item.id, rui, true)).data).toMatchObject({ by: rui.username, mine: true });
    expect((await decide(item, ana)).body.detail).toContain(`@${rui.username}`);
    expect((await decide(item, rui)).status).toBe(200);
    expect(await seen(queue, ana)).toEqual([]);
  });

  test('is not held by whoever has a part in it, nor by nobody at all', async () => {
    const { id, owner } = await items[queue]();
    await sql`select set_role(${owner.id}, 'support')`.execute(sales.db);
    const answer = await hold(queue, id, owner);
    await sql`select set_role(${owner.id}, 'user')`.execute(sales.db);
    expect(['own_decision', 'second_factor_required']).toContain(answer.body.code);
    expect((await hold(queue, 999_999, ana)).status).toBe(404);
    expect(await seen(queue, rui)).toEqual([]);
  });
});

test('of twenty who open an item at once one holds it, and all are told the same name', async () => {
  const { id } = await items.reviews();
  const team = await Promise.all(Array.from({ length: 20 }, () => sales.user({ role: 'support' })));
  const answers = await Promise.all(team.map((one) => hold('reviews', id, one)));
  expect(answers.filter(({ data }) => data.mine)).toHaveLength(1);
  expect(new Set(answers.map(({ data }) => data.by)).size).toBe(1);
});

test('a hold ends five minutes after its last renewal, or when its holder leaves', async () => {
  const { id } = await items.reviews();
  await hold('reviews', id, ana);
  await sales.moveClock(4 * minute);
  const renewed = await hold('reviews', id, ana);
  expect(Date.parse(renewed.data.until) - Date.parse(renewed.data.since)).toBeGreaterThan(8 * minute);
  await sales.moveClock(4 * minute);
  expect(await seen('reviews', rui)).toEqual([ana.username]);
  await sales.moveClock(minute + 1_000);
  expect(await seen('reviews', rui)).toEqual([]);
  expect((await hold('reviews', id, rui)).data.mine).toBe(true);
  await free('reviews', id, ana);
  expect(await seen('reviews', ana)).toEqual([rui.username]);
  await free('reviews', id, rui);
  expect(await seen('reviews', ana)).toEqual([]);
});

test('how long it lasts is a setting', async () => {
  const { id } = await items.reviews();
  await sales.setRules({ holds: { holdMs: 2 * minute } });
  const { data } = await hold('reviews', id, ana);
  expect(Date.parse(data.until) - Date.parse(data.since)).toBe(2 * minute);
});
