import type { RiskRules } from '#domain/risk/rules.ts';
import { exceedsVelocity, scoreOrder } from '#domain/risk/score.ts';
import { HistoryFacts } from './facts.ts';
import { makeFrauds } from './frauds.ts';
import { makeGoodOrders } from './good-orders.ts';
import { fraudKinds, makeWorld } from './world.ts';
import type { FraudKind, MadeOrder } from './world.ts';

export const historyOrders = 100_000;
const ofEachKind = historyOrders / 100 / fraudKinds.length;

export interface TrialResult {
  /** How many orders of each kind were caught. */
  caught: Record<FraudKind, number>;
  ofEach: number;
  caughtPercent: number;
  /** Part of the good orders that were held or refused. */
  touchedPercent: number;
  /** How often each signal was there in touched good orders, for whoever weighs them. */
  noise: Record<string, number>;
  misses: Record<string, number>;
}

/** A made history: 100,000 orders of 120 days, one of a hundred fraudulent. The same seed makes the same. */
export function makeHistory(seed: number): MadeOrder[] {
  const world = makeWorld(seed);
  const frauds = makeFrauds(world, ofEachKind);
  const good = makeGoodOrders(world, historyOrders - frauds.length);
  return [...good, ...frauds].toSorted((one, other) => one.at - other.at);
}

/** Scores a history in its order by the functions that production uses (F55). */
export function tryRules(orders: readonly MadeOrder[], rules: RiskRules): TrialResult {
  const known = new HistoryFacts();
  const caught = Object.fromEntries(fraudKinds.map((kind) => [kind, 0])) as Record<FraudKind, number>;
  const noise: Record<string, number> = {};
  const misses: Record<string, number> = {};
  let touched = 0;
  for (const order of orders) {
    const facts = known.factsOf(order);
    const { action, reasons } = scoreOrder(facts, rules);
    const stopped = action !== 'none' || exceedsVelocity(facts, rules);
    if (stopped && order.kind) caught[order.kind]++;
    else if (stopped) {
      touched++;
      for (const reason of reasons) noise[reason] = (noise[reason] ?? 0) + 1;
    } else if (order.kind) {
      const key = `${order.kind}: ${reasons.join(' ')}`;
      misses[key] = (misses[key] ?? 0) + 1;
    }
    known.add(order);
  }
  const total = Object.values(caught).reduce((sum, count) => sum + count, 0);
  const frauds = ofEachKind * fraudKinds.length;
  return {
    caught,
    ofEach: ofEachKind,
    caughtPercent: (100 * total) / frauds,
    touchedPercent: (100 * touched) / (orders.length - frauds),
    noise,
    misses,
  };
}
