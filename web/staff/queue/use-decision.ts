import { useSearchParams } from 'react-router';

/** The item whose decision is open, and which one; both are in the address, so that a reload asks again. */
export function useDecision<D extends string>() {
  const [query, setQuery] = useSearchParams();
  function ask(id: number | null, decision?: D): void {
    setQuery(
      (old) => {
        const next = new URLSearchParams(old);
        next.delete('id');
        next.delete('decisao');
        if (id !== null && decision) {
          next.set('id', String(id));
          next.set('decisao', decision);
        }
        return next;
      },
      { preventScrollReset: true },
    );
  }
  return { id: query.get('id'), decision: query.get('decisao') as D | null, ask };
}
