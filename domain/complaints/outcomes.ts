import type { ComplaintSide } from './complaints.ts';
import type { DeliveryType, OrderState, StateBefore } from '#domain/orders/orders.ts';
import { splitSale } from '#domain/ledger/fees.ts';
import type { FeeRule } from '#domain/ledger/fees.ts';
import type { Machine } from '#domain/machine.ts';
import type { Cents } from '#domain/money.ts';
import { cents, shareOf } from '#domain/money.ts';

/**
 * Possible results of a decision (§4.9). `split`: both sides are at fault and each bears half. `return`: everything goes
 * back once the buyer has sent the thing back (S11).
 */
export const complaintResults = ['full', 'return', 'partial', 'replacement', 'release', 'split'] as const;
export type ComplaintResult = (typeof complaintResults)[number];

/** R03: the kinds of proposals. */
export const proposalKinds = ['full', 'return', 'partial', 'replacement', 'fix', 'keep'] as const;
export type ProposalKind = (typeof proposalKinds)[number];

export const proposalStates = ['open', 'accepted', 'refused', 'replaced', 'expired'] as const;
export type ProposalState = (typeof proposalStates)[number];
export type ProposalActor = 'author' | 'other' | 'system';

/** The state machine of a proposal. A newer proposal of the same side, or the end of the negotiation, replaces it. */
export const proposalMachine: Machine<
  'accept' | 'refuse' | 'replace' | 'expire',
  ProposalState,
  ProposalActor
> = {
  accept: { rule: 'R03', by: ['other'], from: ['open'], to: 'accepted' },
  refuse: { rule: 'R03', by: ['other'], from: ['open'], to: 'refused' },
  replace: { rule: 'R03', by: ['author', 'system'], from: ['open'], to: 'replaced' },
  expire: { rule: 'R03', by: ['system'], from: ['open'], to: 'expired' },
};

/**
 * How a complaint ended. `return_failed`: the return that it asked for ended without a refund (S11). `fund`: staff missed
 * the final deadline and the guarantee fund paid (N03).
 */
export const complaintEndings = [
  'agreed',
  'decided',
  'appeal_decided',
  'silence',
  'withdrawn',
  'forced',
  'charged_back',
  'return_failed',
  'fund',
] as const;
export type ComplaintEnding = (typeof complaintEndings)[number];

/** Endings with a winner: by a decision, or because the other side did not answer. */
export const wonEndings: readonly ComplaintEnding[] = ['decided', 'appeal_decided', 'silence'];

/** The amount the buyer gets back. `percent` applies only to `partial`. */
export function refundOf(
  result: ComplaintResult | ProposalKind,
  totalCents: Cents,
  percent: number | null,
): Cents {
  if (refundsAll(result)) return totalCents;
  if (result === 'split') return shareOf(totalCents, 5_000);
  if (result !== 'partial') return 0;
  // A partial refund is at least 1 centavo and at most all but one (P23).
  const part = shareOf(totalCents, (percent ?? 0) * 100);
  return cents(Math.min(Math.max(part, 1), totalCents - 1));
}

/** Everything goes back, at once or after the return. */
export const refundsAll = (result: ComplaintResult | ProposalKind) =>
  result === 'full' || result === 'return';

/** S11: whether a complaint may end with a return: only a thing that its buyer received comes back. */
export function mayEndWithReturn(order: {
  deliveryType: DeliveryType;
  state: OrderState;
  stateBefore: StateBefore | null;
}): boolean {
  const isThing = order.deliveryType === 'shipping' || order.deliveryType === 'pickup';
  const wasReceived = order.stateBefore === 'delivered' || order.stateBefore === 'completed';
  return isThing && order.state === 'in_complaint' && wasReceived;
}

/** R08: the sides that may appeal against a result. A side that won everything may not. */
export function losingSides(result: ComplaintResult): readonly ComplaintSide[] {
  if (refundsAll(result)) return ['seller'];
  return result === 'release' ? ['buyer'] : ['buyer', 'seller'];
}

/** The losing sides that have appealed against a decision or accepted it so far. */
export interface AppealStatements {
  appealed: readonly ComplaintSide[];
  waived: readonly ComplaintSide[];
}

/** R08: the losing sides that may still appeal within the appeal period. */
export function mayAppeal(
  result: ComplaintResult,
  { appealed, waived }: AppealStatements,
): readonly ComplaintSide[] {
  return losingSides(result).filter((side) => !appealed.includes(side) && !waived.includes(side));
}

/** R04: whether the full refund was already paid after silence; an appeal then concerns the guarantee fund (decision 72). */
export function paidInFull(found: {
  result: ComplaintResult | null;
  refundCents: Cents;
  paidCents: Cents;
}): boolean {
  return found.result === 'full' && found.paidCents > 0 && found.paidCents === found.refundCents;
}

/**
 * M10: what the guarantee fund pays a seller whose appeal against a paid decision succeeds: the net amount of the sale.
 * @param refundCents the refund according to the last decision
 */
export function compensationOf(paidCents: Cents, refundCents: Cents, fee: FeeRule): Cents {
  return splitSale(paidCents - refundCents, fee).netCents;
}

/** The result of a decision and its refund. */
export interface DecidedResult {
  result: ComplaintResult;
  refundCents: Cents;
}

/**
 * R08, R09: whether the last decision would change an uncontested part: an appeal never leaves its author worse off,
 * unless the other side appealed too.
 */
export function overrulesUncontested(
  first: DecidedResult,
  appealed: readonly ComplaintSide[],
  last: DecidedResult,
): boolean {
  const isWorseForSeller =
    last.refundCents > first.refundCents || (first.result === 'return' && last.result === 'full');
  if (!appealed.includes('buyer') && isWorseForSeller) return true;
  if (appealed.includes('seller')) return false;
  return (
    last.refundCents < first.refundCents || (first.result === 'replacement' && last.result === 'release')
  );
}

/** The outcome for the order when a complaint ends: P21 resume or complete, P22, P23, or a return (S11). */
export type OrderOutcome = 'back' | 'complete' | 'refund' | 'refund_part' | 'return';

export interface EndedComplaint {
  ending: ComplaintEnding;
  result: ComplaintResult | null;
  refundCents: Cents;
  /** The buyer had time to inspect the replacement. */
  inspected: boolean;
}

export function orderOutcome(
  { ending, result, refundCents, inspected }: EndedComplaint,
  totalCents: Cents,
): OrderOutcome {
  if (refundCents === totalCents) return result === 'return' ? 'return' : 'refund';
  if (refundCents > 0) return 'refund_part';
  if (ending === 'withdrawn') return 'back';
  // The buyer inspects and confirms a replacement like the first delivery.
  return result === 'replacement' && !inspected ? 'back' : 'complete';
}
