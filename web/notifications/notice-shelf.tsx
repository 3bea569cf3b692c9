import { useState } from 'react';
import { Link } from 'react-router';
import { useSession } from '#web/session.tsx';
import { cn } from '#web/ui/styles/class-names.ts';
import { formatRelative } from '#web/ui/data/formats.ts';
import { NotificationCard } from '#web/ui/cards/notification-card.tsx';
import { LazyNoticeIcon } from './lazy-notice-icon.tsx';
import type { Notice } from './use-unseen.ts';

/** One card for each unread notice (specification §2), in one row that scrolls sideways where they do not all fit. */
export function NoticeShelf({ notices, gutter }: { notices: readonly Notice[]; gutter: string }) {
  const { markRead } = useSession();
  const [now] = useState(() => Date.now());
  return (
    <aside
      data-notices
      aria-label="Avisos novos"
      aria-live="polite"
      className={cn('flex gap-2.5 overflow-x-auto pt-3 pb-1 [scrollbar-width:thin] print:hidden', gutter)}
    >
      {notices.map((notice) => (
        <NotificationCard
          key={notice.id}
          title={notice.title}
          text={notice.description}
          time={formatRelative(notice.created_at, Math.max(now, Date.parse(notice.created_at)))}
          icon={<LazyNoticeIcon icon={notice.icon} />}
          onClose={() => markRead(notice.id)}
          link={
            notice.url ? (
              <Link to={notice.url} onClick={() => markRead(notice.id)} aria-label={`Ver: ${notice.title}`}>
                Ver
              </Link>
            ) : undefined
          }
          // The next card shows at the edge of a phone.
          className={notices.length > 1 ? 'max-md:w-[min(400px,100vw-56px)]' : undefined}
        />
      ))}
    </aside>
  );
}
