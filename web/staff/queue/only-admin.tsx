import { StatusBadge } from '#web/ui/data/status-badge.tsx';
import { cn } from '#web/ui/styles/class-names.ts';

/** Marks an item of a queue that the viewer's role may not decide, with the reason, before it is opened. */
export function OnlyAdmin({ because, className }: { because: string | null; className?: string }) {
  if (because === null) return null;
  return (
    <span className={cn('flex flex-col items-start gap-1', className)}>
      <StatusBadge tone="warning" size="sm">
        Só admin decide
      </StatusBadge>
      <span className="text-xs text-on-warning-soft">{because}</span>
    </span>
  );
}
