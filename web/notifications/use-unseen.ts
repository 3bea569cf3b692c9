import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import type { listNotifications } from '#contract/accounts/accounts.ts';
import type { Reply } from '#contract/endpoint.ts';
import { markVisit } from '#web/boot/reserved-space.ts';
import { ownBrowser, ownTab } from '#web/ui/storage/own-storage.ts';

export type Notice = Reply<typeof listNotifications>['items'][number];

const storeKey = 'praca_avisos_vistos';

/**
 * Notices whose card was not on an earlier page of this visit; in the dashboard, of any visit. From the next page on a
 * notice is only in the bell's list.
 */
export function useUnseen(notices: readonly Notice[]): readonly Notice[] {
  const { pathname } = useLocation();
  const isDashboard = pathname.startsWith('/dashboard');
  const [seen, setSeen] = useState(() => readSeen(ownTab));
  const [seenEver, setSeenEver] = useState(() => readSeen(ownBrowser));
  const [page, setPage] = useState(pathname);
  if (page !== pathname) {
    setPage(pathname);
    setSeen(withAll(seen, notices));
    setSeenEver(withAll(seenEver, notices));
  }
  useEffect(() => {
    // `pagehide` also covers a reload and a closed tab.
    const onLeave = () => {
      const ids = JSON.stringify(notices.map(({ id }) => id));
      ownTab.write(storeKey, ids);
      markVisit();
      ownBrowser.write(storeKey, ids);
    };
    window.addEventListener('pagehide', onLeave);
    return () => window.removeEventListener('pagehide', onLeave);
  }, [notices]);
  return notices.filter(({ id }) => !seen.has(id) && !(isDashboard && seenEver.has(id)));
}

function withAll(seen: ReadonlySet<number>, notices: readonly Notice[]): ReadonlySet<number> {
  return new Set([...seen, ...notices.map(({ id }) => id)]);
}

function readSeen(store: typeof ownTab): ReadonlySet<number> {
  try {
    return new Set(JSON.parse(store.read(storeKey) ?? '[]') as number[]);
  } catch {
    return new Set();
  }
}
