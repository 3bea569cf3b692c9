import { useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { stayedState } from '#web/navigation/overlay-entry.ts';
import { noteEntry, watchBack } from '#web/ui/overlays/back-closes.ts';

/**
 * Every change of path scrolls to the top, back and forward included (specification §2), and moves focus to the new
 * page's title, so that a screen reader hears where it is. So do a new search and a link to the page one is on. Other
 * changes of the query are page state and move nothing. An address that names a part of the new page («#perguntas»)
 * leads on to that part.
 */
export function NavigationEffects() {
  const { pathname, search, hash, key, state } = useLocation();
  const how = useNavigationType();
  const address = `${pathname}${search}${hash}`;
  const stays = (state as typeof stayedState | null)?.stayed === true;
  const place = `${pathname}?${new URLSearchParams(search).get('q') ?? ''}`;
  const shown = useRef({ place, hash, address, key });
  useEffect(watchBack, []);
  useEffect(() => noteEntry(key, how), [key, how]);
  useEffect(() => {
    const before = shown.current;
    const again = before.key !== key && before.address === address && how !== 'POP' && !stays;
    const moved = before.place !== place || again;
    const named = before.hash !== hash || again;
    shown.current = { place, hash, address, key };
    if (moved) window.scrollTo(0, 0);
    const part = (moved || named) && hash ? document.getElementById(hash.slice(1)) : null;
    part?.scrollIntoView();
    const title = part ? titleOf(part) : moved && document.querySelector<HTMLElement>('main h1');
    if (!title) return;
    title.tabIndex = -1;
    title.focus({ preventScroll: true });
  }, [place, hash, address, key, how, stays]);
  return null;
}

function titleOf(part: HTMLElement): HTMLElement {
  return part.querySelector<HTMLElement>('h2, h3') ?? part;
}
