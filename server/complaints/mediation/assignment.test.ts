import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openComplaints } from '#test/complaints/complaints.ts';
import type { Complaints, Dispute } from '#test/complaints/complaints.ts';
import type { Person } from '#test/accounts/people.ts';

let market: Complaints;
beforeAll(async () => void (market = await openComplaints()));
afterEach(() => market.sales.checkBooks());
afterAll(() => market.sales.close());

async function holderOf({ complaintId }: Dispute): Promise<number | null> {
  const { rows } = await sql<{ id: number | null }>`
    select taken_by as id from complaints where id = ${complaintId}`.execute(market.sales.db);
  return rows[0]!.id;
}

const told = async (who: Person, title: string) =>
  (await market.notices(who)).filter((one) => one === title).length;

test('an appeal is assigned to another admin than its decider, who cannot take it back (R09)', async () => {
  const judge = await market.sales.user({ role: 'admin' });
  const dispute = await market.mediated({ priceCents: 50_001 });
  const [decider, another] =
    (await holderOf(dispute)) === judge.id ? [judge, market.admin] : [market.admin, judge];
  const decided = await market.decide(dispute, decider, { result: 'release' });
  expect(decided.status, decided.text).toBe(200);
  const appealed = await market.appeal(dispute, dispute.buyer);
  expect(appealed.status, appealed.text).toBe(200);
  expect(await holderOf(dispute)).toBe(another.id);
  expect(await told(another, 'Um recurso está com você')).toBe(1);
  const path = `/staff/complaints/${dispute.complaintId}/assignment`;
  expect((await market.post(decider, path)).body.code).toBe('own_decision');
  for (const who of [decider, dispute.seller])
    await expect(
      sql`update complaints set taken_by = ${who.id} where id = ${dispute.complaintId}`.execute(
        market.sales.db,
      ),
    ).rejects.toMatchObject({ constraint: 'case_taker' });
});

test('a case that reaches staff is assigned to a person who may decide it and is notified', async () => {
  const other = await market.sales.user({ role: 'support' });
  const first = await market.mediated();
  const second = await market.mediated();
  expect([await holderOf(first), await holderOf(second)].toSorted()).toEqual(
    [market.support.id, other.id].toSorted(),
  );
  expect(await told(other, 'Uma reclamação está com você')).toBe(1);
  const atTheLimit = await market.mediated({ priceCents: 50_000 });
  expect([market.support.id, other.id]).toContain(await holderOf(atTheLimit));
  const large = await market.mediated({ priceCents: 50_001 });
  expect(await holderOf(large)).toBe(market.admin.id);
  const own = await market.mediated({ seller: other });
  expect(await holderOf(own)).toBe(market.support.id);
});

test('a case whose assignee left the team is reassigned at once', async () => {
  const dispute = await market.mediated({ priceCents: 50_001 });
  const holder = (await holderOf(dispute))!;
  await sql`select set_role(${holder}, 'user')`.execute(market.sales.db);
  await market.pass(60_000);
  const next = await holderOf(dispute);
  expect(next).not.toBe(holder);
  expect(next).not.toBeNull();
});
