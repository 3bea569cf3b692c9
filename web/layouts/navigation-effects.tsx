import { useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { useRefreshAfterStep } from '#web/navigation/use-refresh-after-step.ts';
import { cancelledState } from '#web/navigation/overlay-entry.ts';
import { trackEntry, listenForBack } from '#web/ui/overlays/close-on-back.ts';

/**
 * Every change of path scrolls to the top, back and forward included (specification §2), and moves the focus to the new
 * page's title, so that screen readers announce it. So do a new search and a link to the current page. Other changes of
 * the query are page state and do not scroll. A hash («#perguntas») scrolls to that part of the page.
 */
export function NavigationEffects() {
  const { pathname, search, hash, key, state } = useLocation();
  const navigationType = useNavigationType();
  const address = `${pathname}${search}${hash}`;
  const cancelled = (state as typeof cancelledState | null)?.stayed === true;
  const page = `${pathname}?${new URLSearchParams(search).get('q') ?? ''}`;
  const previous = useRef({ place: page, hash, address, key });
  useRefreshAfterStep();
  useEffect(listenForBack, []);
  useEffect(() => trackEntry(key, navigationType), [key, navigationType]);
  useEffect(() => {
    const before = previous.current;
    const repeated =
      before.key !== key && before.address === address && navigationType !== 'POP' && !cancelled;
    const pageChanged = before.place !== page || repeated;
    const hashChanged = before.hash !== hash || repeated;
    previous.current = { place: page, hash, address, key };
    if (pageChanged) window.scrollTo(0, 0);
    const target = (pageChanged || hashChanged) && hash ? document.getElementById(hash.slice(1)) : null;
    target?.scrollIntoView();
    const title = target ? titleOf(target) : pageChanged && document.querySelector<HTMLElement>('main h1');
    if (!title) return;
    title.tabIndex = -1;
    title.focus({ preventScroll: true });
  }, [page, hash, address, key, navigationType, cancelled]);
  return null;
}

function titleOf(part: HTMLElement): HTMLElement {
  return part.querySelector<HTMLElement>('h2, h3') ?? part;
}
