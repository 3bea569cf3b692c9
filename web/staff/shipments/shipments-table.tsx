import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { StaffShipmentRow } from '#contract/shipping/staff-shipments.ts';
import { orderLabels } from '#web/labels.ts';
import { shipmentLabel } from '#web/shipping/shipment-labels.ts';
import type { Column } from '#web/ui/data/data-table.tsx';
import { DataTable } from '#web/ui/data/data-table.tsx';
import { StatusBadge } from '#web/ui/data/status-badge.tsx';
import { DayAndTime } from '../table/day-and-time.tsx';

const columns: readonly Column<StaffShipmentRow>[] = [
  {
    key: 'order',
    header: 'Pedido',
    hideLabel: true,
    cell: (row) => (
      <span className="flex flex-col md:min-w-44">
        <Link
          to={`/dashboard/pedidos/${row.id}`}
          className="inline-flex min-h-6 items-center font-semibold hover:underline max-md:min-h-11"
        >
          {row.code}
        </Link>
        <span className="line-clamp-2 text-xs text-ink-3">{row.title}</span>
      </span>
    ),
  },
  {
    key: 'parcel',
    header: 'Pacote',
    cell: ({ parcel }) =>
      parcel ? (
        <span className="flex flex-col max-md:items-end">
          <span className="md:whitespace-nowrap">{`${parcel.carrier} ${parcel.serviceName}`}</span>
          <span className="font-mono text-xs text-ink-3">{parcel.trackingCode ?? 'sem rastreio'}</span>
        </span>
      ) : (
        'Retirada em mãos'
      ),
  },
  {
    key: 'state',
    header: 'Situação',
    cell: ({ parcel, orderState }) => {
      const order = orderLabels[orderState];
      const label = parcel ? shipmentLabel(parcel.state) : order;
      return (
        <span className="flex flex-col items-start gap-1 max-md:items-end">
          <StatusBadge tone={label.tone}>{label.label}</StatusBadge>
          {parcel && (
            <span className="text-xs whitespace-nowrap text-ink-3">{`pedido: ${order.label.toLowerCase()}`}</span>
          )}
        </span>
      );
    },
  },
  { key: 'since', header: 'Desde', cell: ({ since }) => <DayAndTime at={since} /> },
  {
    key: 'due',
    header: 'Próximo prazo',
    cell: ({ due }) =>
      due ? (
        <span className="flex flex-col max-md:items-end">
          <DayAndTime at={due.at} />
          {due.late && <span className="text-xs font-medium text-danger">Passou</span>}
        </span>
      ) : (
        <span className="text-ink-3">nenhum</span>
      ),
  },
  {
    key: 'sides',
    header: 'Lados',
    hideOnTablet: true,
    cell: (row) => (
      <span className="flex flex-col text-xs max-md:items-end xl:whitespace-nowrap">
        <span>{`@${row.buyer} comprou`}</span>
        <span className="text-ink-3">{`@${row.seller} vendeu`}</span>
      </span>
    ),
  },
];

/** One row for each parcel or pickup, a card on phones. */
export function ShipmentsTable({ rows, empty }: { rows: readonly StaffShipmentRow[]; empty: ReactNode }) {
  return <DataTable caption="Envios" columns={columns} rows={rows} rowKey={({ id }) => id} empty={empty} />;
}
