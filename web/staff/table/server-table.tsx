import type { ReactNode } from 'react';
import { useRevalidator } from 'react-router';
import { Button } from '#web/ui/buttons/button.tsx';
import { DataTable } from '#web/ui/data/data-table.tsx';
import { EmptyState } from '#web/ui/page/empty-state.tsx';
import { formatCount, formatNumber } from '#web/ui/data/formats.ts';
import { BulkBar, PageBox, selectionBoxes } from './bulk-bar.tsx';
import type { BulkActions } from './bulk-bar.tsx';
import type { LoadedTable } from './load-table.ts';
import type { TableDefinition } from './table-definition.ts';
import { TableFilters } from './table-filters.tsx';
import { TableFoot } from './table-foot.tsx';
import { TableTools } from './table-tools.tsx';
import { TableViews, activeView } from './table-views.tsx';
import { useSelection } from './use-selection.ts';
import { useServerTable } from './use-server-table.ts';
import { useEffect, useState } from 'react';
import { onStaffUpdate } from '#web/live/update-events.ts';

export interface ServerTableProps<Row> {
  definition: TableDefinition<Row>;
  loaded: LoadedTable<Row>;
  /** Bulk actions; without them there are no checkboxes. */
  bulk?: BulkActions<Row>;
}

/** A list of the dashboard (components 26 to 28): views, search, filters, columns, pages and exports. */
export function ServerTable<Row extends { id: number }>({ definition, loaded, bulk }: ServerTableProps<Row>) {
  const table = useServerTable(definition, loaded);
  const { page, problem } = loaded;
  const fresh = useFreshRows(page);
  const rows = page?.items ?? [];
  const selection = useSelection(rows);
  const view = activeView(definition, table);
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <TableViews definition={definition} table={table} />
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <TableFilters definition={definition} table={table} />
        <TableTools definition={definition} table={table} long={page?.more ?? false} />
      </div>
      {fresh.hasUpdates && (
        <Button variant="secondary" size="sm" className="self-center rounded-full" onClick={fresh.show}>
          Há novidades. Atualizar a lista
        </Button>
      )}
      {bulk && rows.length > 0 && (
        <PageBox selection={selection} rows={rows} className="-my-2 items-center text-sm md:hidden" />
      )}
      <output className="sr-only">{page && resultText(definition.noun, page)}</output>
      {problem ? (
        <Problem text={problem} />
      ) : (
        <DataTable
          {...(bulk && { checkboxes: selectionBoxes(selection, rows, bulk.nameOf) })}
          caption={definition.caption}
          columns={table.columns.map((column) => ({ ...column, sortable: column.sort !== undefined }))}
          rows={rows}
          rowKey={({ id }) => id}
          sort={table.sort}
          onSort={table.sortBy}
          refreshing={table.refreshing}
          compact={table.settings.density === 'compact'}
          empty={
            view ? (
              <EmptyState
                title={`Nada em «${view.name}» agora.`}
                text={`Quando houver ${definition.noun[1]} aqui, a lista mostra automaticamente.`}
                seed={`${definition.name} ${view.name}`}
              />
            ) : table.filtered ? (
              <EmptyState
                title="Nenhum resultado com esses filtros."
                text="Tente tirar um filtro ou procurar por outra coisa."
                seed={`${definition.name} filtro`}
                action={<Button onClick={table.clear}>Limpar filtros</Button>}
              />
            ) : (
              <EmptyState {...definition.empty} seed={definition.name} />
            )
          }
        />
      )}
      {page && page.items.length > 0 && (
        <TableFoot page={page} summary={resultText(definition.noun, page)} table={table} />
      )}
      {bulk && (
        <BulkBar selection={selection} noun={definition.noun}>
          {bulk.acts(selection)}
        </BulkBar>
      )}
    </div>
  );
}

function resultText(
  [one, many]: readonly [string, string],
  { count, more }: { count: number; more: boolean },
): string {
  return more ? `Mais de ${formatNumber(count)} ${many}` : formatCount(count, one, many);
}

function Problem({ text }: { text: string }): ReactNode {
  const { revalidate, state } = useRevalidator();
  return (
    <div
      role="alert"
      className="flex flex-col items-center gap-4 rounded-lg border border-border bg-surface px-4 py-12 text-center"
    >
      <p className="text-h3">A lista não carregou.</p>
      <p className="text-body text-ink-2">{text}</p>
      <Button loading={state === 'loading'} onClick={() => void revalidate()}>
        Tentar de novo
      </Button>
    </div>
  );
}

/** Updates never move rows under the pointer: they are applied on request. */
function useFreshRows(page: unknown): { hasUpdates: boolean; show: () => void } {
  const { revalidate } = useRevalidator();
  const [stalePage, setStalePage] = useState<unknown>(null);
  useEffect(() => onStaffUpdate(() => setStalePage(page)), [page]);
  return {
    hasUpdates: page !== null && stalePage === page,
    show: () => void revalidate(),
  };
}
