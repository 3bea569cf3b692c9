import { useCallback, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { ownTab } from '#web/ui/storage/own-storage.ts';
import { useMediaQuery } from '#web/ui/styles/media-query.ts';
import { answerableMs, toastMs } from '#web/ui/storage/toast-time.ts';

const storeKey = 'praca_avisos_vistos';

/**
 * Notices whose card was not shown yet in this visit. A card stays until its page is left, or something outside
 * `railSelector` is pressed, scrolled by its wheel, or takes the focus under a card, or on a phone some seconds
 * passed; from then on the notice waits under the bell, so that old cards never lie over what somebody came to do.
 */
export function useUnseen<T extends { id: number }>(
  notices: readonly T[],
  railSelector: string,
): readonly T[] {
  const { pathname } = useLocation();
  const [seen, setSeen] = useState<ReadonlySet<number>>(readSeen);
  const [page, setPage] = useState(pathname);
  if (page !== pathname) {
    setPage(pathname);
    setSeen(withAll(seen, notices));
  }
  const fold = useCallback(() => setSeen((before) => withAll(before, notices)), [notices]);
  useEffect(() => {
    const onPress = (event: Event) => {
      if (!(event.target as Element).closest(railSelector)) fold();
    };
    const onFocus = (event: FocusEvent) => {
      const rail = document.querySelector(railSelector);
      const target = event.target as Element;
      if (rail && !rail.contains(target) && overlap(rail, target)) fold();
    };
    // A reload or a closed tab ends the page too, and only the browser knows when.
    const onLeave = () => writeSeen(notices);
    window.addEventListener('pointerdown', onPress);
    window.addEventListener('wheel', onPress, { passive: true });
    window.addEventListener('focusin', onFocus);
    window.addEventListener('pagehide', onLeave);
    return () => {
      window.removeEventListener('pointerdown', onPress);
      window.removeEventListener('wheel', onPress);
      window.removeEventListener('focusin', onFocus);
      window.removeEventListener('pagehide', onLeave);
    };
  }, [notices, railSelector, fold]);
  const unseen = notices.filter(({ id }) => !seen.has(id));
  useFoldOnPhones(unseen.length > 0, railSelector, fold);
  return unseen;
}

/**
 * On a phone a card lies over the title and what to do next: it stays as long as a message that can be answered, and
 * while somebody is at it.
 */
function useFoldOnPhones(shows: boolean, railSelector: string, fold: () => void): void {
  const isPhone = useMediaQuery('(max-width: 767px)');
  useEffect(() => {
    if (!shows || !isPhone) return undefined;
    const stay = Math.max(toastMs.read(), answerableMs);
    const timer = setInterval(() => {
      const held = `${railSelector}:is(:focus-within, :hover, :has([aria-expanded=true]))`;
      if (!document.hidden && !document.querySelector(held)) fold();
    }, stay);
    return () => clearInterval(timer);
  }, [shows, isPhone, railSelector, fold]);
}

function overlap(a: Element, b: Element): boolean {
  const [one, other] = [a.getBoundingClientRect(), b.getBoundingClientRect()];
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}

function withAll(seen: ReadonlySet<number>, notices: readonly { id: number }[]): ReadonlySet<number> {
  return new Set([...seen, ...notices.map(({ id }) => id)]);
}

function readSeen(): ReadonlySet<number> {
  try {
    return new Set(JSON.parse(ownTab.read(storeKey) ?? '[]') as number[]);
  } catch {
    return new Set();
  }
}

function writeSeen(notices: readonly { id: number }[]): void {
  ownTab.write(storeKey, JSON.stringify(notices.map(({ id }) => id)));
}
