import { X } from '#web/ui/icons/icons.tsx';
import { Slot } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';
import { cn } from '#web/ui/styles/class-names.ts';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { toneStyles, type Tone } from '#web/ui/data/status-badge.tsx';

export interface NotificationCardProps {
  title: string;
  text: string;
  /** «há 3 min». */
  time: ReactNode;
  icon: ReactNode;
  tone?: Tone;
  /** `<Link to="…">Ver</Link>`, only when there is somewhere to go. */
  link?: ReactElement;
  /** Marks as read. */
  onClose: () => void;
  className?: string;
}

/** An unread notice, 400 px wide. It stays until it is read. */
export function NotificationCard({
  title,
  text,
  time,
  icon,
  tone = 'brand',
  link,
  onClose,
  className,
}: NotificationCardProps) {
  return (
    <article
      data-slot="notification-card"
      className={cn(
        'relative flex w-[min(400px,100vw-32px)] shrink-0 gap-3 rounded-lg border border-border bg-surface p-4 shadow-sm',
        className,
      )}
    >
      <span
        aria-hidden="true"
        className={cn('flex size-10 shrink-0 items-center justify-center rounded-md', toneStyles[tone])}
      >
        {icon}
      </span>
      <div className="min-w-0 flex-1">
        <p className="truncate pr-9 text-ui font-semibold text-ink">{title}</p>
        <p className="line-clamp-2 text-sm text-ink-2">{text}</p>
        <div className="mt-1 flex min-h-5 flex-wrap items-center justify-between gap-x-3">
          <span className="text-xs text-ink-3">{time}</span>
          {link && (
            <Slot.Root className="hit-44 rounded-xs text-ui font-semibold text-brand underline-offset-4 hover:underline">
              {link}
            </Slot.Root>
          )}
        </div>
      </div>
      <IconButton
        label={`Marcar como lido: ${title}`}
        icon={<X aria-hidden="true" className="size-4.5" />}
        onClick={onClose}
        tooltip={false}
        className="absolute top-1.5 right-1.5"
      />
    </article>
  );
}
