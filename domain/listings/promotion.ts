/** Paid places among search results (§4.5): few, at the top of a page, and rotated. */
export interface PromotionRules {
  /** The maximum number of paid places on a page of results. */
  places: number;
  /** How long listings keep a paid place before the rotation, in milliseconds. */
  turnMs: number;
}

/** §4.5 sets three places; the duration of a rotation is our choice. */
export const defaultPromotionRules: PromotionRules = { places: 3, turnMs: 10 * 60_000 };

/** The upper bound of the setting `places`. */
export const maxPaidPlaces = 6;

/** Search results stay mostly unpaid: at most one card in eight is a paid place. */
const cardsForOnePlace = 8;

/** The number of paid places on a page with this many cards. */
export function paidPlacesOn(cards: number, { places }: PromotionRules): number {
  return Math.min(places, Math.floor(cards / cardsForOnePlace));
}

/** The number of the current rotation; each is one more than the last. */
export function rotationAt(now: Date, { turnMs }: PromotionRules): number {
  return Math.floor(now.getTime() / turnMs);
}

/**
 * The items that have a place in a rotation: the next ones of the queue, which wraps around, so that all items have a
 * place equally often. No item has two places.
 */
export function pickForRotation<T>(queue: readonly T[], places: number, rotation: number): T[] {
  const first = queue.length === 0 ? 0 : (rotation * places) % queue.length;
  return [...queue.slice(first), ...queue.slice(0, first)].slice(0, places);
}
