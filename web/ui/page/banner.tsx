import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from '#web/ui/icons/icons.tsx';
import type { ReactNode, Ref } from 'react';
import { cn } from '#web/ui/styles/class-names.ts';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { toneStyles } from '#web/ui/data/status-badge.tsx';

export interface BannerProps {
  tone?: 'info' | 'success' | 'warning' | 'danger';
  title?: ReactNode;
  /** The text. */
  children: ReactNode;
  /** One action: a quiet button or a link. */
  action?: ReactNode;
  onClose?: () => void;
  /** `alert` for an error after an action; undefined for a banner that is there on load. */
  role?: 'status' | 'alert';
  ref?: Ref<HTMLDivElement>;
  className?: string;
}

/** A `ref` of a result that is shown away from the pressed button: scrolls it into view, clear of the fixed bars. */
export function scrollIntoSight(banner: HTMLElement | null): void {
  banner?.scrollIntoView({ block: 'nearest' });
}

const icons = { info: Info, success: CircleCheck, warning: TriangleAlert, danger: CircleAlert };

/** A persistent message on the page: a notice, a limit, a form error that belongs to no field. */
export function Banner({
  tone = 'info',
  title,
  children,
  action,
  onClose,
  role = 'status',
  ref,
  className,
}: BannerProps) {
  const Icon = icons[tone];
  return (
    <div
      ref={ref}
      role={role}
      data-slot="banner"
      className={cn(
        'flex items-start gap-3 rounded-lg border border-current/15 px-4 py-3',
        toneStyles[tone],
        className,
      )}
    >
      <Icon aria-hidden="true" className="mt-px" />
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-[min(100%,16rem)] flex-1">
          {title && <p className="text-ui font-semibold">{title}</p>}
          <div className="text-sm">{children}</div>
        </div>
        {action}
      </div>
      {onClose && (
        <IconButton
          label="Fechar aviso"
          icon={<X aria-hidden="true" className="size-4.5" />}
          onClick={onClose}
          tooltip={false}
          className="-my-2.5 -mr-2.5 text-current hover:bg-current/10 hover:text-current"
        />
      )}
    </div>
  );
}
