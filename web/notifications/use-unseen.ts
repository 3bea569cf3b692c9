import { useCallback, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { ownTab } from '#web/ui/storage/own-storage.ts';
import { useMediaQuery } from '#web/ui/styles/media-query.ts';
import { undoableMs, toastMs } from '#web/ui/storage/toast-time.ts';

const storeKey = 'praca_avisos_vistos';

/**
 * Notices whose card was not shown yet in this visit. Cards hide when the page is left, when an element outside
 * `railSelector` is pressed or scrolled by wheel, when an element under a card takes the focus, and on phones after some
 * seconds; from then on the notices are only in the bell's list, so that old cards do not cover the page.
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
  const hideCards = useCallback(() => setSeen((before) => withAll(before, notices)), [notices]);
  useEffect(() => {
    const onPress = (event: Event) => {
      if (!(event.target as Element).closest(railSelector)) hideCards();
    };
    const onFocus = (event: FocusEvent) => {
      const rail = document.querySelector(railSelector);
      const target = event.target as Element;
      if (rail && !rail.contains(target) && overlap(rail, target)) hideCards();
    };
    // `pagehide` also covers a reload and a closed tab.
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
  }, [notices, railSelector, hideCards]);
  const unseen = notices.filter(({ id }) => !seen.has(id));
  useHideOnPhones(unseen.length > 0, railSelector, hideCards);
  return unseen;
}

/**
 * On a phone a card covers the title and the main action, so it hides after the time of an undoable toast, but not while
 * it has focus or hover.
 */
function useHideOnPhones(shows: boolean, railSelector: string, fold: () => void): void {
  const isPhone = useMediaQuery('(max-width: 767px)');
  useEffect(() => {
    if (!shows || !isPhone) return undefined;
    const visibleMs = Math.max(toastMs.read(), undoableMs);
    const timer = setInterval(() => {
      const inUse = `${railSelector}:is(:focus-within, :hover, :has([aria-expanded=true]))`;
      if (!document.hidden && !document.querySelector(inUse)) fold();
    }, visibleMs);
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
