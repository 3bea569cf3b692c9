import { useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { noteEntry, watchBack } from '#web/ui/back-closes.ts';

/**
 * Every change of path scrolls to the top, back and forward included (specification §2), and moves focus to the new
 * page's title, so that a screen reader hears where it is. So does a new search. Other changes of the query are page
 * state and move nothing. An address that names a part of the new page («#perguntas») leads on to that part.
 */
export function NavigationEffects() {
  const { pathname, search, hash, key } = useLocation();
  const how = useNavigationType();
  const place = `${pathname}?${new URLSearchParams(search).get('q') ?? ''}`;
  const shown = useRef({ place, hash });
  useEffect(watchBack, []);
  useEffect(() => noteEntry(key, how), [key, how]);
  useEffect(() => {
    const moved = shown.current.place !== place;
    const named = shown.current.hash !== hash;
    shown.current = { place, hash };
    if (moved) window.scrollTo(0, 0);
    const part = (moved || named) && hash ? document.getElementById(hash.slice(1)) : null;
    part?.scrollIntoView();
    const title = part ? titleOf(part) : moved && document.querySelector<HTMLElement>('main h1');
    if (!title) return;
    title.tabIndex = -1;
    title.focus({ preventScroll: true });
  }, [place, hash]);
  return null;
}

function titleOf(part: HTMLElement): HTMLElement {
  return part.querySelector<HTMLElement>('h2, h3') ?? part;
}
