import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Button } from '#web/ui/button.tsx';
import { Select } from '#web/ui/select.tsx';
import { useShortcuts } from '../use-shortcuts.ts';
import type { TablePage } from './load-table.ts';
import { tableParams } from './table-definition.ts';
import type { ServerTableState } from './use-server-table.ts';

const sizes = ['25', '50', '100'].map((value) => ({ value, label: `${value} por página` }));

/** How many there are, the neighbours of this page, and how long a page is. */
export function TableFoot({
  page,
  words,
  table,
}: {
  page: TablePage<unknown>;
  words: string;
  table: Pick<ServerTableState, 'ask' | 'params'>;
}) {
  const turn = (cursor: string | null) => {
    if (cursor === null) return;
    table.ask({ [tableParams.cursor]: cursor });
    document.querySelector('[data-slot="data-table"]')?.scrollIntoView({ block: 'nearest' });
  };
  useShortcuts({ arrowleft: () => turn(page.previous), arrowright: () => turn(page.next) });
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 text-sm text-ink-2">
      <p className="tabular-nums">{words}</p>
      <div className="flex flex-wrap items-center gap-2">
        <nav aria-label="Paginação" className="flex gap-2">
          <Button
            variant="secondary"
            icon={<ChevronLeft aria-hidden="true" />}
            disabledReason={page.previous === null ? 'Esta é a primeira página.' : undefined}
            onClick={() => turn(page.previous)}
          >
            Anterior
          </Button>
          <Button
            variant="secondary"
            trailingIcon={<ChevronRight aria-hidden="true" />}
            disabledReason={page.next === null ? 'Esta é a última página.' : undefined}
            onClick={() => turn(page.next)}
          >
            Próxima
          </Button>
        </nav>
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
