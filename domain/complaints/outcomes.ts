import type { ComplaintSide } from './complaints.ts';
import { splitSale } from '#domain/ledger/fees.ts';
import type { FeeRule } from '#domain/ledger/fees.ts';
import type { Machine } from '#domain/machine.ts';
import type { Cents } from '#domain/money.ts';
import { cents, shareOf } from '#domain/money.ts';

/** What a decision may say (§4.9). `split`: both are at fault, each bears half. */
export const complaintResults = ['full', 'partial', 'replacement', 'release', 'split'] as const;
export type ComplaintResult = (typeof complaintResults)[number];

/** R03: what a side may propose. */
export const proposalKinds = ['full', 'partial', 'replacement', 'fix', 'keep'] as const;
export type ProposalKind = (typeof proposalKinds)[number];

export const proposalStates = ['open', 'accepted', 'refused', 'replaced', 'expired'] as const;
export type ProposalState = (typeof proposalStates)[number];
export type ProposalActor = 'author' | 'other' | 'system';

/** The life of a proposal. A newer one of the same side, or the end of the talk, replaces it. */
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

/** How a complaint ended. */
export const complaintEndings = [
  'agreed',
  'decided',
  'appeal_decided',
  'silence',
  'withdrawn',
  'forced',
  'charged_back',
] as const;
export type ComplaintEnding = (typeof complaintEndings)[number];

/** Endings in which somebody won: by a decision, or because the other side was silent. */
export const wonEndings: readonly ComplaintEnding[] = ['decided', 'appeal_decided', 'silence'];

/** What the buyer gets back. `percent` counts only for a part. */
export function refundOf(
  result: ComplaintResult | ProposalKind,
  totalCents: Cents,
  percent: number | null,
): Cents {
  if (result === 'full') return totalCents;
  if (result === 'split') return shareOf(totalCents, 5_000);
  if (result !== 'partial') return 0;
  // A part is neither nothing nor everything: 1 centavo … all but one (P23).
  const part = shareOf(totalCents, (percent ?? 0) * 100);
  return cents(Math.min(Math.max(part, 1), totalCents - 1));
}

/** R08: whose appeal a decision allows. Whoever got all there is has nothing to appeal against. */
export function losers(result: ComplaintResult): readonly ComplaintSide[] {
  if (result === 'full') return ['seller'];
  return result === 'release' ? ['buyer'] : ['buyer', 'seller'];
}

/** What the losing sides have said to a decision so far: that they appeal, or that they accept it. */
export interface Heard {
  appealed: readonly ComplaintSide[];
  waived: readonly ComplaintSide[];
}

/** R08: the losing sides that may still appeal while the time for it lasts. */
export function mayAppeal(result: ComplaintResult, { appealed, waived }: Heard): readonly ComplaintSide[] {
  return losers(result).filter((side) => !appealed.includes(side) && !waived.includes(side));
}

/** R04: silence paid all that was decided, so that an appeal is about what the guarantee fund pays (decision 72). */
export function paidInFull(found: {
  result: ComplaintResult | null;
  refundCents: Cents;
  paidCents: Cents;
}): boolean {
  return found.result === 'full' && found.paidCents > 0 && found.paidCents === found.refundCents;
}

/**
 * M10: what the guarantee fund pays a seller whose appeal against a paid decision succeeds: what the sale would have
 * left them.
 * @param refundCents what the last decision would have given back
 */
export function compensationOf(paidCents: Cents, refundCents: Cents, fee: FeeRule): Cents {
  return splitSale(paidCents - refundCents, fee).netCents;
}

/** What a decision says and gives back. */
export interface Said {
  result: ComplaintResult;
  refundCents: Cents;
}

/**
 * R08, R09: whether the last decision would change what nobody contests: an appeal never leaves whoever made it worse
 * off, unless the other side appealed too.
 */
export function overrulesUncontested(first: Said, appealed: readonly ComplaintSide[], last: Said): boolean {
  if (!appealed.includes('buyer') && last.refundCents > first.refundCents) return true;
  if (appealed.includes('seller')) return false;
  return (
    last.refundCents < first.refundCents || (first.result === 'replacement' && last.result === 'release')
  );
}

/** What becomes of the order when a complaint has ended: P21 back or on, P22, P23. */
export type OrderOutcome = 'back' | 'complete' | 'refund' | 'refund_part';

export interface Ended {
  ending: ComplaintEnding;
  result: ComplaintResult | null;
  refundCents: Cents;
  /** The buyer had their time to look over what was delivered again. */
  inspected: boolean;
}

export function orderOutcome(
  { ending, result, refundCents, inspected }: Ended,
  totalCents: Cents,
): OrderOutcome {
  if (refundCents === totalCents) return 'refund';
  if (refundCents > 0) return 'refund_part';
  if (ending === 'withdrawn') return 'back';
  // A unit that was replaced is looked over and confirmed like the first one.
  return result === 'replacement' && !inspected ? 'back' : 'complete';
}
