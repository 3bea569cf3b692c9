import { Columns3, Rows3, Rows4 } from '#web/ui/icons/icons.tsx';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { Popover } from '#web/ui/overlays/popover.tsx';
import { ExportMenu } from './export-menu.tsx';
import type { TableDefinition } from './table-definition.ts';
import type { ServerTableState } from './use-server-table.ts';

/** Density, columns and export; on phones, where rows are cards, the columns only. */
export function TableTools<Row>({
  definition,
  table,
  long,
}: {
  definition: TableDefinition<Row>;
  table: ServerTableState;
  /** More rows than the server counts. */
  long: boolean;
}) {
  const { density, hidden } = table.settings;
  const compact = density === 'compact';
  return (
    <div className="flex items-center gap-1">
      <IconButton
        label={compact ? 'Usar linhas espaçadas' : 'Usar linhas compactas'}
        icon={compact ? <Rows4 aria-hidden="true" /> : <Rows3 aria-hidden="true" />}
        onClick={() => table.keep({ density: compact ? 'roomy' : 'compact' })}
        className="max-md:hidden"
      />
      <Popover
        label="Colunas"
        align="end"
        className="w-64"
        trigger={
          <IconButton label="Escolher colunas" icon={<Columns3 aria-hidden="true" />} tooltip={false} />
        }
      >
        <fieldset className="flex flex-col">
          <legend className="mb-1 text-ui font-semibold">Colunas</legend>
          {definition.columns.map(({ key, header, fixed }) => (
            <Checkbox
              key={key}
              checked={fixed === true || !hidden.includes(key)}
              disabled={fixed}
              onCheckedChange={(shown) =>
                table.keep({
                  hidden: shown ? hidden.filter((one) => one !== key) : [...hidden, key],
                })
              }
              className="py-2 text-sm"
            >
              {header}
            </Checkbox>
          ))}
        </fieldset>
      </Popover>
      <ExportMenu definition={definition} params={table.params} long={long} />
    </div>
  );
}
