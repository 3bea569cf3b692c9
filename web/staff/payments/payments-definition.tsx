import { Link } from 'react-router';
import type { StaffPayment } from '#contract/staff-payments.ts';
import { paymentMethods, paymentStates } from '#domain/payments.ts';
import { paymentWords } from '#web/text.ts';
import { formatCents, formatDate, formatTime } from '#web/ui/formats.ts';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import type { TableDefinition } from '../table/table-definition.ts';
import { methodWords } from './method-words.ts';
import { ReconcileButton } from './reconcile-button.tsx';

export const paymentsDefinition: TableDefinition<StaffPayment> = {
  name: 'pagamentos',
  caption: 'Pagamentos',
  noun: ['pagamento', 'pagamentos'],
  search: 'Pedido, referência ou id do Pix',
  usualSort: '-id',
  exported: true,
  views: [
    { name: 'Pendentes', query: 'situacao=created%2Cpending' },
    { name: 'Em análise', query: 'situacao=in_review' },
    { name: 'Contestados', query: 'situacao=contested%2Ccharged_back' },
  ],
  filters: [
    {
      kind: 'choice',
      param: 'situacao',
      field: 'state',
      label: 'Situação',
      many: true,
      options: paymentStates.map((value) => ({ value, label: paymentWords[value].label })),
    },
    {
      kind: 'choice',
      param: 'meio',
      field: 'method',
      label: 'Meio',
      many: true,
      options: paymentMethods.map((value) => ({ value, label: methodWords[value] })),
    },
    { kind: 'period', label: 'Criado' },
  ],
  columns: [
    {
      key: 'order',
      header: 'Pedido',
      fixed: true,
      cell: ({ order }) => (
        <Link
          to={`/dashboard/pedidos/${order.id}`}
          className="inline-flex min-h-6 items-center font-semibold tabular-nums hover:underline"
        >
          {order.code}
        </Link>
      ),
    },
    { key: 'method', header: 'Meio', cell: ({ method }) => methodWords[method] },
    {
      key: 'amount',
      header: 'Valor',
      numeric: true,
      sort: 'amount',
      cell: ({ amountCents, receivedCents, state }) => (
        <span className="flex flex-col items-end">
          {formatCents(amountCents)}
          {receivedCents !== amountCents && state === 'confirmed' && (
            <span className="text-xs text-danger">recebido {formatCents(receivedCents)}</span>
          )}
        </span>
      ),
    },
    {
      key: 'state',
      header: 'Situação',
      cell: ({ state }) => (
        <StatusBadge tone={paymentWords[state].tone} size="sm">
          {paymentWords[state].label}
        </StatusBadge>
      ),
    },
    { key: 'provider', header: 'Provedor', cell: ({ provider }) => provider },
    {
      key: 'at',
      header: 'Criado',
      sort: 'id',
      cell: ({ createdAt }) => (
        <span className="whitespace-nowrap tabular-nums">
          {formatDate(createdAt)} <span className="text-ink-3">{formatTime(createdAt)}</span>
        </span>
      ),
    },
    {
      key: 'took',
      header: 'Tempo até pagar',
      numeric: true,
      cell: ({ createdAt, confirmedAt }) => (confirmedAt ? minutesBetween(createdAt, confirmedAt) : '—'),
    },
    {
      key: 'pix',
      header: 'Id do Pix',
      cell: ({ endToEndId }) => (
        <span title={endToEndId ?? undefined} className="text-xs whitespace-nowrap max-md:break-all">
          {endToEndId ? `…${endToEndId.slice(-10)}` : '—'}
        </span>
      ),
    },
    { key: 'actions', header: 'Conciliar', bare: true, cell: (row) => <ReconcileButton payment={row} /> },
  ],
};

function minutesBetween(from: string, to: string): string {
  const seconds = Math.round((Date.parse(to) - Date.parse(from)) / 1_000);
  return seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}
