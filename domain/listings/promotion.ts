/** Paid places among results (§4.5): few on a page, at its top, and taken in turns. */
export interface PromotionRules {
  /** Most places on a page of results. */
  places: number;
  /** How long those who have a place keep it, in milliseconds. */
  turnMs: number;
}

/** §4.5: three slots; how long a turn lasts is ours. */
export const defaultPromotionRules: PromotionRules = { places: 3, turnMs: 10 * 60_000 };

/** A page can't be asked to have more. */
export const maxPaidPlaces = 6;

/** Whoever looks for something sees mostly what was not paid for: one card in eight at most. */
const cardsForOnePlace = 8;

/** How many paid places a page of so many cards has. */
export function paidPlacesOn(cards: number, { places }: PromotionRules): number {
  return Math.min(places, Math.floor(cards / cardsForOnePlace));
}

/** The number of the turn that is on, one more than the last. */
export function rotationAt(now: Date, { turnMs }: PromotionRules): number {
  return Math.floor(now.getTime() / turnMs);
}

/**
 * Who has the places in a turn: the next in line, which begins again at its end, so that all who stay in it have a
 * place equally often. Nobody has two.
 */
export function pickForRotation<T>(line: readonly T[], places: number, turn: number): T[] {
  const first = line.length === 0 ? 0 : (turn * places) % line.length;
  return [...line.slice(first), ...line.slice(0, first)].slice(0, places);
}
