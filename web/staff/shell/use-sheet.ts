import { useLocation, useSearchParams } from 'react-router';
import { useCloseOverlayEntry } from '#web/navigation/overlay-entry.ts';

export interface SheetNavigation {
  close: () => void;
  /** True when the open row is in the address. */
  inAddress?: boolean;
  /** Opens the neighbouring row; undefined at the ends of the list. */
  previous?: () => void;
  next?: () => void;
}

/** The row open in the sheet (`?id=`), with functions to open its neighbours. */
export function useSheet(rows: readonly { id: number }[]): SheetNavigation {
  const [params, setParams] = useSearchParams();
  const { state } = useLocation();
  const closeEntry = useCloseOverlayEntry();
  const at = rows.findIndex(({ id }) => String(id) === params.get('id'));
  const open = (id: number | null) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (id === null) next.delete('id');
        else next.set('id', String(id));
        return next;
      },
      { preventScrollReset: true, replace: true, state },
    );
  const [before, after] = [at > 0 ? rows[at - 1] : undefined, at < 0 ? undefined : rows[at + 1]];
  return {
    close: () => closeEntry(() => open(null)),
    inAddress: true,
    ...(before && { previous: () => open(before.id) }),
    ...(after && { next: () => open(after.id) }),
  };
}
