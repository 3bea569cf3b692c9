import { useState } from 'react';
import type { OrderRow } from '#contract/orders/orders.ts';
import type { Deed } from '#web/orders/move.ts';
import { partOf } from '#web/orders/move.ts';

/** Which sales of a page are chosen, and what is being done with them. */
export function useManySales(rows: readonly OrderRow[]) {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  const [doing, setDoing] = useState<{ deed: Deed; rows: readonly OrderRow[] } | null>(null);
  const possible = rows.filter((row) => partOf(row).deed !== null);
  // One that left the page meanwhile is no longer chosen.
  const chosen = possible.filter(({ id }) => ids.has(id));
  const of = (deed: Deed) => chosen.filter((row) => partOf(row).deed === deed);

  return {
    possible,
    chosen: { start: of('start'), deliver: of('deliver') },
    count: chosen.length,
    has: ({ id }: OrderRow) => ids.has(id),
    choose: ({ id }: OrderRow, add: boolean) =>
      setIds((old) => new Set(add ? [...old, id] : [...old].filter((one) => one !== id))),
    chooseAll: (all: boolean) => setIds(new Set(all ? possible.map(({ id }) => id) : [])),
    doing,
    begin: (deed: Deed) => setDoing({ deed, rows: of(deed) }),
    end: () => setDoing(null),
  };
}

export type ManySales = ReturnType<typeof useManySales>;
