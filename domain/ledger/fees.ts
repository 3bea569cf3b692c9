import type { Cents } from '#domain/money.ts';
import { cents, shareOf } from '#domain/money.ts';

/** The fees of a plan on a sale (§4.5). The order stores a snapshot, so later changes do not affect it. */
export interface FeeRule {
  /** Commission in basis points: 990 = 9.90 %. */
  commissionBps: number;
  minCommissionCents: Cents;
  maxCommissionCents: Cents;
  /** Part of the sale set aside for the guarantee fund, out of the commission: 50 = 0.5 % (§4.1). */
  guaranteeBps: number;
  /** The part of the sale that is freight, which bears no commission (S05). */
  freightCents?: Cents;
  /** What the sale has paid for a label that the platform bought, out of the seller's part (S06). */
  labelCents?: Cents;
}

/** How the price of a sale is divided. The three parts always add up to the whole. */
export interface SaleSplit {
  totalCents: Cents;
  /** The platform's total: revenue plus guarantee. */
  commissionCents: Cents;
  guaranteeCents: Cents;
  revenueCents: Cents;
  /**
   * The amount the seller receives; rounding remainders go to the seller. Below zero when refunds have taken more than
   * what the label left of the sale: then the seller owes it.
   */
  netCents: Cents;
}

/**
 * Splits the remaining amount of a sale. Callers always pass the cumulative remainder, so that three partial
 * refunds give the same commission as one (§4.1).
 */
export function splitSale(totalCents: Cents, rule: FeeRule): SaleSplit {
  const total = cents(totalCents);
  // Refunds reduce the items first and the freight last.
  const items = Math.max(total - (rule.freightCents ?? 0), 0);
  const wanted = Math.max(shareOf(items, rule.commissionBps), rule.minCommissionCents);
  const commission = Math.min(wanted, rule.maxCommissionCents, items);
  const guarantee = Math.min(shareOf(items, rule.guaranteeBps), commission);
  return {
    totalCents: total,
    commissionCents: commission,
    guaranteeCents: guarantee,
    revenueCents: commission - guarantee,
    netCents: total - commission - (rule.labelCents ?? 0),
  };
}

/** Each side's share of a refund, also when part of the sale was refunded before. */
export interface RefundShares {
  sellerCents: Cents;
  commissionCents: Cents;
  /** The part of the commission that had been set aside for the guarantee fund. */
  guaranteeCents: Cents;
  /** The split of the remaining amount. */
  after: SaleSplit;
}

/**
 * Divides a refund between seller and platform: the split before less the split after the refund, so that three
 * refunds cost each side exactly what one refund of their sum would (§4.1).
 */
export function refundShares(staysCents: Cents, amountCents: Cents, rule: FeeRule): RefundShares {
  const before = splitSale(staysCents, rule);
  const after = splitSale(cents(staysCents - amountCents), rule);
  return {
    sellerCents: before.netCents - after.netCents,
    commissionCents: before.commissionCents - after.commissionCents,
    guaranteeCents: before.guaranteeCents - after.guaranteeCents,
    after,
  };
}

/** The smallest price that leaves the seller at least `wantedNetCents` (the inverse mode of `/tarifas`). */
export function priceForNet(wantedNetCents: Cents, rule: FeeRule): Cents {
  let low = cents(wantedNetCents);
  let high = low + rule.maxCommissionCents;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (splitSale(middle, rule).netCents >= wantedNetCents) high = middle;
    else low = middle + 1;
  }
  return low;
}
