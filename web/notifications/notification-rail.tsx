import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import { useSession } from '#web/session.tsx';
import { cn } from '#web/ui/styles/class-names.ts';
import { formatCount, formatRelative } from '#web/ui/data/formats.ts';
import { NotificationCard } from '#web/ui/cards/notification-card.tsx';
import { LazyNoticeIcon } from './lazy-notice-icon.tsx';
import { useUnseen } from './use-unseen.ts';

const shownFolded = 3;

/**
 * Every unread notice has a card (specification §2), below the toasts. From the fourth on the rail is collapsed; on
 * phones it shows one card, which hides by itself.
 */
export function NotificationRail() {
  const { notifications, markRead, markAllRead } = useSession();
  const [unfolded, setUnfolded] = useState(false);
  const [now] = useState(() => Date.now());
  const allUnread = useMemo(() => notifications.filter((notice) => notice.read === 0), [notifications]);
  const unread = useUnseen(allUnread, '[data-notices]');
  if (unread.length === 0) return null;
  const visible = unfolded ? unread : unread.slice(0, shownFolded);
  return (
    <aside
      data-notices
      aria-label="Avisos novos"
      aria-live="polite"
      className={cn(
        'fixed right-3 z-notification flex w-[min(400px,calc(100vw-24px))] flex-col gap-2.5 md:right-4 print:hidden',
        'beside-support-panel',
        // The bell's open list covers this place and shows the same notices.
        '[body:has([data-bell-list])_&]:invisible',
        'top-[calc(var(--nav-height)+12px+var(--toast-stack-height))]',
        unfolded && 'max-h-[calc(100dvh-160px)] overflow-y-auto overscroll-contain pb-1',
      )}
    >
      {visible.map((notice, index) => (
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
          more={
            !unfolded && index === 0 && <More rest={unread.length - 1} onPress={() => setUnfolded(true)} />
          }
          className={cn(
            'animate-in duration-popover fade-in-0 slide-in-from-right-3',
            !unfolded && index > 0 && 'max-md:hidden',
          )}
        />
      ))}
      <div className="flex flex-wrap justify-end gap-2">
        {unread.length > shownFolded && (
          <button
            type="button"
            className={cn(pillStyles, !unfolded && 'max-md:hidden')}
            onClick={markAllRead}
          >
            Marcar tudo como lido
          </button>
        )}
        {(unfolded ? unread.length > 1 : unread.length > shownFolded) && (
          <button
            type="button"
            aria-expanded={unfolded}
            onClick={() => setUnfolded(!unfolded)}
            className={cn(pillStyles, !unfolded && 'max-md:hidden')}
          >
            {unfolded ? 'Recolher avisos' : `+${formatCount(unread.length - shownFolded, 'aviso', 'avisos')}`}
          </button>
        )}
      </div>
    </aside>
  );
}

/** The number of cards below the one shown on phones. */
function More({ rest, onPress }: { rest: number; onPress: () => void }) {
  if (rest === 0) return null;
  return (
    <button
      type="button"
      aria-expanded="false"
      onClick={onPress}
      className="hit-44 rounded-xs text-ui font-semibold text-brand underline-offset-4 hover:underline md:hidden"
    >
      {`+${formatCount(rest, 'aviso', 'avisos')}`}
    </button>
  );
}

const pillStyles =
  'h-11 rounded-full border border-border bg-surface px-4 text-ui font-semibold shadow-md hover:bg-surface-2';
