import { useState } from 'react';
import { useLocation } from 'react-router';

/** The time of the last «Agora não» on the card that offers push notices. */
const declinedAtKey = 'praca_push_asked';
const pauseMs = 30 * 86_400_000;

/** Pages without forms and without tasks, where the card does not interrupt anything. */
const offerPaths = ['/', '/anuncios', '/categorias', '/conta/favoritos'];

/** Whether the offer is due, from a page's start-up until it is answered. */
let due = false;

/** The card is shown at most once in thirty days. */
export function mayOfferPush(now = Date.now()): boolean {
  return now - Number(localStorage.getItem(declinedAtKey) ?? 0) > pauseMs;
}

export function offerPush(): void {
  due = true;
}

export function rememberDeclined(now = Date.now()): void {
  due = false;
  localStorage.setItem(declinedAtKey, String(now));
}

/**
 * Whether this page shows the offer. That is decided when the page opens: a card that came later would move the page or
 * cover it.
 */
export function useOfferedPush(): boolean {
  const { pathname } = useLocation();
  const [decision, setDecision] = useState({ pathname, offered: false });
  if (decision.pathname === pathname) return decision.offered && due;
  const offered = due && offerPaths.includes(pathname);
  setDecision({ pathname, offered });
  return offered;
}
