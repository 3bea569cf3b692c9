import { Link } from 'react-router';
import type { OpenAnalysis } from '#contract/payments/analyses.ts';
import type { Column } from '#web/ui/data/data-table.tsx';
import { DataTable } from '#web/ui/data/data-table.tsx';
import { formatCents, formatDateTime } from '#web/ui/data/formats.ts';
import { reviewReasonLabels } from './payment-labels.ts';

const columns: Column<OpenAnalysis>[] = [
  {
    key: 'order',
    header: 'Pedido',
    cell: ({ order: { id, code, title } }) => (
      <span className="flex min-w-0 flex-col max-md:items-end">
        <Link
          to={`/dashboard/pedidos/${id}#analise`}
          className="inline-flex min-h-6 items-center font-semibold text-brand hover:underline max-md:min-h-11"
        >
          {code}
        </Link>
        <span className="line-clamp-2 max-w-56 text-xs text-ink-3 max-md:text-right">{title}</span>
      </span>
    ),
  },
  { key: 'sides', header: 'Entre', cell: ({ buyer, seller }) => `@${buyer} e @${seller}` },
  {
    key: 'reason',
    header: 'Por quê',
    cell: ({ reason, by }) => (
      <span className="flex flex-col max-md:items-end">
        {reviewReasonLabels[reason]}
        <span className="text-xs text-ink-3">
          {by === null ? 'pelas regras de risco' : `marcado por @${by}`}
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
  { key: 'until', header: 'Liberação automática em', cell: ({ until }) => formatDateTime(until) },
];

/**
 * Paid orders whose payment an admin marked for review (§4.6), earliest deadline first; renders nothing without any.
 */
export function AnalysesSection({ analyses }: { analyses: readonly OpenAnalysis[] }) {
  if (analyses.length === 0) return null;
  return (
    <DataTable
      caption="Pedidos com pagamento em análise pela equipe"
      columns={columns}
      rows={analyses}
      rowKey={({ order }) => order.id}
      empty={null}
    />
  );
}
