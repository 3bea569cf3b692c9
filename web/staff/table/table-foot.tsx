import { pageSizes } from '#contract/tables.ts';
import { Select } from '#web/ui/select.tsx';
import { PageSteps } from './page-steps.tsx';
import type { PageStepsProps } from './page-steps.tsx';
import { tableParams } from './table-definition.ts';
import type { ServerTableState } from './use-server-table.ts';

const sizes = pageSizes.map((value) => ({ value, label: `${value} por página` }));

/** How many there are, the neighbours of this page, and how long a page is. */
export function TableFoot({
  page,
  words,
  table,
}: {
  page: PageStepsProps['page'];
  words: string;
  table: Pick<ServerTableState, 'ask' | 'params'>;
}) {
  const turn = (cursor: string) => {
    table.ask({ [tableParams.cursor]: cursor });
    document.querySelector('[data-slot="data-table"]')?.scrollIntoView({ block: 'nearest' });
  };
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 text-sm text-ink-2">
      <p className="tabular-nums">{words}</p>
      <div className="flex flex-wrap items-center gap-2">
        <PageSteps page={page} onTurn={turn} />
        <Select
          aria-label="Linhas por página"
          options={sizes}
          value={table.params.get(tableParams.size) ?? '50'}
          onValueChange={(size) => table.ask({ [tableParams.size]: size })}
          className="w-40"
        />
      </div>
    </div>
  );
}
