import { pageSizes } from '#contract/staff/tables.ts';
import { Select } from '#web/ui/forms/select.tsx';
import { PageSteps } from './page-steps.tsx';
import type { PageStepsProps } from './page-steps.tsx';
import { tableParams } from './table-definition.ts';
import type { ServerTableState } from './use-server-table.ts';

const sizes = pageSizes.map((value) => ({ value, label: `${value} por página` }));

/** Number of rows; for several pages, links to the neighbouring ones and the page size. */
export function TableFoot({
  page,
  summary,
  table,
}: {
  page: PageStepsProps['page'];
  summary: string;
  table: Pick<ServerTableState, 'ask' | 'params'>;
}) {
  const size = table.params.get(tableParams.size);
  const goToPage = (cursor: string) => {
    table.ask({ [tableParams.cursor]: cursor });
    document.querySelector('[data-slot="data-table"]')?.scrollIntoView({ block: 'nearest' });
  };
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 text-sm text-ink-2">
      <p className="tabular-nums">{summary}</p>
      {(page.next !== null || page.previous !== null || size !== null) && (
        <div className="flex flex-wrap items-center gap-2">
          <PageSteps page={page} onNavigate={goToPage} />
          <Select
            aria-label="Linhas por página"
            options={sizes}
            value={size ?? '50'}
            onValueChange={(value) => table.ask({ [tableParams.size]: value })}
            className="w-40"
          />
        </div>
      )}
    </div>
  );
}
