import type { ReactNode } from 'react';
import { cn } from '#web/ui/styles/class-names.ts';

export interface PageHeaderProps {
  title: ReactNode;
  /** The next-step sentence, or one line of context. */
  text?: ReactNode;
  /** A `Breadcrumb` or back link. */
  above?: ReactNode;
  /** Beside the title: a status badge. */
  badge?: ReactNode;
  /** At the right: at most one primary button. */
  actions?: ReactNode;
  className?: string;
}

/** The only h1 of a page. It takes focus after navigation, so it is reachable by script. */
export function PageHeader({ title, text, above, badge, actions, className }: PageHeaderProps) {
  return (
    <header data-slot="page-header" className={cn('flex flex-col gap-2', className)}>
      {above}
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
            <h1 tabIndex={-1} className="text-h1">
              {title}
            </h1>
            {badge}
          </div>
          {text && <p className="mt-1.5 max-w-measure text-body text-ink-2">{text}</p>}
        </div>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
    </header>
  );
}
