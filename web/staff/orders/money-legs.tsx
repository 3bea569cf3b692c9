import type { Reply } from '#contract/endpoint.ts';
import type { getStaffOrder } from '#contract/orders/staff-orders.ts';
import type { Column } from '#web/ui/data/data-table.tsx';
import { DataTable } from '#web/ui/data/data-table.tsx';
import { formatCents, formatDateTime } from '#web/ui/data/formats.ts';
import { accountName, journalName } from './order-labels.ts';

type LedgerEntry = Reply<typeof getStaffOrder>['legs'][number] & { index: number };

const columns: readonly Column<LedgerEntry>[] = [
  { key: 'kind', header: 'Evento', cell: ({ kind }) => journalName(kind) },
  {
    key: 'from',
    header: 'De e para',
    cell: ({ debit, credit }) => `${accountName(debit)} → ${accountName(credit)}`,
  },
  { key: 'amount', header: 'Valor', numeric: true, cell: ({ amountCents }) => formatCents(amountCents) },
  {
    key: 'at',
    header: 'Quando',
    cell: ({ at }) => <span className="whitespace-nowrap">{formatDateTime(at)}</span>,
  },
];

/** Every ledger movement of the order's money between two accounts. */
export function MoneyLegs({ legs }: { legs: readonly Omit<LedgerEntry, 'index'>[] }) {
  return (
    <DataTable
      caption="Movimentações deste pedido"
      compact
      columns={columns}
      rows={legs.map((entry, index) => ({ ...entry, index }))}
      rowKey={({ index }) => index}
      empty={<p className="text-sm text-ink-2">Ainda não há movimentações.</p>}
    />
  );
}
