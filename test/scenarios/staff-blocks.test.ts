import * as fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Person } from '#test/accounts/people.ts';
import { day, minute } from '#test/orders/sales.ts';
import type { Placed } from '#test/orders/sales.ts';
import { note, openStage } from './stage.ts';
import type { Stage } from './stage.ts';

/** N02: a block by staff holds one sale's money, ends by itself, and is renewed once by another person (decision 130). */

let stage: Stage;
let second: Person;
beforeAll(async () => {
  stage = await openStage();
  second = await stage.user({ role: 'admin' });
});
afterEach(() => stage.checkBooks());
afterAll(() => stage.close());

const words = 'Conferimos com a polícia a origem deste aparelho.';
const block = (sale: Placed, who: Person = stage.admin) =>
  stage.post(who, `/staff/orders/${sale.id}/block`, { cause: 'stolen_goods', words });
const renew = (sale: Placed, who: Person) =>
  stage.post(who, `/staff/orders/${sale.id}/block-renewal`, {
    words: 'A resposta da polícia ainda não veio.',
  });
const end = (sale: Placed, who: Person = stage.admin) =>
  stage.post(who, `/staff/orders/${sale.id}/block-end`);

async function blocked(): Promise<Placed> {
  const sale = await stage.released();
  const answer = await block(sale);
  expect(answer.status, answer.text).toBe(201);
  return sale;
}

async function pass(ms: number): Promise<void> {
  await stage.moveClock(ms);
  await stage.drain();
}

/** The blocked part of a sale, what the sale leaves its seller, and the seller's free balance. */
async function moneyOf({ id }: Placed) {
  const { rows } = await sql<{ blocked: number; net: number; state: string; free: number; lasts: boolean }>`
    select coalesce((select credits - debits from money.accounts where kind = 'blocked' and case_id = s.order_id), 0)::int
        as blocked, s.net_cents::int as net, s.state,
      coalesce((select credits - debits from money.accounts where kind = 'available' and case_id = s.seller_id
        and shard = 0), 0)::int as free,
      exists (select from staff_blocks k where k.order_id = s.order_id and k.ended_at is null) as lasts
    from settlements s where s.order_id = ${id}`.execute(stage.db);
  return rows[0]!;
}

test('a block takes the sale’s money and nothing else, and ends after seven days (N02)', async () => {
  const sale = await blocked();
  const { net } = await moneyOf(sale);
  expect(await moneyOf(sale)).toMatchObject({ blocked: net, state: 'blocked' });
  const held = await stage.request('GET', '/held-money/blocked', { token: sale.seller.token });
  expect(held.data.items).toEqual([
    expect.objectContaining({ reason: 'blocked_by_team', amountCents: net, blockWords: words }),
  ]);
  const until = Date.parse(held.data.items[0].until) - Date.parse(held.data.now);
  expect(until).toBeGreaterThan(7 * day - minute);
  expect(until).toBeLessThanOrEqual(7 * day);
  await pass(7 * day - minute);
  expect(await moneyOf(sale)).toMatchObject({ state: 'blocked' });
  await pass(minute);
  expect(await moneyOf(sale)).toMatchObject({ blocked: 0, state: 'released', free: net, lasts: false });
});

test('another admin renews it once; then it ends for good and no third block is possible', async () => {
  const sale = await blocked();
  await pass(6 * day);
  expect((await renew(sale, stage.admin)).body.code).toBe('second_person_needed');
  expect((await renew(sale, second)).status).toBe(200);
  expect((await renew(sale, second)).body.code).toBe('already_decided');
  await pass(7 * day);
  expect(await moneyOf(sale)).toMatchObject({ state: 'blocked' });
  await pass(day);
  expect(await moneyOf(sale)).toMatchObject({ blocked: 0, state: 'released' });
  expect((await renew(sale, second)).body.code).toBe('already_decided');
  for (const who of [stage.admin, second])
    expect((await block(sale, who)).body.code).toBe('already_requested');
});

test('a block whose time is over cannot be renewed before its sweep has run', async () => {
  const sale = await blocked();
  await stage.moveClock(7 * day + minute);
  expect((await renew(sale, second)).body.code).toBe('already_decided');
  expect(await moneyOf(sale)).toMatchObject({ state: 'released', lasts: false });
});

test('an admin ends it early, and a complaint goes on blocking after it', async () => {
  const sale = await stage.delivered();
  await stage.act(sale, sale.buyer, 'confirmation');
  expect((await block(sale)).status).toBe(201);
  const complaint = { reason: 'other', wish: 'full', words: `${words} ${words}` };
  expect((await stage.post(sale.buyer, `/orders/${sale.hash}/complaints`, complaint)).status).toBe(201);
  expect((await end(sale)).status).toBe(200);
  expect((await end(sale)).body.code).toBe('already_decided');
  expect(await moneyOf(sale)).toMatchObject({ state: 'blocked', lasts: false });
});

test('only a completed sale with money is blocked, by an admin who is no party', async () => {
  const sale = await stage.delivered();
  expect((await block(sale)).body.code).toBe('wrong_state');
  const other = await stage.released();
  expect((await block(other, stage.support)).status).toBe(403);
  const answer = await stage.post(stage.admin, `/staff/orders/${other.id}/block`, {
    cause: 'fraud',
    words: 'não',
  });
  expect(answer.body.errors).toMatchObject({ words: expect.stringContaining('10 letras') });
  await stage.post(other.seller, `/orders/${other.hash}/refunds`, { note });
});

test('of twenty blocks, and of twenty renewals, at once exactly one happens', async () => {
  const sale = await stage.released();
  const blocks = await Promise.all(
    Array.from({ length: 20 }, (_, n) => block(sale, n % 2 ? stage.admin : second)),
  );
  expect(blocks.filter(({ status }) => status === 201)).toHaveLength(1);
  const renewals = await Promise.all(
    Array.from({ length: 20 }, (_, n) => renew(sale, n % 2 ? stage.admin : second)),
  );
  expect(renewals.filter(({ status }) => status === 200)).toHaveLength(1);
  const { rows } = await sql<{ ms: number; different: boolean }>`
    select (extract(epoch from ends_at - created_at) * 1000)::bigint as ms, renewed_by <> created_by as different
    from staff_blocks where order_id = ${sale.id}`.execute(stage.db);
  expect(Number(rows[0]!.ms)).toBeLessThanOrEqual(14 * day);
  expect(rows[0]!.different).toBe(true);
});

/** The columns of a renewal. */
const renewal = (who: Person, days = 7) =>
  `renewed_by = ${who.id}, renewed_at = market_now(), renewal_words = 'x', ends_at = ends_at + interval '${days} days'`;

test('PostgreSQL refuses a longer block, a renewal by the same person, a second one, and an early end', async () => {
  const sale = await blocked();
  const set = (columns: string) =>
    sql`update staff_blocks set ${sql.raw(columns)} where order_id = ${sale.id}`.execute(stage.db);
  await expect(set(`ends_at = ends_at + interval '1 second'`)).rejects.toMatchObject({
    constraint: 'staff_block_end',
  });
  await expect(set(renewal(stage.admin))).rejects.toMatchObject({ constraint: 'staff_blocks_other_person' });
  await expect(set(renewal(stage.support))).rejects.toMatchObject({ constraint: 'staff_block_person' });
  await expect(set(renewal(second, 8))).rejects.toMatchObject({ constraint: 'staff_block_end' });
  await expect(set('ended_at = market_now()')).rejects.toMatchObject({ constraint: 'staff_block_early' });
  await set(renewal(second));
  await expect(set(renewal(second))).rejects.toMatchObject({ constraint: 'staff_block_once' });
});

const steps = [
  'block',
  'renew',
  'end',
  'refund',
  'complain',
  'contest',
  'keep',
  'lose',
  'withdraw',
  'wait',
] as const;
type Step = (typeof steps)[number];
const acts: Record<Step, (sale: Placed) => Promise<unknown>> = {
  block: (sale) => block(sale),
  renew: (sale) => renew(sale, second),
  end: (sale) => end(sale),
  refund: (sale) => stage.post(sale.seller, `/orders/${sale.hash}/refunds`, { amountCents: 2_500, note }),
  complain: (sale) =>
    stage.post(sale.buyer, `/orders/${sale.hash}/complaints`, {
      reason: 'other',
      wish: 'full',
      words: `${words} ${words}`,
    }),
  contest: (sale) => stage.bank.contestCharge(sale.reference, { to: 'open' }),
  keep: (sale) => stage.bank.contestCharge(sale.reference, { to: 'kept' }),
  lose: (sale) => stage.bank.contestCharge(sale.reference, { to: 'lost' }),
  withdraw: async (sale) => {
    const { free } = await moneyOf(sale);
    return stage.post(sale.seller, '/withdrawals', { amountCents: free });
  },
  wait: () => pass(3 * day),
};

test('never more is blocked than is at risk, in any order of events', { timeout: 600_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.boolean(),
      fc.array(fc.constantFrom(...steps), { minLength: 3, maxLength: 7 }),
      async (released, order) => {
        const sale = released ? await stage.released() : await stage.delivered();
        if (!released) await stage.act(sale, sale.buyer, 'confirmation');
        for (const step of order) {
          await acts[step](sale);
          const { blocked: stopped, net, state, lasts } = await moneyOf(sale);
          expect(stopped, order.join(' ')).toBeLessThanOrEqual(net);
          if (state !== 'blocked') expect(stopped, order.join(' ')).toBe(0);
          if (lasts) expect(['blocked', 'reversed'], order.join(' ')).toContain(state);
        }
        await stage.checkBooks();
      },
    ),
    { numRuns: 25, endOnFailure: true },
  );
});
