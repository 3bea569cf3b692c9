import type { Cents } from '#domain/money.ts';

/** Rules of card installments; the buyer pays the interest to the card company, not to the platform (§4.6). */
export interface CardRules {
  maxInstallments: number;
  /** Interest a month on what is still owed, in basis points, from the second installment on. */
  monthlyInterestBps: number;
  /** No installment is smaller than this. */
  minInstallmentCents: Cents;
}

export const defaultCardRules: CardRules = {
  maxInstallments: 12,
  monthlyInterestBps: 299,
  minInstallmentCents: 500,
};

export interface Installments {
  count: number;
  /** Without interest the last one may be a few centavos smaller. */
  eachCents: Cents;
  /** What the card's bank adds to the price. */
  interestCents: Cents;
  /** The sum of all installments: price and interest. */
  totalCents: Cents;
}

/**
 * Every installment plan of an amount, a single payment first. Installments are equal by the French system (Tabela
 * Price), each rounded up to the centavo.
 */
export function installmentPlans(amountCents: Cents, rules: CardRules): Installments[] {
  const plans = [plan(amountCents, 1, rules)];
  for (let count = 2; count <= rules.maxInstallments; count++) {
    const next = plan(amountCents, count, rules);
    if (next.eachCents < rules.minInstallmentCents) break;
    plans.push(next);
  }
  return plans;
}

/** The plan of that many installments, or null when the amount can't be divided so. */
export function findPlan(amountCents: Cents, count: number, rules: CardRules): Installments | null {
  return installmentPlans(amountCents, rules).find((each) => each.count === count) ?? null;
}

/** The plan with the most installments, shown beside a price; null when the price can't be divided. */
export function longestPlan(priceCents: Cents, rules: CardRules): Installments | null {
  const last = installmentPlans(priceCents, rules).at(-1)!;
  return last.count === 1 ? null : last;
}

/**
 * The plan of a stored card payment. Orders, limits, commissions and refunds count the price alone, because the interest
 * goes to the card's bank (§4.6).
 * @param stored null where the card is typed at the provider, which then knows the plan alone
 */
export function chargedPlan(
  priceCents: Cents,
  stored: { count: number | null; totalCents: Cents | null },
): Installments {
  const { count, totalCents } = { count: stored.count ?? 1, totalCents: stored.totalCents ?? priceCents };
  return {
    count,
    eachCents: Math.ceil(totalCents / count),
    interestCents: totalCents - priceCents,
    totalCents,
  };
}

function plan(amountCents: Cents, count: number, { monthlyInterestBps }: CardRules): Installments {
  if (count === 1 || monthlyInterestBps === 0)
    return chargedPlan(amountCents, { count, totalCents: amountCents });
  const rate = monthlyInterestBps / 10_000;
  const exact = (amountCents * rate) / (1 - (1 + rate) ** -count);
  // A millionth of a centavo is a floating point error of the power.
  const eachCents = Math.ceil(exact - 1e-6);
  return chargedPlan(amountCents, { count, totalCents: eachCents * count });
}
