import type { Reply } from '#contract/endpoint.ts';
import type { getOverview } from '#contract/staff/overview.ts';
import type { Column } from '#web/ui/data/data-table.tsx';
import { DataTable } from '#web/ui/data/data-table.tsx';
import { formatCents, formatDate, formatNumber } from '#web/ui/data/formats.ts';

type Day = Reply<typeof getOverview>['days'][number];

const columns: readonly Column<Day>[] = [
  {
    key: 'day',
    header: 'Dia',
    cell: ({ day }) => <span className="whitespace-nowrap">{formatDate(`${day}T12:00:00Z`)}</span>,
  },
  { key: 'volume', header: 'Volume', numeric: true, cell: (row) => formatCents(row.volumeCents) },
  { key: 'revenue', header: 'Tarifas', numeric: true, cell: (row) => formatCents(row.revenueCents) },
  { key: 'placed', header: 'Feitos', numeric: true, cell: (row) => formatNumber(row.placed) },
  { key: 'paid', header: 'Pagos', numeric: true, cell: (row) => formatNumber(row.paid) },
];

/** The chart's figures as a table, newest first. */
export function DayTable({ days }: { days: readonly Day[] }) {
  return (
    <DataTable
      caption="Volume e pedidos por dia"
      compact
      className="max-h-96 overflow-y-auto"
      columns={columns}
      rows={days.toReversed()}
      rowKey={({ day }) => day}
    />
  );
}
