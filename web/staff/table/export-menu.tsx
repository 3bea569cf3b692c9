import { Download } from '#web/ui/icons/icons.tsx';
import { useState } from 'react';
import { Button } from '#web/ui/buttons/button.tsx';
import { formatCount, formatDateTime } from '#web/ui/data/formats.ts';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { Popover } from '#web/ui/overlays/popover.tsx';
import { queryOf } from './table-definition.ts';
import type { TableDefinition } from './table-definition.ts';
import { useTableExport } from './use-table-export.ts';
import type { TableFile } from './use-table-export.ts';

/** Exports the filtered list as a file, and lists earlier exports. */
export function ExportMenu<Row>({
  definition,
  params,
  long,
}: {
  definition: TableDefinition<Row>;
  params: URLSearchParams;
  long: boolean;
}) {
  const [open, setOpen] = useState(false);
  const { start, open: download, listFiles, files, pending, reason } = useTableExport(definition.name);
  const { cursor: _cursor, size: _limit, ...query } = queryOf(definition, params);
  const icon = <Download aria-hidden="true" />;
  if (reason) return <IconButton label={reason} icon={icon} aria-disabled />;
  return (
    <Popover
      label="Exportar em CSV"
      align="end"
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        if (next) void listFiles();
      }}
      trigger={<IconButton label="Exportar em CSV" icon={icon} loading={pending} tooltip={false} />}
    >
      <div className="flex flex-col gap-3">
        <p className="text-sm text-ink-2">
          {long
            ? 'A lista é longa: o aviso de que o arquivo está pronto chega também no seu e-mail.'
            : 'Todas as linhas da lista, com a busca e os filtros de agora.'}
        </p>
        <Button
          loading={pending}
          onClick={() => {
            setOpen(false);
            void start(query);
          }}
        >
          Exportar esta lista
        </Button>
        {files.length > 0 && <Files files={files} onDownload={(id) => void download(id)} />}
      </div>
    </Popover>
  );
}

function Files({ files, onDownload }: { files: readonly TableFile[]; onDownload: (id: number) => void }) {
  return (
    <section className="border-t border-border pt-3">
      <h2 className="text-ui font-semibold">Arquivos desta lista</h2>
      <ul className="mt-1 flex flex-col divide-y divide-border text-sm">
        {files.map((file) => (
          <li key={file.id} className="flex min-h-11 items-center justify-between gap-3">
            <span className="tabular-nums">
              {formatDateTime(file.createdAt)}
              {file.rows !== null && (
                <span className="block text-xs text-ink-3">{formatCount(file.rows, 'linha', 'linhas')}</span>
              )}
            </span>
            {file.state === 'ready' ? (
              <button
                type="button"
                onClick={() => onDownload(file.id)}
                aria-label={`Baixar o arquivo de ${formatDateTime(file.createdAt)}`}
                className="hit-44 font-semibold text-brand hover:underline"
              >
                Baixar
              </button>
            ) : (
              <span className="text-ink-3">{file.state === 'expired' ? 'Venceu' : 'Preparando…'}</span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
