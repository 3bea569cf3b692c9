import { sellerColours } from './rules.ts';
import type { ColourRule, SellerColour, SellerLevelRules } from './rules.ts';

/**
 * Why a sale counts neither for nor against its seller: its sides are related (ADR 0080), or the team found that the
 * buyer abused their rights, that the site failed, or that the sale was counted by mistake.
 */
export const exclusionReasons = ['related', 'buyer_abuse', 'platform_incident', 'miscounted'] as const;
export type ExclusionReason = (typeof exclusionReasons)[number];

/** A number of a seller's sales that are alike; each was delivered, or cancelled by its seller's fault. */
export interface SaleGroup {
  count: number;
  /** Paid within `windowDays`; all were paid within `longWindowDays`. */
  recent: boolean;
  excluded: ExclusionReason | null;
  /** A complaint was opened, and not withdrawn or decided for the seller. */
  claimed: boolean;
  /** Cancelled by the seller, or for lack of a delivery in time. */
  cancelled: boolean;
  delivered: boolean;
  late: boolean;
}

/** The sales that count in the window, and those left out of it by their reason. */
export interface SellerFigures {
  windowDays: number;
  orders: number;
  claims: number;
  cancellations: number;
  delivered: number;
  late: number;
  excluded: Partial<Record<ExclusionReason, number>>;
}

/** Counts the sales of the short window when it has enough of them that count, and of the long one otherwise (§4.13). */
export function countSales(groups: readonly SaleGroup[], rules: SellerLevelRules): SellerFigures {
  const recent = groups.filter((group) => group.recent);
  const isShort = total(recent.filter(({ excluded }) => excluded === null)) >= rules.windowOrders;
  const window = isShort ? recent : groups;
  const counted = window.filter(({ excluded }) => excluded === null);
  return {
    windowDays: isShort ? rules.windowDays : rules.longWindowDays,
    orders: total(counted),
    claims: total(counted.filter(({ claimed }) => claimed)),
    cancellations: total(counted.filter(({ cancelled }) => cancelled)),
    delivered: total(counted.filter(({ delivered }) => delivered)),
    late: total(counted.filter(({ late }) => late)),
    excluded: Object.fromEntries(
      exclusionReasons
        .map((reason) => [reason, total(window.filter(({ excluded }) => excluded === reason))] as const)
        .filter(([, count]) => count > 0),
    ),
  };
}

const total = (groups: readonly SaleGroup[]) => groups.reduce((sum, { count }) => sum + count, 0);

/** The thermometer's colour, that of the worst rate; null with too few orders to tell (§4.13). */
export function colourOf(figures: SellerFigures, rules: SellerLevelRules): SellerColour | null {
  const { orders, claims, cancellations, delivered, late } = figures;
  if (orders < rules.fewestOrders) return null;
  const rank = Math.max(
    rankOf('claimsBps', claims, orders, rules),
    rankOf('cancellationsBps', cancellations, orders, rules),
    rankOf('lateBps', late, delivered, rules),
  );
  return sellerColours[rank]!;
}

/** The place of a rate in `sellerColours`. Compared in whole numbers, so that 1 of 100 is exactly 1 %. */
function rankOf(kind: keyof ColourRule, incidents: number, whole: number, rules: SellerLevelRules): number {
  if (incidents === 0) return 0;
  const isBelow = (bps: number) => incidents * 10_000 < bps * whole;
  if (isBelow(rules.green[kind])) return 0;
  if (incidents < rules.fewestIncidents || isBelow(rules.yellow[kind])) return 1;
  return isBelow(rules.orange[kind]) ? 2 : 3;
}

/** A rate in basis points, rounded half up; null without anything to divide by. */
export function rateBps(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((part * 10_000) / whole);
}
