import { Link } from 'react-router';
import type { StaffOrder } from '#contract/orders/staff-orders.ts';
import { listStaffOrders } from '#contract/orders/staff-orders.ts';
import { api } from '#web/api/api.ts';
import { orderStates } from '#domain/orders/orders.ts';
import { staffOrderBadge } from '#web/orders/order-badge.ts';
import { orderLabels } from '#web/labels.ts';
import { formatCents } from '#web/ui/data/formats.ts';
import { StatusBadge } from '#web/ui/data/status-badge.tsx';
import { DayAndTime } from '../table/day-and-time.tsx';
import type { TableDefinition } from '../table/table-definition.ts';

export const ordersDefinition: TableDefinition<StaffOrder> = {
  name: 'pedidos',
  caption: 'Pedidos',
  noun: ['pedido', 'pedidos'],
  search: 'Código, número ou @pessoa',
  defaultSort: '-id',
  read: (query) => api(listStaffOrders, { query }),
  empty: { title: 'Nenhum pedido ainda.', text: 'Cada compra aparece aqui assim que é feita.' },
  views: [
    { name: 'Esperando entrega', query: 'situacao=paid%2Cin_delivery' },
    { name: 'Com problema', query: 'situacao=in_complaint' },
    { name: 'Comprovante em análise', query: 'situacao=payment_in_review' },
  ],
  filters: [
    {
      kind: 'choice',
      param: 'situacao',
      field: 'state',
      label: 'Situação',
      many: true,
      options: orderStates.map((value) => ({ value, label: orderLabels[value].label })),
    },
    { kind: 'period', label: 'Feito' },
  ],
  columns: [
    {
      key: 'code',
      header: 'Código',
      fixed: true,
      cell: ({ id, code }) => (
        <Link
          to={`/dashboard/pedidos/${id}`}
          className="inline-flex min-h-6 items-center font-semibold tabular-nums hover:underline"
        >
          {code}
        </Link>
      ),
    },
    {
      key: 'title',
      header: 'Anúncio',
      cell: ({ title }) => <span className="line-clamp-2 md:max-w-72 md:min-w-40">{title}</span>,
    },
    {
      key: 'state',
      header: 'Situação',
      cell: (order) => {
        const { label, tone } = staffOrderBadge(order);
        return (
          <StatusBadge tone={tone} size="sm">
            {label}
          </StatusBadge>
        );
      },
    },
    {
      key: 'parties',
      header: 'Quem compra, de quem',
      // One column for both sides: with two the list scrolled sideways at 1,280 px.
      cell: ({ buyer, seller }) => (
        <span className="flex flex-col items-end md:items-start">
          <Party party={buyer} />
          <span className="text-ink-3">
            de <Party party={seller} />
          </span>
        </span>
      ),
    },
    {
      key: 'total',
      header: 'Total',
      numeric: true,
      sort: 'total',
      cell: ({ totalCents }) => formatCents(totalCents),
    },
    {
      key: 'at',
      header: 'Feito em',
      sort: 'id',
      cell: ({ createdAt }) => <DayAndTime at={createdAt} />,
    },
    {
      key: 'due',
      header: 'Prazo',
      cell: ({ dueAt }) => (dueAt ? <DayAndTime at={dueAt} /> : '—'),
    },
  ],
};

function Party({ party }: { party: StaffOrder['buyer'] }) {
  return (
    <Link
      to={`/dashboard/usuarios?id=${party.id}`}
      className="inline-flex min-h-6 items-center hover:underline"
    >
      @{party.username}
    </Link>
  );
}
