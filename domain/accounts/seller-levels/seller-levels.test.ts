import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { splitSale } from '#domain/ledger/fees.ts';
import { releaseDelayMs } from '#domain/orders/timers.ts';
import { settingFields } from '#domain/settings/fields.ts';
import { defaultRules } from '#domain/settings/rules.ts';
import { changeRules } from '#domain/settings/settings.ts';
import type { SettingChanges } from '#domain/settings/settings.ts';
import { colourOf, countSales, exclusionReasons, rateBps } from './figures.ts';
import type { SaleGroup, SellerFigures } from './figures.ts';
import { attainedLevel, checkSeller, missingFor } from './monthly-check.ts';
import type { SellerFacts } from './monthly-check.ts';
import { defaultSellerLevelRules as rules, isAtLeast, sellerColours, sellerLevels } from './rules.ts';
import { feeRuleAt, levelHoldDays } from './terms.ts';

const clean: SaleGroup = {
  count: 1,
  recent: true,
  excluded: null,
  claimed: false,
  cancelled: false,
  delivered: true,
  late: false,
};

const figures = (changed: Partial<SellerFigures> = {}): SellerFigures => ({
  windowDays: 60,
  orders: 100,
  claims: 0,
  cancellations: 0,
  delivered: 100,
  late: 0,
  excluded: {},
  ...changed,
});

const facts = (sales: number, changed: Partial<SellerFacts> = {}): SellerFacts => ({
  sales,
  identified: true,
  interviewed: false,
  figures: figures(),
  ...changed,
});

const late = (count: number) => facts(250, { figures: figures({ late: count }) });

const check = (level: 'new' | 'silver', sales: number) =>
  checkSeller({ level, badMonths: 0 }, facts(sales), rules);

describe('the window (§4.13)', () => {
  test('counts the last 60 days from 20 orders on, and a year with fewer', () => {
    const older = { ...clean, count: 50, recent: false, late: true };
    expect(countSales([{ ...clean, count: 19 }, older], rules)).toMatchObject({
      windowDays: 365,
      orders: 69,
      late: 50,
    });
    expect(countSales([{ ...clean, count: 20 }, older], rules)).toMatchObject({
      windowDays: 60,
      orders: 20,
      late: 0,
    });
  });

  test('excluded sales are counted apart by their reason, and do not lengthen a window', () => {
    const related = { ...clean, count: 4, excluded: 'related', claimed: true } as const;
    expect(countSales([{ ...clean, count: 19 }, related], rules)).toEqual({
      windowDays: 365,
      orders: 19,
      claims: 0,
      cancellations: 0,
      delivered: 19,
      late: 0,
      excluded: { related: 4 },
    });
  });
});

describe('the thermometer (§4.13)', () => {
  test.each([
    [{ claims: 9 }, 1_000, 'green'],
    [{ claims: 10 }, 1_000, 'yellow'],
    [{ claims: 30 }, 1_000, 'orange'],
    [{ claims: 50 }, 1_000, 'red'],
    [{ cancellations: 14 }, 1_000, 'green'],
    [{ cancellations: 15 }, 1_000, 'yellow'],
    [{ cancellations: 30 }, 1_000, 'orange'],
    [{ cancellations: 50 }, 1_000, 'red'],
    [{ late: 49 }, 1_000, 'green'],
    [{ late: 50 }, 1_000, 'yellow'],
    [{ late: 100 }, 1_000, 'orange'],
    [{ late: 200 }, 1_000, 'red'],
  ] as const)('%o of %i orders is %s-like as its threshold says', (changed, orders, colour) => {
    expect(colourOf(figures({ orders, delivered: orders, ...changed }), rules)).toBe(colour);
  });

  test('there is no colour with fewer than ten orders', () => {
    expect(colourOf(figures({ orders: 9, claims: 9 }), rules)).toBeNull();
    expect(colourOf(figures({ orders: 10 }), rules)).toBe('green');
  });

  test('two incidents of a kind make yellow at worst, however few the orders', () => {
    expect(colourOf(figures({ orders: 10, claims: 2 }), rules)).toBe('yellow');
    expect(colourOf(figures({ orders: 10, claims: 3 }), rules)).toBe('red');
  });

  test('a rate is in basis points, and none without orders', () => {
    expect([rateBps(1, 3), rateBps(0, 5), rateBps(0, 0)]).toEqual([3_333, 0, null]);
  });
});

describe('the levels (§4.13)', () => {
  test.each([
    [0, 'new'],
    [9, 'new'],
    [10, 'bronze'],
    [49, 'bronze'],
    [50, 'silver'],
    [250, 'gold'],
    [1_000, 'gold'],
  ] as const)('%i sales attain %s', (sales, level) => {
    expect(attainedLevel(facts(sales), rules)).toBe(level);
  });

  test('diamond needs an interview, bronze a verified identity, silver green', () => {
    expect(attainedLevel(facts(1_000, { interviewed: true }), rules)).toBe('diamond');
    expect(attainedLevel(facts(1_000, { identified: false, interviewed: true }), rules)).toBe('new');
    const yellow = figures({ claims: 2 });
    expect(attainedLevel(facts(1_000, { figures: yellow }), rules)).toBe('bronze');
    expect(missingFor('silver', facts(20, { identified: false, figures: yellow }), rules)).toEqual([
      'sales',
      'identity',
      'green',
    ]);
  });

  test('gold needs 95 % of deliveries on time, also where the thermometer is more generous', () => {
    const generous = { ...rules, green: { ...rules.green, lateBps: 2_000 } };
    expect(attainedLevel(late(5), generous)).toBe('gold');
    expect(attainedLevel(late(6), generous)).toBe('silver');
  });

  test('a level is lost in the second bad month, after a warning in the first', () => {
    const bad = facts(300, { figures: figures({ claims: 5 }) });
    const first = checkSeller({ level: 'gold', badMonths: 0 }, bad, rules);
    expect(first).toEqual({ level: 'gold', badMonths: 1, outcome: 'warned' });
    expect(checkSeller(first, facts(300), rules)).toEqual({
      level: 'gold',
      badMonths: 0,
      outcome: 'unchanged',
    });
    expect(checkSeller(first, bad, rules)).toEqual({ level: 'bronze', badMonths: 0, outcome: 'lowered' });
  });

  test('a level without its number of sales is lost at once, and any level is gained at once', () => {
    expect(check('silver', 49)).toEqual({ level: 'bronze', badMonths: 0, outcome: 'lowered' });
    expect(check('new', 250)).toEqual({ level: 'gold', badMonths: 0, outcome: 'raised' });
  });
});

const group = fc.record({
  count: fc.integer({ min: 1, max: 300 }),
  recent: fc.boolean(),
  excluded: fc.constantFrom(null, ...exclusionReasons),
  claimed: fc.boolean(),
  cancelled: fc.boolean(),
  delivered: fc.boolean(),
  late: fc.boolean(),
});
const groups = fc.array(group, { maxLength: 12 });

const rank = (of: SellerFigures) => sellerColours.indexOf(colourOf(of, rules)!);
const levelOf = (of: SellerFigures, count: number) =>
  attainedLevel({ sales: count, identified: true, interviewed: true, figures: of }, rules);

describe('for any history', () => {
  test('excluded sales move no rate, no colour and no level', () => {
    fc.assert(
      fc.property(groups, groups, (history, more) => {
        const excluded = more.map((each) => ({ ...each, excluded: each.excluded ?? ('related' as const) }));
        const { excluded: _, ...before } = countSales(history, rules);
        const { excluded: __, ...after } = countSales([...history, ...excluded], rules);
        expect(after).toEqual(before);
      }),
    );
  });

  test('more clean sales in the window never make a colour or a level worse', () => {
    fc.assert(
      fc.property(
        groups,
        fc.integer({ min: 0, max: 1_500 }),
        fc.integer({ min: 1, max: 500 }),
        (history, sales, more) => {
          const before = countSales([...history, { ...clean, count: rules.windowOrders }], rules);
          const after = countSales([...history, { ...clean, count: rules.windowOrders + more }], rules);
          expect(rank(after)).toBeLessThanOrEqual(rank(before));
          expect(isAtLeast(levelOf(after, sales + more), levelOf(before, sales))).toBe(true);
        },
      ),
    );
  });

  test('a check never gives a level whose conditions are not met, nor takes one whose conditions are', () => {
    fc.assert(
      fc.property(
        groups,
        fc.integer({ min: 0, max: 1_500 }),
        fc.constantFrom(...sellerLevels),
        fc.boolean(),
        (history, sales, level, interviewed) => {
          const found = { sales, identified: true, interviewed, figures: countSales(history, rules) };
          const attained = attainedLevel(found, rules);
          const after = checkSeller({ level, badMonths: 0 }, found, rules);
          if (isAtLeast(attained, level)) expect(after.level).toBe(attained);
          if (after.level !== level) expect(missingFor(after.level, found, rules)).toEqual([]);
        },
      ),
    );
  });
});

describe('what a level brings', () => {
  const terms = { sellerLevels: rules, timers: defaultRules.timers };

  test('the release delay is 7, 7, 5, 3 and 1 days (§4.3)', () => {
    const days = sellerLevels.map(
      (level) => releaseDelayMs(levelHoldDays(level, terms), terms.timers) / 86_400_000,
    );
    expect(days).toEqual([7, 7, 5, 3, 1]);
  });

  test('a level never lengthens the general release delay', () => {
    const holdMs = 2 * 86_400_000;
    const short = { ...terms, timers: { ...terms.timers, holdMs } };
    for (const level of sellerLevels)
      expect(releaseDelayMs(levelHoldDays(level, short), short.timers)).toBeLessThanOrEqual(holdMs);
  });

  test('the commission is the plan’s less 0, 0, 0.5, 1 and 1.5 points, within its bounds and never below zero (§4.5)', () => {
    const { prata } = defaultRules.plans;
    expect(sellerLevels.map((level) => feeRuleAt(prata, level, rules).commissionBps)).toEqual([
      990, 990, 940, 890, 840,
    ]);
    fc.assert(
      fc.property(
        fc.integer({ min: 100, max: 10_000_000 }),
        fc.integer({ min: 0, max: 2_000 }),
        fc.constantFrom(...sellerLevels),
        (totalCents, commissionBps, level) => {
          const plan = { ...prata, commissionBps };
          const whole = splitSale(totalCents, plan);
          const less = splitSale(totalCents, feeRuleAt(plan, level, rules));
          expect(less.commissionCents).toBeLessThanOrEqual(whole.commissionCents);
          expect(less.revenueCents).toBeGreaterThanOrEqual(0);
          expect(less.commissionCents).toBeGreaterThanOrEqual(Math.min(plan.minCommissionCents, totalCents));
        },
      ),
    );
  });
});

test.each([
  [
    { 'sellerLevels.silver.sales': 251 },
    'sellerLevels.gold.sales',
    'Este nível precisa de mais vendas que o anterior.',
  ],
  [
    { 'sellerLevels.gold.holdDays': 6 },
    'sellerLevels.gold.holdDays',
    'A retenção não pode ser maior que a do nível anterior.',
  ],
  [
    { 'sellerLevels.diamond.rebateBps': 99 },
    'sellerLevels.diamond.rebateBps',
    'O desconto não pode ser menor que o do nível anterior.',
  ],
  [
    { 'sellerLevels.green.lateBps': 1_001 },
    'sellerLevels.yellow.lateBps',
    'O limite não pode ser menor que o da cor melhor.',
  ],
  [{ 'sellerLevels.bronze.sales': 0 }, 'sellerLevels.bronze.sales', 'O menor valor é 1.'],
] as const)('the settings %o are refused', (changes, path, words) => {
  expect(() => changeRules(defaultRules, changes as SettingChanges, settingFields)).toThrow(
    expect.objectContaining({ extras: { errors: { [path]: words } } }),
  );
});
