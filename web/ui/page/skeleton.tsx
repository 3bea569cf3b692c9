import type { ReactNode } from 'react';
import { useEffect } from 'react';
import { cn } from '#web/ui/styles/class-names.ts';
import { startOverdueTimer } from './overdue-actions.ts';

/** A grey placeholder; give it the size of the loading content by class. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      data-slot="skeleton"
      aria-hidden="true"
      className={cn(
        'block h-4 animate-shimmer rounded-xs bg-surface-3 motion-reduce:animate-none',
        className,
      )}
    />
  );
}

/** Wraps skeletons and names the loading content. Appears after 200 ms, so fast replies do not flash; after 8 s the page offers a retry. */
export function Loading({
  name,
  className,
  children,
}: {
  name: string;
  className?: string;
  children: ReactNode;
}) {
  useEffect(
    () => startOverdueTimer({ label: 'Tentar de novo', onPress: () => window.location.reload() }),
    [],
  );
  return (
    <div
      aria-busy="true"
      data-slot="loading"
      className={cn('animate-in delay-200 duration-hover fade-in-0 fill-mode-backwards', className)}
    >
      <output className="sr-only">Carregando {name}</output>
      {children}
    </div>
  );
}

/** A placeholder of a listing card. */
export function ListingCardSkeleton() {
  return (
    <div className="flex flex-col">
      <Skeleton className="aspect-4/3 h-auto rounded-lg" />
      <Skeleton className="mt-3 h-3.5 w-11/12" />
      <Skeleton className="mt-1.5 h-3.5 w-3/5" />
      <Skeleton className="mt-2.5 h-5 w-2/5" />
      <Skeleton className="mt-2.5 h-3 w-4/5" />
      <Skeleton className="mt-2 h-3 w-1/2" />
    </div>
  );
}

/** Placeholders of table or list rows. */
export function RowsSkeleton({ rows = 5 }: { rows?: number }) {
  return (
    <div className="divide-y divide-border">
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className="flex items-center gap-4 py-4">
          <Skeleton className="size-12 rounded-md" />
          <div className="flex flex-1 flex-col gap-2">
            <Skeleton className="h-4 w-3/5" />
            <Skeleton className="h-3.5 w-2/5" />
          </div>
          <Skeleton className="h-5 w-20" />
        </div>
      ))}
    </div>
  );
}
