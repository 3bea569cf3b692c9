import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Reply } from '#contract/endpoint.ts';
import type { listOrderRisks, RiskTab } from '#contract/risk/order-risk.ts';
import { riskSignalNames } from '#domain/risk/names.ts';
import { DataTable } from '#web/ui/data/data-table.tsx';
import type { Column } from '#web/ui/data/data-table.tsx';
import { formatCents, formatDateTime } from '#web/ui/data/formats.ts';

type Risk = Reply<typeof listOrderRisks>['items'][number];

const columns: Column<Risk>[] = [
  {
    key: 'order',
    header: 'Pedido',
    cell: ({ order: { id, code, title }, until }) => (
      <span className="flex min-w-0 flex-col max-md:items-end">
        <Link
          to={`/dashboard/pedidos/${id}#${until ? 'analise' : 'risco'}`}
          className="inline-flex min-h-6 items-center font-semibold text-brand hover:underline max-md:min-h-11"
        >
          {code}
        </Link>
        <span className="line-clamp-2 max-w-56 text-xs text-ink-3 max-md:text-right">{title}</span>
      </span>
    ),
  },
  {
    key: 'score',
    header: 'Pontos',
    numeric: true,
    cell: ({ score }) => <strong className="font-semibold">{score}</strong>,
  },
  {
    key: 'reasons',
    header: 'Sinais',
    cell: ({ reasons }) => (
      <ul className="flex max-w-72 flex-col gap-1.5 text-sm leading-snug max-md:items-end max-md:text-right md:list-disc md:pl-4">
        {reasons.map((reason) => (
          <li key={reason}>{riskSignalNames[reason]}</li>
        ))}
      </ul>
    ),
  },
  {
    key: 'sides',
    header: 'Entre',
    cell: ({ buyer, seller }) => `@${buyer} e\u00a0@${seller}`,
    hideOnTablet: true,
  },
  { key: 'amount', header: 'Valor', numeric: true, cell: ({ amountCents }) => formatCents(amountCents) },
];

const untilColumn: Column<Risk> = {
  key: 'until',
  header: 'Liberação automática em',
  cell: ({ until }) => until && formatDateTime(until),
};
const placedColumn: Column<Risk> = {
  key: 'placed',
  header: 'Feito em',
  cell: ({ placedAt }) => formatDateTime(placedAt),
};

interface RisksTableProps {
  rows: readonly Risk[];
  tab: RiskTab;
  empty: ReactNode;
}

/** Examined orders with their score and reasons; each is decided on its own page. */
export function RisksTable({ rows, tab, empty }: RisksTableProps) {
  return (
    <DataTable
      caption="Pedidos com risco"
      columns={[...columns, tab === 'retidos' ? untilColumn : placedColumn]}
      rows={rows}
      rowKey={({ order }) => order.id}
      empty={empty}
    />
  );
}
