import { colourOf } from './figures.ts';
import type { SellerFigures } from './figures.ts';
import { isAtLeast, sellerLevels } from './rules.ts';
import type { EarnedLevel, SellerLevel, SellerLevelRules } from './rules.ts';

/** What decides a seller's level (§4.13). */
export interface SellerFacts {
  /** All completed sales that count, of any time. */
  sales: number;
  /** CPF or CNPJ, name and age are verified (N2). */
  identified: boolean;
  /** Staff interviewed the seller. */
  interviewed: boolean;
  figures: SellerFigures;
}

export interface Standing {
  level: SellerLevel;
  /** Checks in a row that found less than the level needs. */
  badMonths: number;
}

export const checkOutcomes = ['unchanged', 'raised', 'warned', 'lowered'] as const;
export type CheckOutcome = (typeof checkOutcomes)[number];

export const levelConditions = ['sales', 'identity', 'green', 'on_time', 'interview'] as const;
export type LevelCondition = (typeof levelConditions)[number];

/** What is missing for a level, its own conditions and those of the levels below it. */
export function missingFor(
  level: SellerLevel,
  facts: SellerFacts,
  rules: SellerLevelRules,
): LevelCondition[] {
  if (level === 'new') return [];
  const { figures } = facts;
  const isOnTime =
    figures.delivered > 0 &&
    (figures.delivered - figures.late) * 10_000 >= rules.goldOnTimeBps * figures.delivered;
  const met: Record<LevelCondition, boolean> = {
    sales: facts.sales >= rules[level].sales,
    identity: facts.identified,
    green: !isAtLeast(level, 'silver') || colourOf(figures, rules) === 'green',
    on_time: !isAtLeast(level, 'gold') || isOnTime,
    interview: level !== 'diamond' || facts.interviewed,
  };
  return levelConditions.filter((condition) => !met[condition]);
}

/** The highest level whose conditions, and those of all levels below it, are met. */
export function attainedLevel(facts: SellerFacts, rules: SellerLevelRules): SellerLevel {
  const unmet = sellerLevels.findIndex((level) => missingFor(level, facts, rules).length > 0);
  return unmet === -1 ? 'diamond' : sellerLevels[unmet - 1]!;
}

/**
 * The monthly check (§4.13). A level is gained at once. It is lost after `badMonths` checks in a row that found less than
 * it needs, the first with a warning; without its number of sales it is lost at once.
 */
export function checkSeller(
  { level, badMonths }: Standing,
  facts: SellerFacts,
  rules: SellerLevelRules,
): Standing & { outcome: CheckOutcome } {
  const attained = attainedLevel(facts, rules);
  if (attained === level) return { level, badMonths: 0, outcome: 'unchanged' };
  if (isAtLeast(attained, level)) return { level: attained, badMonths: 0, outcome: 'raised' };
  const hasSales = facts.sales >= rules[level as EarnedLevel].sales;
  if (!hasSales || badMonths + 1 >= rules.badMonths)
    return { level: attained, badMonths: 0, outcome: 'lowered' };
  return { level, badMonths: badMonths + 1, outcome: 'warned' };
}
