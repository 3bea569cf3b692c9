import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/**
 * Every change of path scrolls to the top, back and forward included (specification §2), and moves focus to the new
 * page's title, so that a screen reader hears where it is. Query-only changes are page state and move nothing.
 */
export function NavigationEffects() {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    window.scrollTo(0, 0);
    const title = document.querySelector<HTMLElement>('main h1');
    if (!title) return;
    title.tabIndex = -1;
    title.focus({ preventScroll: true });
  }, [pathname]);
  return null;
}
