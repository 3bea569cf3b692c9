import { ArrowDownRight, ArrowUpRight, Minus } from '#web/ui/icons/icons.tsx';
import type { ReactNode } from 'react';
import { Card } from './card.tsx';
import { cn } from '#web/ui/styles/class-names.ts';

export interface StatCardProps {
  label: ReactNode;
  /** Formatted; `null` shows «—». */
  value: string | null;
  /** The change, also as text: «12% a mais que nos 30 dias anteriores». */
  delta?: { direction: 'up' | 'down' | 'same'; text: string; good?: boolean };
  /** The course over time. */
  chart?: ReactNode;
  /** One line: the period, a link. */
  footer?: ReactNode;
  icon?: ReactNode;
  className?: string;
}

const arrows = { up: ArrowUpRight, down: ArrowDownRight, same: Minus };

/** A key figure. */
export function StatCard({ label, value, delta, chart, footer, icon, className }: StatCardProps) {
  const Arrow = delta ? arrows[delta.direction] : null;
  return (
    <Card data-slot="stat-card" className={cn('flex flex-col gap-1', className)}>
      <p className="flex items-center gap-2 text-sm text-ink-2">
        {icon && <span className="text-ink-3">{icon}</span>}
        {label}
      </p>
      <p className="text-[1.625rem] leading-tight font-bold tracking-[-0.01em] text-ink tabular-nums">
        {value ?? '—'}
      </p>
      {delta && Arrow && (
        <p
          className={cn(
            'flex items-start gap-1 text-xs',
            delta.good ? 'text-on-success-soft' : delta.good === false ? 'text-danger' : 'text-ink-3',
          )}
        >
          <Arrow aria-hidden="true" className="mt-px size-4" />
          {delta.text}
        </p>
      )}
      {chart}
      {footer && <div className="mt-auto pt-1 text-sm text-ink-3">{footer}</div>}
    </Card>
  );
}
