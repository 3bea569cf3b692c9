import { useSearchParams } from 'react-router';
import { pageSizes } from '#contract/staff/tables.ts';
import { orErrorStatus } from '#web/api/load.ts';
import { tableParams } from '../table/table-definition.ts';

export interface QueuePlace {
  cursor: string | undefined;
  size: (typeof pageSizes)[number] | undefined;
}

/** The page of a queue that an address names. Where all of it was decided meanwhile, the first. */
export async function loadQueue<Page extends { items: readonly unknown[] }>(
  params: URLSearchParams,
  call: (place: QueuePlace) => Promise<Page>,
): Promise<Page> {
  const cursor = params.get(tableParams.cursor) ?? undefined;
  const size = pageSizes.find((one) => one === params.get(tableParams.size));
  const page = await orErrorStatus(call({ cursor, size }));
  if (page.items.length > 0 || cursor === undefined) return page;
  return orErrorStatus(call({ cursor: undefined, size }));
}

/** The address of a queue: its tab stays, and what was open of the page before does not. */
export function useQueueAddress() {
  const [params, setParams] = useSearchParams();
  function ask(changes: Record<string, string | null>): void {
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        for (const name of [tableParams.cursor, 'id', 'decisao']) next.delete(name);
        for (const [name, value] of Object.entries(changes)) if (value) next.set(name, value);
        return next;
      },
      { preventScrollReset: true },
    );
  }
  return { params, ask, turn: (cursor: string) => ask({ [tableParams.cursor]: cursor }) };
}
