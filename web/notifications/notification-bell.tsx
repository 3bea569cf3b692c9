import { Bell } from '#web/ui/icons/icons.tsx';
import { Suspense, useState } from 'react';
import { notificationsPerPage } from '#contract/accounts/accounts.ts';
import { lazyPart } from '#web/ui/page/lazy-part.ts';
import { useSession } from '#web/session.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { formatCount } from '#web/ui/data/formats.ts';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { Popover } from '#web/ui/overlays/popover.tsx';
import { NoticeRow } from './notice-row.tsx';

// Loaded on demand, since most people only read the newest notices.
const OlderNotices = lazyPart(() =>
  import('./older-notices.tsx').then((module) => ({ default: module.OlderNotices })),
);

/** The bell with the number of unread notices; it opens the list of all. */
export function NotificationBell() {
  const { notifications, markAllRead } = useSession();
  const unread = notifications.filter((notice) => notice.read === 0);
  const label =
    unread.length > 0 ? `Ver avisos, ${formatCount(unread.length, 'novo', 'novos')}` : 'Ver avisos';
  return (
    <Popover
      label="Avisos"
      align="end"
      className="w-96 p-0"
      trigger={
        <IconButton label={label} icon={<Bell aria-hidden="true" />} count={unread.length} tooltip={false} />
      }
    >
      <div
        data-bell-list
        className="flex items-center justify-between gap-2 border-b border-border py-2 pr-2 pl-4"
      >
        <h2 className="text-h3">Avisos</h2>
        {unread.length > 0 && (
          <Button variant="quiet" size="sm" onClick={markAllRead}>
            Marcar tudo como lido
          </Button>
        )}
      </div>
      {notifications.length === 0 && <p className="px-4 py-6 text-sm text-ink-2">Nenhum aviso novo.</p>}
      <NoticeList />
    </Popover>
  );
}

/** Mounted when the popover opens, so its relative times are current. */
function NoticeList() {
  const { notifications, markRead } = useSession();
  const [now] = useState(() => Date.now());
  const oldest = notifications.at(-1);
  return (
    <>
      <ul className="divide-y divide-border">
        {notifications.map((notice) => (
          <NoticeRow key={notice.id} notice={notice} now={now} onSeen={() => markRead(notice.id)} />
        ))}
      </ul>
      {oldest && notifications.length >= notificationsPerPage && (
        <Suspense>
          <OlderNotices before={oldest.id} now={now} />
        </Suspense>
      )}
    </>
  );
}
