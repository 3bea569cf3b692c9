import { sql } from 'kysely';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Person } from '#test/accounts/people.ts';
import { openSales } from '#test/orders/sales.ts';
import type { Sales } from '#test/orders/sales.ts';

let sales: Sales;
let team: Person[];
let seller: Person;
beforeAll(async () => {
  sales = await openSales();
  team = [];
  for (let each = 0; each < 3; each++) team.push(await sales.user({ role: 'admin' }));
  seller = await sales.user();
});
afterAll(() => sales.close());

type Step =
  | { what: 'suspend' | 'republish'; who: number }
  | { what: 'appeal' }
  | { what: 'decide'; who: number; overturn: boolean };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ what: fc.constantFrom('suspend' as const, 'republish' as const), who: fc.nat(2) }),
  fc.constant({ what: 'appeal' as const }),
  fc.record({ what: fc.constant('decide' as const), who: fc.nat(2), overturn: fc.boolean() }),
);

const words = 'A decisão está errada: o texto já tinha tudo o que pediram.';

async function take(id: number, given: Step): Promise<number> {
  if (given.what === 'appeal') {
    const { data } = await sales.request('GET', '/decisions', { token: seller.token });
    if (!data.items[0]) return 0;
    const path = `/decisions/${data.items[0].id}/appeal`;
    return (await sales.request('POST', path, { token: seller.token, key: true, body: { words } })).status;
  }
  const { token } = team[given.who]!;
  if (given.what !== 'decide') {
    const body = { action: given.what, reason: words };
    return (await sales.request('POST', `/staff/listings/${id}/moderation`, { token, key: true, body }))
      .status;
  }
  const { rows } = await sql<{ id: number }>`select id from appeals order by id desc limit 1`.execute(
    sales.db,
  );
  if (!rows[0]) return 0;
  const body = { decision: given.overturn ? 'overturn' : 'uphold', reason: words };
  return (await sales.request('POST', `/staff/appeals/${rows[0].id}/decision`, { token, key: true, body }))
    .status;
}

test('no decision and its appeal are by one person, for any order of events (N04)', async () => {
  const statuses = new Set<number>();
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      const { id } = await sales.publishedListing({ seller });
      for (const each of steps) statuses.add(await take(id, each));
      const { rows } = await sql<{ own: number; twice: number }>`
        select count(*) filter (where a.decided_by = any (d.deciders) or a.decided_by = d.person_id)::int as own,
          (count(*) - count(distinct a.decision_id))::int as twice
        from appeals a join appealable_decisions d on d.event_id = a.decision_id`.execute(sales.db);
      expect(rows[0]).toEqual({ own: 0, twice: 0 });
    }),
    { numRuns: 25 },
  );
  for (const status of [200, 201, 403, 409]) expect(statuses, String(status)).toContain(status);
});
