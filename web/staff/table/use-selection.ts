import { useState } from 'react';
import { useShortcuts } from '#web/staff/shell/use-shortcuts.ts';

/** Rows selected for a bulk action, always among those on the page. */
export interface Selection<Row> {
  rows: readonly Row[];
  has: (id: number) => boolean;
  toggle: (id: number) => void;
  /** All rows of the page, or none. */
  toggleAll: () => void;
  choose: (ids: readonly number[]) => void;
}

/** The selection within a page of a list. Esc clears it. */
export function useSelection<Row extends { id: number }>(page: readonly Row[]): Selection<Row> {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  // Rows that a filter or another page removed are no longer selected.
  const rows = page.filter(({ id }) => ids.has(id));
  const choose = (selected: readonly number[]) => setIds(new Set(selected));
  useShortcuts(rows.length > 0 ? { escape: () => choose([]) } : {});
  return {
    rows,
    has: (id) => ids.has(id),
    toggle: (id) => {
      const others = rows.map((row) => row.id).filter((one) => one !== id);
      choose(ids.has(id) ? others : [...others, id]);
    },
    toggleAll: () => choose(rows.length === page.length ? [] : page.map(({ id }) => id)),
    choose,
  };
}
