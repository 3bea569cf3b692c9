import type { ReactNode } from 'react';
import { cn } from '#web/ui/styles/class-names.ts';

export type Tone = 'neutral' | 'brand' | 'info' | 'success' | 'warning' | 'danger' | 'plum';

export interface StatusBadgeProps {
  tone: Tone;
  /** The label carries the meaning; the colour only repeats it. */
  children: ReactNode;
  size?: 'sm' | 'md';
  /** Replaces the dot. */
  icon?: ReactNode;
  /** Explains the status on hover. */
  title?: string;
  className?: string;
}

/** Background and text colours of each tone. */
export const toneStyles: Record<Tone, string> = {
  neutral: 'bg-neutral-soft text-on-neutral-soft',
  brand: 'bg-brand-soft text-on-brand-soft',
  info: 'bg-info-soft text-on-info-soft',
  success: 'bg-success-soft text-on-success-soft',
  warning: 'bg-warning-soft text-on-warning-soft',
  danger: 'bg-danger-soft text-on-danger-soft',
  plum: 'bg-plum-soft text-on-plum-soft',
};

const dotStyles: Record<Tone, string> = {
  neutral: 'bg-neutral',
  brand: 'bg-brand',
  info: 'bg-info',
  success: 'bg-success',
  warning: 'bg-warning',
  danger: 'bg-danger',
  plum: 'bg-plum',
};

/** A state as a short label, with its tone (design §1.7). */
export function StatusBadge({ tone, children, size = 'md', icon, title, className }: StatusBadgeProps) {
  return (
    <span
      data-slot="status-badge"
      title={title}
      className={cn(
        'inline-flex max-w-full items-center gap-1.5 rounded-sm border border-transparent text-xs font-semibold whitespace-nowrap',
        size === 'md' ? 'px-2.5 py-1' : 'rounded-xs px-2 py-0.5',
        toneStyles[tone],
        className,
      )}
    >
      {icon ?? <span aria-hidden="true" className={cn('size-1.5 shrink-0 rounded-full', dotStyles[tone])} />}
      <span className="min-w-0 overflow-hidden text-ellipsis">{children}</span>
    </span>
  );
}
