import { Suspense } from 'react';
import type { OrderRow } from '#contract/orders/orders.ts';
import { late } from '#web/boot/lazy-part.ts';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import { partOf } from '#web/orders/move.ts';
import type { ManyBarProps } from './many-bar.tsx';
import type { SaleChoiceProps } from './sale-choice.tsx';

// Only who has something to deliver chooses: the code of it comes with the first such page.
const ManyBar = late(async () => ({ default: (await import('./many-bar.tsx')).ManyBar }));
const Choice = late(async () => ({ default: (await import('./sale-choice.tsx')).SaleChoice }));

export function LateManyBar(props: ManyBarProps) {
  return (
    <Suspense fallback={<Skeleton className="mt-4 h-15 rounded-lg" />}>
      <ManyBar {...props} />
    </Suspense>
  );
}

/** Chooses a sale beside others; nothing where that can't be. */
export function LateSaleChoice({ row, many }: SaleChoiceProps) {
  if (partOf(row).deed === null) return null;
  return (
    <Suspense fallback={<span className="w-5 shrink-0" />}>
      <Choice row={row} many={many} />
    </Suspense>
  );
}

/** Why a sale can't be chosen beside others; nothing where it can. */
export function StaysOut({ row }: { row: OrderRow }) {
  const { stays } = partOf(row);
  return stays && <p className="mt-1.5 text-sm text-on-warning-soft">Fora da seleção. {stays}</p>;
}
