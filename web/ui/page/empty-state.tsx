import type { ReactNode } from 'react';
import { cn } from '#web/ui/styles/class-names.ts';
import { Tiles } from '#web/ui/theme/tiles.tsx';

export interface EmptyStateProps {
  title: ReactNode;
  /** One sentence: why it is empty, or which content will appear. */
  text?: ReactNode;
  /** One primary action. */
  action?: ReactNode;
  /** One quieter way out. */
  secondary?: ReactNode;
  /** Heading level of the title: 2 unless the screen needs another. */
  level?: 1 | 2 | 3;
  seed?: string;
  className?: string;
}

/** An empty page or list; one tile of the pattern is left out. */
export function EmptyState({
  title,
  text,
  action,
  secondary,
  level = 2,
  seed = 'vazio',
  className,
}: EmptyStateProps) {
  const Heading = `h${level}` as const;
  return (
    <div
      data-slot="empty-state"
      className={cn('flex flex-col items-center gap-6 px-4 py-12 text-center', className)}
    >
      <Tiles seed={seed} missing={4} tone="brand" className="size-30 rounded-lg" />
      <div className="flex max-w-[44ch] flex-col gap-2">
        <Heading className="text-h2">{title}</Heading>
        {text && <p className="text-body text-ink-2">{text}</p>}
      </div>
      {(action || secondary) && (
        <div className="flex flex-col items-center gap-2 sm:flex-row">
          {action}
          {secondary}
        </div>
      )}
    </div>
  );
}

/** An empty state inside a card or panel: one icon, one sentence, at most one action. */
export function EmptyInline({
  icon,
  children,
  action,
}: {
  icon?: ReactNode;
  children: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div data-slot="empty-inline" className="flex flex-wrap items-center gap-3 py-4 text-sm text-ink-2">
      {icon && <span className="text-ink-3">{icon}</span>}
      <span className="min-w-0 flex-1">{children}</span>
      {action}
    </div>
  );
}
