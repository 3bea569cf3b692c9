import type { Transparency } from '#contract/ledger/transparency.ts';
import { DataTable } from '#web/ui/data/data-table.tsx';
import type { Column } from '#web/ui/data/data-table.tsx';
import { formatNumber } from '#web/ui/data/formats.ts';

type Kind = Transparency['byKind'][number];

const columns: readonly Column<Kind>[] = [
  { key: 'kind', header: 'Decisão', cell: ({ label }) => label },
  { key: 'decided', header: 'Tomadas', numeric: true, cell: ({ decided }) => formatNumber(decided) },
  {
    key: 'appealed',
    header: 'Com recurso',
    numeric: true,
    cell: ({ appealed }) => formatNumber(appealed),
  },
  {
    key: 'overturned',
    header: 'Desfeitas em recurso',
    numeric: true,
    cell: ({ overturned }) => formatNumber(overturned),
  },
];

/** Decisions of staff about people, by kind, and how many an appeal changed (N04, N10). */
export function DecisionsByKind({ rows }: { rows: readonly Kind[] }) {
  return (
    <DataTable
      caption="Decisões sobre pessoas, por tipo"
      columns={columns}
      rows={rows}
      rowKey={({ kind }) => kind}
      empty={
        <p className="text-ui text-ink-2">
          Nenhum tipo de decisão sobre pessoas chegou a cinco. Antes disso ele não aparece, para que não se
          descubra de quem é uma delas.
        </p>
      }
    />
  );
}
