import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { RiskFacts } from '#domain/risk/facts.ts';
import { outcomeOf } from '#domain/risk/outcomes.ts';
import { defaultRules } from '#domain/settings/rules.ts';
import type { Person } from '#test/accounts/people.ts';
import { openSales } from '#test/orders/sales.ts';
import type { Placed, Sales } from '#test/orders/sales.ts';
import { watchingRisk } from '#test/risk/watching.ts';
import { currentRules } from '../queries.ts';

let sales: Sales;
let admin: Person;
let support: Person;
beforeAll(async () => {
  sales = await openSales();
  admin = await sales.user({ role: 'admin' });
  support = await sales.user({ role: 'support' });
});
beforeEach(() => watchingRisk(sales));
afterAll(() => sales.close());

const ask = (changes: object, { token } = admin) =>
  sales.request('POST', '/staff/settings/dry-run', { token, body: { changes } });

async function tried(changes: object) {
  const { status, text, data } = await ask(changes);
  expect(status, text).toBe(200);
  return data;
}

/** What the rules in force make of the stored facts of all orders. */
async function scoredNow() {
  const { risk } = (await currentRules(sales.ctx.db)).rules;
  const { rows } = await sql<{ facts: RiskFacts; paid: boolean; cents: number }>`
    select r.facts, o.paid_at is not null as paid, o.total_cents as cents
    from order_risks r join orders o on o.id = r.order_id`.execute(sales.db);
  const sums = { passed: [0, 0], held: [0, 0], refused: [0, 0] };
  for (const row of rows) {
    const sum = sums[outcomeOf(row, risk).outcome];
    sum[0]! += 1;
    sum[1]! += row.cents;
  }
  return sums;
}

const figures = (outcomes: Record<string, { orders: number; cents: number }>) =>
  Object.fromEntries(Object.entries(outcomes).map(([name, { orders, cents }]) => [name, [orders, cents]]));

async function labelFraud({ id }: Placed) {
  const body = { label: 'fraud', note: 'O cartão era roubado.' };
  const { status, text } = await sales.request('POST', `/staff/orders/${id}/risk-label`, {
    token: admin.token,
    key: true,
    body,
  });
  expect(status, text).toBe(200);
}

/** The same four purchases again, as the server treats them under the rules in force. */
async function placedAgain() {
  const outcomes = { passed: 0, held: 0, refused: 0 };
  const add = async ({ id }: Placed) => {
    const { data } = await sales.request('GET', `/staff/orders/${id}`, { token: support.token });
    outcomes[data.analysis.made?.reason === 'risk' ? 'held' : 'passed'] += 1;
  };
  await add(await sales.paid({ codes: sales.codes(1), priceCents: 4_000 }));
  await add(await sales.paid({ codes: sales.codes(1), priceCents: 5_000 }));
  await add(await sales.placed({ codes: sales.codes(1), priceCents: 6_000 }));
  const dear = await sales.publishedListing({ priceCents: 200_000 });
  const { status, body } = await sales.order(await sales.user(), dear);
  expect([status, body.code]).toEqual([409, 'purchase_refused']);
  outcomes.refused += 1;
  return outcomes;
}

test('a dry run of risk gives what the saved change gives on the same orders (N09)', async () => {
  const bad = await sales.paid({ codes: sales.codes(1), priceCents: 4_000 });
  await labelFraud(bad);
  await sales.paid({ codes: sales.codes(1), priceCents: 5_000 });
  await sales.placed({ codes: sales.codes(1), priceCents: 6_000 });
  await sales.paid({ priceCents: 200_000 });
  const changes = {
    'risk.weights.instant': 60,
    'risk.weights.large_first': 150,
    'risk.largeFirstCents': 100_000,
  };
  const { risk } = await tried(changes);
  expect(risk).toMatchObject({
    orders: 4,
    complete: true,
    active: true,
    before: {
      passed: { orders: 4, cents: 215_000, frauds: 1 },
      held: { orders: 0 },
      refused: { orders: 0 },
    },
    after: {
      passed: { orders: 1, cents: 6_000, frauds: 0 },
      held: { orders: 2, cents: 9_000, frauds: 1 },
      refused: { orders: 1, cents: 200_000, frauds: 0 },
    },
    signals: [
      { signal: 'large_first', before: { orders: 0 }, after: { orders: 1, cents: 200_000 } },
      { signal: 'instant', before: { orders: 0 }, after: { orders: 2, cents: 9_000, frauds: 1 } },
    ],
  });
  expect(await scoredNow(), 'nothing was saved').toEqual(figures(risk.before));
  const rules = (await currentRules(sales.ctx.db)).rules.risk;
  await sales.setRules({
    risk: {
      ...rules,
      largeFirstCents: 100_000,
      weights: { ...rules.weights, instant: 60, large_first: 150 },
    },
  });
  expect(await scoredNow()).toEqual(figures(risk.after));
  expect((await tried({ 'risk.keepDays': 90 })).risk.before).toEqual(risk.after);
  expect(await placedAgain(), 'what the server does with the same purchases').toEqual({
    passed: risk.after.passed.orders,
    held: risk.after.held.orders,
    refused: risk.after.refused.orders,
  });
});

const prata = async (changes: object) =>
  (await tried(changes)).fees.plans.find(({ plan }: { plan: string }) => plan === 'prata');

test('a dry run of fees gives what the same sales pay once the change is saved (N09)', async () => {
  const fees = async (sold: readonly Placed[]) => {
    const { rows } = await sql<{ cents: number }>`select sum(commission_cents)::int as cents from orders
      where id = any(${sold.map(({ id }) => id)}::bigint[])`.execute(sales.db);
    return rows[0]!.cents;
  };
  const sell = async () => [
    await sales.paid({ priceCents: 12_345 }),
    await sales.paid({ priceCents: 300 }),
    await sales.paid({ priceCents: 99_999 }),
  ];
  const changes = { 'plans.prata.commissionBps': 1_500 };
  const before = await prata(changes);
  const first = await sell();
  const now = await prata(changes);
  expect(now.orders - before.orders).toBe(3);
  expect(now.beforeCents - before.beforeCents).toBe(await fees(first));
  const { plans } = defaultRules;
  await sales.setRules({ plans: { ...plans, prata: { ...plans.prata, commissionBps: 1_500 } } });
  expect(now.afterCents - before.afterCents).toBe(await fees(await sell()));
  await sales.setRules({ plans });
});

test('a change of a timer shows the open orders that keep theirs and what a month brings, and writes nothing (N09)', async () => {
  const versions = sql<{ count: number }>`select count(*)::int as count from rule_versions`;
  const { rows } = await versions.execute(sales.db);
  await sales.placed({ priceCents: 5_000 });
  const first = await tried({ maxUnpaidOrders: 7 });
  await sales.placed({ priceCents: 5_000 });
  const second = await tried({ maxUnpaidOrders: 7 });
  expect(second).toMatchObject({ days: 30, risk: null, fees: null });
  expect(second.openOrders).toBe(first.openOrders + 1);
  expect(second.recent).toEqual({ orders: first.recent.orders + 1, cents: first.recent.cents + 5_000 });
  expect((await versions.execute(sales.db)).rows).toEqual(rows);
});

test('a value that could not be saved, no change, support and a person without a role are refused', async () => {
  const { status, body } = await ask({ 'risk.holdFrom': 0, 'no.such': 1 });
  expect(status).toBe(400);
  expect(Object.keys(body.errors)).toEqual(['risk.holdFrom', 'no.such']);
  expect((await ask({ maxUnpaidOrders: 5 })).body.detail).toBe(
    'Nada mudou. Altere um valor antes de salvar.',
  );
  expect((await ask({ maxUnpaidOrders: 7 }, support)).status).toBe(403);
  expect((await ask({ maxUnpaidOrders: 7 }, await sales.user())).status).toBe(403);
});
