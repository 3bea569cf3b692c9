import { useSearchParams } from 'react-router';
import { overlayEntryState, useCloseOverlayEntry } from '#web/navigation/overlay-entry.ts';

/** The item and kind of the open decision, both in the address, so that a reload opens it again. */
export function useDecision<D extends string>() {
  const [query, setQuery] = useSearchParams();
  const closeEntry = useCloseOverlayEntry();
  function ask(id: number, decision: D): void {
    setQuery(
      (old) => {
        const next = new URLSearchParams(old);
        next.set('id', String(id));
        next.set('decisao', decision);
        return next;
      },
      { preventScrollReset: true, state: overlayEntryState },
    );
  }
  function withdraw(): void {
    setQuery(
      (old) => {
        const next = new URLSearchParams(old);
        next.delete('id');
        next.delete('decisao');
        return next;
      },
      { preventScrollReset: true, replace: true },
    );
  }
  return {
    id: query.get('id'),
    decision: query.get('decisao') as D | null,
    ask,
    close: () => closeEntry(withdraw),
  };
}
