import { LoaderCircle } from 'lucide-react';
import { cn } from '#web/ui/styles/class-names.ts';

/** A turning ring for inside controls; the control itself says what it waits for. */
export function Spinner({ className }: { className?: string }) {
  return <LoaderCircle aria-hidden="true" data-slot="spinner" className={cn('animate-spin', className)} />;
}
