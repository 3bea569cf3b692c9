import { cn } from '#web/ui/class-names.ts';

/** How far something is, 0 to 100; without a value it only says «in progress». */
export function ProgressBar({
  value,
  label,
  className,
}: {
  value?: number;
  label: string;
  className?: string;
}) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={value === undefined ? undefined : Math.round(value)}
      aria-valuemin={0}
      aria-valuemax={100}
      data-slot="progress-bar"
      className={cn('h-1.5 overflow-hidden rounded-full bg-surface-3', className)}
    >
      <div
        className={cn(
          'h-full origin-left rounded-full bg-brand transition-transform duration-dialog',
          value === undefined && 'animate-shimmer',
        )}
        style={{ transform: `scaleX(${value === undefined ? 1 : Math.min(100, Math.max(0, value)) / 100})` }}
      />
    </div>
  );
}
