import { useState } from 'react';
import type { OrderRow } from '#contract/orders/orders.ts';
import type { BulkAction, BulkChoice } from '#web/orders/bulk/bulk-action.ts';
import { bulkEligibility } from '#web/orders/bulk/bulk-action.ts';

/** The selected sales of a page and the action in progress for them. */
export function useSaleSelection(rows: readonly OrderRow[]) {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  const [running, setRunning] = useState<{ action: BulkAction; rows: readonly OrderRow[] } | null>(null);
  const selectable = rows.filter((row) => bulkEligibility(row).action !== null);
  // A sale that has left the page is no longer selected.
  const selected = selectable.filter(({ id }) => ids.has(id));
  const selectedFor = (action: BulkChoice) =>
    selected.filter((row) => bulkEligibility(row).action === action);

  return {
    selectable,
    selected: {
      start: selectedFor('start'),
      deliver: selectedFor('deliver'),
      sheet: selectedFor('sheet'),
      label: selectedFor('label'),
    },
    count: selected.length,
    has: ({ id }: OrderRow) => ids.has(id),
    select: ({ id }: OrderRow, add: boolean) =>
      setIds(
        (current) => new Set(add ? [...current, id] : [...current].filter((selectedId) => selectedId !== id)),
      ),
    selectAll: (all: boolean) => setIds(new Set(all ? selectable.map(({ id }) => id) : [])),
    running,
    begin: (action: BulkAction) => setRunning({ action, rows: selectedFor(action) }),
    end: () => setRunning(null),
  };
}

export type SaleSelection = ReturnType<typeof useSaleSelection>;
