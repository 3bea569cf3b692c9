import { LoaderCircle } from '#web/ui/icons/icons.tsx';
import { cn } from '#web/ui/styles/class-names.ts';

/** A spinning ring inside a control, whose label says what is loading. */
export function Spinner({ className }: { className?: string }) {
  return <LoaderCircle aria-hidden="true" data-slot="spinner" className={cn('animate-spin', className)} />;
}
