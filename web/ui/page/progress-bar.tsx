import { cn } from '#web/ui/styles/class-names.ts';

/** Progress from 0 to 100; without a value it is indeterminate. */
export function ProgressBar({
  value,
  label,
  className,
}: {
  value?: number;
  label: string;
  className?: string;
}) {
  const share = value === undefined ? 1 : Math.min(100, Math.max(0, value)) / 100;
  return (
    <span
      data-slot="progress-bar"
      className={cn('relative block h-1.5 overflow-hidden rounded-full bg-surface-3', className)}
    >
      <progress
        aria-label={label}
        value={value === undefined ? undefined : Math.round(value)}
        max={100}
        className="sr-only"
      />
      <span
        aria-hidden="true"
        className={cn(
          'block h-full filled-shape origin-left rounded-full bg-brand transition-transform duration-dialog',
          value === undefined && 'animate-shimmer',
        )}
        style={{ transform: `scaleX(${share})` }}
      />
    </span>
  );
}
