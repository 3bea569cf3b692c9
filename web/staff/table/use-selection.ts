import { useState } from 'react';
import { useShortcuts } from '#web/staff/shell/use-shortcuts.ts';

/** Rows that somebody chose to act on together: only ever rows that stand on the screen. */
export interface Selection<Row> {
  rows: readonly Row[];
  has: (id: number) => boolean;
  toggle: (id: number) => void;
  /** All of the page, or none. */
  toggleAll: () => void;
  choose: (ids: readonly number[]) => void;
}

/** What is chosen of a page of a list. Esc lets go of it. */
export function useSelection<Row extends { id: number }>(page: readonly Row[]): Selection<Row> {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  // What a filter or another page took from sight is not acted on.
  const rows = page.filter(({ id }) => ids.has(id));
  const choose = (wanted: readonly number[]) => setIds(new Set(wanted));
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
