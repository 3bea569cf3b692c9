import { useSearchParams } from 'react-router';
import { pageSizes } from '#contract/staff/tables.ts';
import { orErrorStatus } from '#web/api/load.ts';
import { tableParams } from '../table/table-definition.ts';

export interface QueuePosition {
  cursor: string | undefined;
  size: (typeof pageSizes)[number] | undefined;
}

/** The queue page named by the address; the first page if that page has become empty. */
export async function loadQueue<Page extends { items: readonly unknown[] }>(
  params: URLSearchParams,
  call: (position: QueuePosition) => Promise<Page>,
): Promise<Page> {
  const cursor = params.get(tableParams.cursor) ?? undefined;
  const size = pageSizes.find((one) => one === params.get(tableParams.size));
  const page = await orErrorStatus(call({ cursor, size }));
  if (page.items.length > 0 || cursor === undefined) return page;
  return orErrorStatus(call({ cursor: undefined, size }));
}

/** Navigates within a queue: the tab stays, and the open item of the previous page is removed. */
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
  return { params, ask, goToPage: (cursor: string) => ask({ [tableParams.cursor]: cursor }) };
}
