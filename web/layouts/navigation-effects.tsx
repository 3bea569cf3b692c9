import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/**
 * Every change of path scrolls to the top, back and forward included (specification §2), and moves focus to the new
 * page's title, so that a screen reader hears where it is. So does a new search. Other changes of the query are page
 * state and move nothing.
 */
export function NavigationEffects() {
  const { pathname, search } = useLocation();
  const place = `${pathname}?${new URLSearchParams(search).get('q') ?? ''}`;
  const shown = useRef(place);
  useEffect(() => {
    if (shown.current === place) return;
    shown.current = place;
    window.scrollTo(0, 0);
    const title = document.querySelector<HTMLElement>('main h1');
    if (!title) return;
    title.tabIndex = -1;
    title.focus({ preventScroll: true });
  }, [place]);
  return null;
}
