import type { RiskFacts } from './facts.ts';
import { riskSignals } from './rules.ts';
import type { RiskRules, RiskSignal } from './rules.ts';

/** What follows from a score: nothing, staff look at the paid order first, or it is not placed. */
export const riskActions = ['none', 'hold', 'refuse'] as const;
export type RiskAction = (typeof riskActions)[number];

/** What the rules make of an order: the points of all its signals, and these in the order of their list. */
export interface RiskVerdict {
  score: number;
  reasons: RiskSignal[];
  action: RiskAction;
}

/**
 * Scores an order by its facts alone (F55): the same facts and rules always give the same verdict, when an order is
 * placed, when it is paid, and when a changed rule is tried (N09).
 */
export function scoreOrder(facts: RiskFacts, rules: RiskRules): RiskVerdict {
  if (!rules.active) return { score: 0, reasons: [], action: 'none' };
  const reasons = riskSignals.filter((signal) => rules.weights[signal] > 0 && signals[signal](facts, rules));
  const score = reasons.reduce((sum, signal) => sum + rules.weights[signal], 0);
  const { cardPerDay } = rules.velocity;
  if (score >= rules.refuseFrom) return { score, reasons, action: 'refuse' };
  return {
    score,
    reasons,
    action: score >= rules.holdFrom || facts.cardOrdersDay > cardPerDay ? 'hold' : 'none',
  };
}

/** Whether a purchase would be one too many for its device, document or network; the orders before are in the facts. */
export function exceedsVelocity(facts: RiskFacts, { active, velocity }: RiskRules): boolean {
  if (!active) return false;
  const { amountCents } = facts;
  return (
    facts.deviceOrdersHour >= velocity.devicePerHour ||
    facts.deviceOrdersDay >= velocity.devicePerDay ||
    facts.networkOrdersHour >= velocity.networkPerHour ||
    facts.documentOrdersDay >= velocity.documentPerDay ||
    (facts.deviceCentsDay > 0 && facts.deviceCentsDay + amountCents > velocity.deviceCentsPerDay) ||
    (facts.documentCentsDay > 0 && facts.documentCentsDay + amountCents > velocity.documentCentsPerDay)
  );
}

/** Few figures say nothing about a habit. */
const fewest = {
  refunds: 2,
  claims: 2,
  accounts: 2,
  crowd: 6,
  declines: 2,
  hourly: 3,
  daily: 6,
  traded: 10,
  bought: 3,
};

const signals: Record<RiskSignal, (facts: RiskFacts, rules: RiskRules) => boolean> = {
  known_fraud: ({ frauds }) => frauds > 0,
  shared_device: ({ sharedDevice }) => sharedDevice,
  shared_key: ({ sharedKey }) => sharedKey,
  shared_document: ({ sharedDocument }) => sharedDocument,
  shared_network: ({ sharedNetwork }) => sharedNetwork,
  shared_address: ({ sharedAddress }) => sharedAddress === true,
  declines: ({ declines }) => declines >= fewest.declines,
  card_accounts: ({ cardAccounts }) => cardAccounts >= fewest.accounts,
  device_accounts: ({ deviceAccounts }) => deviceAccounts >= fewest.accounts,
  document_accounts: ({ documentAccounts }) => documentAccounts >= fewest.accounts,
  network_accounts: ({ networkAccounts }) => networkAccounts >= fewest.crowd,
  burst: ({ deviceOrdersHour, documentOrdersDay }) =>
    deviceOrdersHour >= fewest.hourly || documentOrdersDay >= fewest.daily,
  other_payer: ({ otherPayer }) => otherPayer,
  security_changed: ({ securityAgeMs, accountAgeMs }, { securityMs }) =>
    securityAgeMs !== null && securityAgeMs < securityMs && accountAgeMs > 2 * securityMs,
  new_device: ({ deviceAgeMs, bought }, { newDeviceMs }) =>
    deviceAgeMs !== null && deviceAgeMs < newDeviceMs && bought > 0,
  above_usual: ({ bought, amountCents, largestCents }, { timesUsual }) =>
    bought > 0 && amountCents >= timesUsual * largestCents,
  large_first: ({ bought, amountCents }, { largeFirstCents }) =>
    bought === 0 && amountCents >= largeFirstCents,
  new_account: ({ accountAgeMs }, { newAccountMs }) => accountAgeMs < newAccountMs,
  few_purchases: ({ bought }) => bought < fewest.bought,
  refund_habit: ({ refundedRecently, boughtRecently }, { refundedBps }) =>
    refundedRecently >= fewest.refunds && refundedRecently * 10_000 >= boughtRecently * refundedBps,
  seller_claims: ({ claimsMonth, soldMonth }, { claimsBps }) =>
    claimsMonth >= fewest.claims && claimsMonth * 10_000 >= soldMonth * claimsBps,
  many_claims: ({ claimsMonth, soldMonth }, { claimsBps }) =>
    claimsMonth > fewest.claims && claimsMonth * 10_000 >= 2 * soldMonth * claimsBps,
  seller_burst: ({ sold, soldDay, tradedBefore }) =>
    !tradedBefore && soldDay >= fewest.daily && 2 * soldDay >= sold,
  new_seller: ({ sellerAgeMs }, { newSellerMs }) => sellerAgeMs < newSellerMs,
  few_sales: ({ sold }) => sold < fewest.traded,
  seller_links: ({ sellerLinks }) => sellerLinks > 0,
  cheap: ({ priceBps }, { cheapBps }) => priceBps !== null && priceBps <= cheapBps,
  instant: ({ instant }) => instant,
};
