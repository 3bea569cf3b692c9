import { methodNames, providerName } from '#domain/state-names.ts';
import { Link } from 'react-router';
import type { StaffPayment } from '#contract/payments/staff-payments.ts';
import { listStaffPayments } from '#contract/payments/staff-payments.ts';
import { api } from '#web/api/api.ts';
import { paymentMethods, paymentStates } from '#domain/payments/payments.ts';
import { paymentLabels } from '#web/labels.ts';
import { formatCents, formatDate, formatTime } from '#web/ui/data/formats.ts';
import { StatusBadge } from '#web/ui/data/status-badge.tsx';
import { overlayEntryState } from '#web/navigation/overlay-entry.ts';
import { rowLink } from '../table/row-link.ts';
import type { TableDefinition } from '../table/table-definition.ts';
import { durationLabel, stateLabel } from './payment-labels.ts';
import { ReconcileButton } from './reconcile-button.tsx';

export const paymentsDefinition: TableDefinition<StaffPayment> = {
  name: 'pagamentos',
  caption: 'Pagamentos',
  noun: ['pagamento', 'pagamentos'],
  search: 'Pedido, referência ou id do Pix',
  defaultSort: '-id',
  read: (query) => api(listStaffPayments, { query }),
  empty: { title: 'Nenhum pagamento ainda.', text: 'Cada cobrança aparece aqui assim que é aberta.' },
  views: [
    { name: 'Pendentes', query: 'situacao=created%2Cpending' },
    { name: 'Contestados', query: 'situacao=contested%2Ccharged_back' },
  ],
  viewsAreTabs: true,
  filters: [
    {
      kind: 'choice',
      param: 'situacao',
      field: 'state',
      label: 'Situação',
      many: true,
      options: paymentStates.map((value) => ({ value, label: paymentLabels[value].label })),
    },
    {
      kind: 'choice',
      param: 'meio',
      field: 'method',
      label: 'Meio',
      many: true,
      options: paymentMethods.map((value) => ({ value, label: methodNames[value] })),
    },
    { kind: 'period', label: 'Criado' },
  ],
  columns: [
    {
      key: 'id',
      header: 'Pagamento',
      fixed: true,
      cell: ({ id }) => (
        <Link
          to={rowLink(id)}
          preventScrollReset
          state={overlayEntryState}
          className="inline-flex min-h-6 items-center font-semibold tabular-nums hover:underline"
        >
          {id}
        </Link>
      ),
    },
    {
      key: 'order',
      header: 'Pedido',
      cell: ({ order }) => (
        <Link
          to={`/dashboard/pedidos/${order.id}`}
          className="inline-flex min-h-6 items-center tabular-nums hover:underline"
        >
          {order.code}
        </Link>
      ),
    },
    { key: 'method', header: 'Meio', cell: ({ method }) => methodNames[method] },
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
      cell: (payment) => (
        <StatusBadge tone={stateLabel(payment).tone} size="sm">
          {stateLabel(payment).label}
        </StatusBadge>
      ),
    },
    { key: 'provider', header: 'Provedor', cell: ({ provider }) => providerName(provider) },
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
      header: 'Tempo',
      numeric: true,
      cell: ({ createdAt, confirmedAt }) =>
        confirmedAt ? (
          <span className="whitespace-nowrap">
            {durationLabel(Date.parse(confirmedAt) - Date.parse(createdAt))}
          </span>
        ) : (
          '—'
        ),
    },
    {
      key: 'actions',
      header: 'Conciliar',
      hideLabel: true,
      cell: (row) => <ReconcileButton payment={row} />,
    },
  ],
};
