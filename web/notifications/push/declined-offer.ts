/** The time of the last «Agora não» on the card that offers push notices. */
const declinedAtKey = 'praca_push_asked';
const pauseMs = 30 * 86_400_000;

/** The card is shown at most once in thirty days. */
export function mayOfferPush(now = Date.now()): boolean {
  return now - Number(localStorage.getItem(declinedAtKey) ?? 0) > pauseMs;
}

export function rememberDeclined(now = Date.now()): void {
  localStorage.setItem(declinedAtKey, String(now));
}
