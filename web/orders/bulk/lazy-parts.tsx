import { Suspense } from 'react';
import type { OrderRow } from '#contract/orders/orders.ts';
import { lazyPart } from '#web/ui/page/lazy-part.ts';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import { bulkEligibility } from '#web/orders/bulk/bulk-action.ts';
import type { BulkBarProps } from './bulk-bar.tsx';
import type { SaleCheckboxProps } from './sale-checkbox.tsx';

// Only sellers with orders to deliver select several, so this code loads separately.
const ManyBar = lazyPart(async () => ({ default: (await import('./bulk-bar.tsx')).BulkBar }));
const LoadedSaleCheckbox = lazyPart(async () => ({
  default: (await import('./sale-checkbox.tsx')).SaleCheckbox,
}));

export function LazyBulkBar(props: BulkBarProps) {
  return (
    <Suspense fallback={<Skeleton className="mt-4 h-15 rounded-lg" />}>
      <ManyBar {...props} />
    </Suspense>
  );
}

/** Selects one sale of several; renders nothing for a sale that can't be selected. */
export function LazySaleCheckbox({ row, selection }: SaleCheckboxProps) {
  if (bulkEligibility(row).action === null) return null;
  return (
    <Suspense fallback={<span className="w-5 shrink-0" />}>
      <LoadedSaleCheckbox row={row} selection={selection} />
    </Suspense>
  );
}

/** Why a sale can't be selected; renders nothing for one that can. */
export function NotSelectable({ row }: { row: OrderRow }) {
  const { excludedBecause } = bulkEligibility(row);
  return (
    excludedBecause && (
      <p className="mt-1.5 text-sm text-on-warning-soft">Fora da seleção. {excludedBecause}</p>
    )
  );
}
