/** When the card that offers notices was answered with «Agora não» last. */
const askedKey = 'praca_push_asked';
const pauseMs = 30 * 86_400_000;

/** The card comes once in thirty days. */
export function mayAsk(now = Date.now()): boolean {
  return now - Number(localStorage.getItem(askedKey) ?? 0) > pauseMs;
}

export function rememberAsked(now = Date.now()): void {
  localStorage.setItem(askedKey, String(now));
}
