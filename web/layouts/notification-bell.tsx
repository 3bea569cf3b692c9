import { Bell } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { useSession } from '#web/session.tsx';
import { Button } from '#web/ui/button.tsx';
import { cn } from '#web/ui/class-names.ts';
import { formatCount, formatRelative } from '#web/ui/formats.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Popover, PopoverClose } from '#web/ui/popover.tsx';
import { NoticePicture } from './notice-picture.tsx';

/** All notices behind the bell, the unread ones counted on it. */
export function NotificationBell() {
  const { notifications, dismissAll } = useSession();
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
          <Button variant="quiet" size="sm" onClick={dismissAll}>
            Marcar tudo como lido
          </Button>
        )}
      </div>
      {notifications.length === 0 && <p className="px-4 py-6 text-sm text-ink-2">Nenhum aviso novo.</p>}
      <NoticeList />
    </Popover>
  );
}

/** Mounted when the popover opens, so its times are of that moment. */
function NoticeList() {
  const { notifications, dismiss } = useSession();
  const [now] = useState(() => Date.now());
  return (
    <ul className="divide-y divide-border">
      {notifications.map((notice) => (
        <li key={notice.id} className={cn('flex gap-3 px-4 py-3', notice.read === 0 && 'bg-brand-soft/50')}>
          <span className="mt-0.5 text-ink-3">
            <NoticePicture icon={notice.icon} />
          </span>
          <div className="min-w-0 flex-1">
            <p className="text-ui font-semibold">
              {notice.title}
              {notice.read === 0 && <span className="sr-only"> (novo)</span>}
            </p>
            <p className="text-sm text-ink-2">{notice.description}</p>
            <p className="mt-0.5 text-xs text-ink-3">
              {formatRelative(notice.created_at, Math.max(now, Date.parse(notice.created_at)))}
            </p>
          </div>
          {notice.url && (
            <PopoverClose>
              <Button
                asChild
                variant="quiet"
                size="sm"
                className="self-center"
                onClick={() => dismiss(notice.id)}
              >
                <Link to={notice.url} aria-label={`Ver: ${notice.title}`}>
                  Ver
                </Link>
              </Button>
            </PopoverClose>
          )}
        </li>
      ))}
    </ul>
  );
}
