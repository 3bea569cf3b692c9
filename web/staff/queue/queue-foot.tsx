import { formatCount, formatNumber } from '#web/ui/data/formats.ts';
import { PageSteps } from '../table/page-steps.tsx';
import type { PageStepsProps } from '../table/page-steps.tsx';
import { TableFoot } from '../table/table-foot.tsx';
import { useQueueAddress } from './queue-page.ts';
import { countLimit } from './queue-tabs.tsx';

export interface QueueFootProps {
  page: PageStepsProps['page'] & { items: readonly unknown[] };
  /** Number of items in the tab. */
  count: number;
  /** «saque», «saques». */
  noun: readonly [one: string, many: string];
}

/** Below a queue's table: the tab's number of items, and its pages. */
export function QueueFoot({ page, count, noun: [one, many] }: QueueFootProps) {
  const table = useQueueAddress();
  if (page.items.length === 0) return null;
  const summary =
    count < countLimit ? formatCount(count, one, many) : `Mais de ${formatNumber(countLimit - 1)} ${many}`;
  return <TableFoot page={page} summary={summary} table={table} />;
}

/** Below a queue shown as a column: its pages, if there are several. */
export function QueueSteps({ page, className }: Pick<PageStepsProps, 'page' | 'className'>) {
  const { goToPage } = useQueueAddress();
  if (page.next === null && page.previous === null) return null;
  return <PageSteps compact page={page} onNavigate={goToPage} className={className} />;
}
