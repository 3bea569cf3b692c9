import { assert, constantFrom, nat, property, record } from 'fast-check';
import type { Arbitrary } from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { RiskFacts } from './facts.ts';
import { riskSignalNames } from './names.ts';
import { defaultRiskRules, riskSignals } from './rules.ts';
import type { RiskRules } from './rules.ts';
import { exceedsVelocity, scoreOrder } from './score.ts';

const quiet: RiskFacts = {
  amountCents: 5_000,
  instant: false,
  priceBps: 10_000,
  accountAgeMs: 400 * 86_400_000,
  securityAgeMs: null,
  deviceAgeMs: 300 * 86_400_000,
  bought: 20,
  largestCents: 9_000,
  boughtRecently: 5,
  refundedRecently: 0,
  tradedBefore: false,
  deviceAccounts: 0,
  deviceOrdersHour: 0,
  deviceOrdersDay: 0,
  deviceCentsDay: 0,
  networkAccounts: 0,
  networkOrdersHour: 0,
  documentAccounts: 0,
  documentOrdersDay: 0,
  documentCentsDay: 0,
  declines: 0,
  sellerAgeMs: 400 * 86_400_000,
  sold: 50,
  soldDay: 1,
  soldMonth: 20,
  claimsMonth: 0,
  sellerLinks: 0,
  sharedDevice: false,
  sharedKey: false,
  sharedDocument: false,
  sharedNetwork: false,
  frauds: 0,
  otherPayer: false,
  cardAccounts: 0,
  cardOrdersDay: 0,
};

const hour = 3_600_000;
/** What makes each signal true; facts beside it may make others true as well. */
const shown: Record<(typeof riskSignals)[number], Partial<RiskFacts>> = {
  known_fraud: { frauds: 1 },
  shared_device: { sharedDevice: true },
  shared_key: { sharedKey: true },
  shared_document: { sharedDocument: true },
  shared_network: { sharedNetwork: true },
  shared_address: { sharedAddress: true },
  declines: { declines: 3 },
  card_accounts: { cardAccounts: 2 },
  device_accounts: { deviceAccounts: 2 },
  document_accounts: { documentAccounts: 2 },
  network_accounts: { networkAccounts: 6 },
  burst: { deviceOrdersHour: 4 },
  other_payer: { otherPayer: true },
  security_changed: { securityAgeMs: hour },
  new_device: { deviceAgeMs: hour },
  above_usual: { amountCents: 36_000 },
  large_first: { bought: 0, amountCents: 30_000 },
  new_account: { accountAgeMs: hour },
  few_purchases: { bought: 1 },
  refund_habit: { refundedRecently: 3 },
  seller_claims: { claimsMonth: 3 },
  many_claims: { claimsMonth: 8 },
  seller_burst: { sold: 10, soldDay: 9 },
  new_seller: { sellerAgeMs: hour },
  few_sales: { sold: 2 },
  seller_links: { sellerLinks: 1 },
  cheap: { priceBps: 5_000 },
  instant: { instant: true },
};

const all = Object.fromEntries(riskSignals.map((signal) => [signal, 1])) as RiskRules['weights'];
const rules: RiskRules = { ...defaultRiskRules, weights: all };

const exceeds = (facts: Partial<RiskFacts>) => exceedsVelocity({ ...quiet, ...facts }, defaultRiskRules);

describe('the risk of an order (F55)', () => {
  test('an ordinary purchase has no signal', () => {
    expect(scoreOrder(quiet, rules)).toEqual({ score: 0, reasons: [], action: 'none' });
  });

  test.each(riskSignals)('%s is a reason by its fact, has a name, and none without its weight', (signal) => {
    const facts = { ...quiet, ...shown[signal] };
    expect(scoreOrder(facts, rules).reasons).toContain(signal);
    expect(riskSignalNames[signal].length).toBeGreaterThan(5);
    expect(scoreOrder(facts, { ...rules, weights: { ...all, [signal]: 0 } }).reasons).not.toContain(signal);
  });

  test('reasons have the order of their list, and their points make score and action', () => {
    const facts = { ...quiet, ...shown.instant, ...shown.known_fraud, ...shown.cheap };
    const weighed = { ...rules, weights: { ...all, known_fraud: 40, cheap: 8, instant: 2 } };
    const at = (holdFrom: number, refuseFrom: number) =>
      scoreOrder(facts, { ...weighed, holdFrom, refuseFrom });
    expect(at(50, 60)).toEqual({ score: 50, reasons: ['known_fraud', 'cheap', 'instant'], action: 'hold' });
    expect(at(51, 60).action).toBe('none');
    expect(at(20, 50).action).toBe('refuse');
  });

  test('more weight never lowers a score, and rules that are off see nothing', () => {
    const weights = record(
      Object.fromEntries(riskSignals.map((signal) => [signal, nat(100)])) as Record<
        string,
        Arbitrary<number>
      >,
    );
    assert(
      property(weights, constantFrom(...riskSignals), nat(50), (drawn, signal, more) => {
        const before = { ...rules, weights: drawn as RiskRules['weights'] };
        const after = { ...before, weights: { ...before.weights, [signal]: before.weights[signal] + more } };
        const facts = { ...quiet, ...shown[signal] };
        expect(scoreOrder(facts, after).score).toBeGreaterThanOrEqual(scoreOrder(facts, before).score);
        expect(scoreOrder(facts, { ...after, active: false })).toMatchObject({ score: 0, action: 'none' });
      }),
    );
  });

  test('one purchase more than a limit allows exceeds it, a first one never by its amount alone', () => {
    const { velocity } = defaultRiskRules;
    expect(exceeds({})).toBe(false);
    expect(exceeds({ deviceOrdersHour: velocity.devicePerHour - 1 })).toBe(false);
    expect(exceeds({ deviceOrdersHour: velocity.devicePerHour })).toBe(true);
    expect(exceeds({ deviceOrdersDay: velocity.devicePerDay })).toBe(true);
    expect(exceeds({ networkOrdersHour: velocity.networkPerHour })).toBe(true);
    expect(exceeds({ documentOrdersDay: velocity.documentPerDay })).toBe(true);
    expect(exceeds({ amountCents: velocity.deviceCentsPerDay + 1 })).toBe(false);
    expect(exceeds({ deviceCentsDay: velocity.deviceCentsPerDay })).toBe(true);
    expect(exceeds({ documentCentsDay: velocity.documentCentsPerDay })).toBe(true);
  });

  test('too many orders by one card are held and not refused, because the card is known with its payment', () => {
    const facts = { ...quiet, cardOrdersDay: defaultRiskRules.velocity.cardPerDay + 1 };
    expect(scoreOrder(facts, { ...rules, weights: { ...all } }).action).toBe('hold');
  });
});
