import { Suspense, useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { lazyPart } from '#web/ui/page/lazy-part.ts';
import { forgetSpace, releaseSpace, storeReservedHeight } from '#web/boot/reserved-space.ts';
import { useSession } from '#web/session.tsx';
import { NoticeShelf } from './notice-shelf.tsx';
import { useOfferedPush } from './push/push-offer.ts';
import { useUnseen } from './use-unseen.ts';

const PushCard = lazyPart(
  () => import('./push/push-card.tsx').then((module) => ({ default: module.PushCard })),
  { background: true },
);

/**
 * The place of notice cards, and of the card that offers push messages: between the top bar and the page, so that they
 * cover nothing (ADR 90).
 * @param gutter classes of the page's side padding, which the first card follows
 */
export function NoticeArea({ gutter }: { gutter: string }) {
  const { user, loading, notifications } = useSession();
  const location = useLocation();
  const unread = notifications.filter(({ read }) => read === 0);
  const notices = useUnseen(unread).filter(({ url }) => !isOfPage(url, location));
  const offersPush = useOfferedPush() && notices.length === 0 && user.order_pending === null;
  const shown = notices.length > 0 || offersPush;
  const area = useRef<HTMLDivElement>(null);
  useSteadyPage(area, shown, loading);
  useReservedSpace(area, shown, unread.length > 0, loading);
  return (
    <div ref={area} className={shown ? 'min-h-(--notice-shelf-height)' : undefined}>
      <Suspense>
        {notices.length > 0 && <NoticeShelf notices={notices} gutter={gutter} />}
        {offersPush && <PushCard gutter={gutter} />}
      </Suspense>
    </div>
  );
}

/** Whether a notice leads to the page that is open; the page may have more parameters than the notice's address. */
function isOfPage(
  url: string | undefined,
  { pathname, search }: { pathname: string; search: string },
): boolean {
  if (url === undefined) return false;
  const target = new URL(url, window.location.origin);
  const open = new URLSearchParams(search);
  return (
    target.pathname === pathname && [...target.searchParams].every(([key, value]) => open.get(key) === value)
  );
}

/**
 * A card that arrives later does not move the text being read: the page scrolls by the card's height. At any
 * other place than the top the browser does so itself.
 */
function useSteadyPage(area: { current: HTMLElement | null }, shown: boolean, loading: boolean): void {
  const { pathname } = useLocation();
  const before = useRef({ shown, pathname, loading });
  useLayoutEffect(() => {
    const last = before.current;
    before.current = { shown, pathname, loading };
    if (!shown || last.shown || last.loading || last.pathname !== pathname) return;
    if (window.scrollY === 0 || !CSS.supports('overflow-anchor', 'auto'))
      window.scrollBy(0, area.current!.offsetHeight);
  }, [area, shown, pathname, loading]);
}

/** A visit that begins with unread notices begins with their space. */
function useReservedSpace(
  area: { current: HTMLElement | null },
  shown: boolean,
  hasUnread: boolean,
  loading: boolean,
): void {
  useEffect(() => {
    if (loading) return;
    releaseSpace('novidades');
    if (!hasUnread) forgetSpace('novidades');
    else if (shown) storeReservedHeight('novidades', area.current!.getBoundingClientRect().height);
  }, [area, shown, hasUnread, loading]);
}
