import { Link } from 'react-router';
import type { listNotifications } from '#contract/accounts/accounts.ts';
import type { Reply } from '#contract/endpoint.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { cn } from '#web/ui/styles/class-names.ts';
import { formatRelative } from '#web/ui/data/formats.ts';
import { PopoverClose } from '#web/ui/overlays/popover.tsx';
import { LazyNoticeIcon } from './lazy-notice-icon.tsx';

interface NoticeRowProps {
  notice: Reply<typeof listNotifications>['items'][number];
  /** The current time for its relative age, in milliseconds since 1970. */
  now: number;
  onSeen: () => void;
}

/** One notice in the bell's list, with a link to its subject. */
export function NoticeRow({ notice, now, onSeen }: NoticeRowProps) {
  return (
    <li className={cn('flex gap-3 px-4 py-3', notice.read === 0 && 'bg-brand-soft/50')}>
      <span className="mt-0.5 text-ink-3">
        <LazyNoticeIcon icon={notice.icon} />
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
          <Button asChild variant="quiet" size="sm" className="self-center" onClick={onSeen}>
            <Link to={notice.url} aria-label={`Ver: ${notice.title}`}>
              Ver
            </Link>
          </Button>
        </PopoverClose>
      )}
    </li>
  );
}
