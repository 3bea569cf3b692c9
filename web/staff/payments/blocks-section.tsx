import { Link } from 'react-router';
import type { OpenBlock } from '#contract/payments/staff-blocks.ts';
import type { Column } from '#web/ui/data/data-table.tsx';
import { DataTable } from '#web/ui/data/data-table.tsx';
import { formatCents, formatDateTime } from '#web/ui/data/formats.ts';
import { blockCauseLabels } from './payment-labels.ts';

const columns: Column<OpenBlock>[] = [
  {
    key: 'order',
    header: 'Pedido',
    cell: ({ order: { id, code, title } }) => (
      <span className="flex min-w-0 flex-col max-md:items-end">
        <Link
          to={`/dashboard/pedidos/${id}#bloqueio`}
          className="inline-flex min-h-6 items-center font-semibold text-brand hover:underline max-md:min-h-11"
        >
          {code}
        </Link>
        <span className="line-clamp-2 max-w-56 text-xs text-ink-3 max-md:text-right">{title}</span>
      </span>
    ),
  },
  { key: 'seller', header: 'De', cell: ({ seller }) => `@${seller}` },
  {
    key: 'cause',
    header: 'Por quê',
    cell: ({ cause, by, renewedBy }) => (
      <span className="flex flex-col max-md:items-end">
        {blockCauseLabels[cause]}
        <span className="text-xs text-ink-3">
          bloqueado por @{by}
          {renewedBy && `, renovado por @${renewedBy}`}
        </span>
      </span>
    ),
  },
  {
    key: 'amount',
    header: 'Valor',
    numeric: true,
    cell: ({ amountCents }) => <strong className="font-semibold">{formatCents(amountCents)}</strong>,
  },
  { key: 'end', header: 'Acaba em', cell: ({ endsAt }) => formatDateTime(endsAt) },
];

/** Sales whose money an admin blocked (N02), the earliest end first; renders nothing without any. */
export function BlocksSection({ blocks }: { blocks: readonly OpenBlock[] }) {
  if (blocks.length === 0) return null;
  return (
    <DataTable
      caption="Valores de vendas bloqueados pela equipe"
      columns={columns}
      rows={blocks}
      rowKey={({ order }) => order.id}
      empty={null}
    />
  );
}
