import { Link } from 'react-router';
import type { OrderRow } from '#contract/orders/orders.ts';
import type { Column } from '#web/ui/data/data-table.tsx';
import { DataTable } from '#web/ui/data/data-table.tsx';
import { formatCents } from '#web/ui/data/formats.ts';
import { DotSeparated } from '#web/ui/page/dot-separated.tsx';
import { StatusBadge } from '#web/ui/data/status-badge.tsx';
import { LazySaleCheckbox, NotSelectable } from '#web/orders/bulk/lazy-parts.tsx';
import type { SaleSelection } from '#web/orders/bulk/use-sale-selection.ts';
import type { Side } from '#web/orders/step.ts';
import { actionOf } from './order-action.ts';
import { orderBadge } from '#web/orders/order-badge.ts';
import { stepOfRow } from '#web/orders/page/order-facts.ts';
import { OrderMenu } from './order-menu.tsx';
import { RowAction } from './row-action.tsx';

interface OrderTableProps {
  rows: readonly OrderRow[];
  side: Side;
  now: string;
  refreshing: boolean;
  /** Present where several orders may be selected. */
  selection?: SaleSelection | undefined;
}

/** The same orders as a compact table, for wide screens. */
export function OrderTable({ rows, side, now, refreshing, selection }: OrderTableProps) {
  return (
    <DataTable
      caption={side === 'buyer' ? 'Compras' : 'Vendas'}
      compact
      columns={columnsOf(side, now, selection)}
      rows={rows}
      rowKey={({ id }) => id}
      refreshing={refreshing}
      className="mt-4"
    />
  );
}

function columnsOf(side: Side, now: string, selection?: SaleSelection): Column<OrderRow>[] {
  const selectionColumn: Column<OrderRow> = {
    key: 'choice',
    header: 'Seleção',
    hideLabel: true,
    cell: (row) => selection && <LazySaleCheckbox row={row} selection={selection} />,
  };
  return [
    ...(selection ? [selectionColumn] : []),
    {
      key: 'order',
      header: 'Pedido',
      hideLabel: true,
      className: 'min-w-40',
      cell: (row) => <Deal row={row} />,
    },
    {
      key: 'state',
      header: 'Situação',
      cell: (row) => {
        const { label, tone } = orderBadge(row.state, row);
        return (
          <StatusBadge tone={tone} size="sm" className="whitespace-normal">
            {label}
          </StatusBadge>
        );
      },
    },
    {
      key: 'step',
      header: 'Próximo passo',
      className: 'min-w-44',
      cell: (row) => (
        <>
          {stepOfRow(row, side, now).sentence}
          {selection && <NotSelectable row={row} />}
        </>
      ),
    },
    {
      key: 'total',
      header: side === 'buyer' ? 'Total do pedido' : 'Você recebe',
      numeric: true,
      className: 'whitespace-nowrap',
      cell: (row) => formatCents(side === 'buyer' ? row.totalCents : row.netCents),
    },
    {
      key: 'actions',
      header: 'Ações',
      hideLabel: true,
      cell: (row) => <Actions row={row} side={side} now={now} />,
    },
  ];
}

function Deal({ row }: { row: OrderRow }) {
  return (
    <>
      <Link
        to={`/pedido/${row.hash}`}
        className="line-clamp-2 rounded-xs font-semibold underline-offset-4 hover:underline"
      >
        {row.title}
      </Link>
      <span className="block wrap-anywhere text-ink-3">
        <DotSeparated of={[row.code, `@${row.otherParty}`]} />
      </span>
    </>
  );
}

function Actions({ row, side, now }: { row: OrderRow; side: Side; now: string }) {
  const step = stepOfRow(row, side, now);
  const action = actionOf(row, side, step);
  return (
    <span className="flex items-center justify-end gap-1">
      <RowAction row={row} action={action} button={step.button} variant="secondary" size="sm" />
      <OrderMenu row={row} side={side} action={action} />
    </span>
  );
}
