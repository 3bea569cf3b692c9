import { Link } from 'react-router';
import type { Reply } from '#contract/endpoint.ts';
import { listPaymentDifferences } from '#contract/payments/payments.ts';
import { Section } from '#web/ui/cards/card.tsx';
import type { Column } from '#web/ui/data/data-table.tsx';
import { DataTable } from '#web/ui/data/data-table.tsx';
import { EmptyState } from '#web/ui/page/empty-state.tsx';
import { formatCents, formatDate, formatDateTime, formatNumber } from '#web/ui/data/formats.ts';
import { tableParams } from '../table/table-definition.ts';
import { providerName } from '#domain/state-names.ts';

type Differences = Reply<typeof listPaymentDifferences>;
type Difference = Differences['items'][number];
type Day = Differences['days'][number];

const kinds: Record<Difference['kind'], string> = {
  receipt: 'Recebimento',
  refund: 'Reembolso',
  payout: 'Saque',
  chargeback: 'Contestação',
};
const problems: Record<Difference['problem'], string> = {
  ours_missing: 'Falta nos nossos registros',
  theirs_missing: 'Falta no provedor',
  amount_differs: 'Valores diferentes',
  refunded_twice: 'Tomado depois de reembolsado',
};
const cents = (value: number | null) => (value === null ? '—' : formatCents(value));
/** A calendar day has no hour: noon is the same day in every Brazilian time zone. */
const calendarDay = (day: string) => formatDate(`${day}T12:00:00-03:00`);

const columns: Column<Difference>[] = [
  { key: 'day', header: 'Dia', cell: ({ day }) => calendarDay(day) },
  { key: 'kind', header: 'Movimento', cell: ({ kind }) => kinds[kind] },
  { key: 'problem', header: 'Diferença', cell: ({ problem }) => problems[problem] },
  { key: 'ours', header: 'Nosso valor', numeric: true, cell: ({ ourCents }) => cents(ourCents) },
  { key: 'theirs', header: 'Do provedor', numeric: true, cell: ({ theirCents }) => cents(theirCents) },
  {
    key: 'id',
    header: 'Código',
    cell: ({ kind, reference, ourCents, movementId, provider }) => (
      <span className="flex flex-col text-xs break-all max-md:items-end">
        {/* The item it belongs to, when both sides know it. */}
        {(kind === 'receipt' || kind === 'chargeback') && reference && ourCents !== null ? (
          <Link to={`?${tableParams.q}=${reference}`} className="text-brand hover:underline">
            {movementId}
          </Link>
        ) : (
          movementId
        )}
        <span className="text-ink-3">{providerName(provider)}</span>
      </span>
    ),
  },
];

const dayColumns: Column<Day>[] = [
  { key: 'day', header: 'Dia', cell: ({ day }) => calendarDay(day) },
  { key: 'movements', header: 'Movimentos', numeric: true, cell: ({ movements }) => formatNumber(movements) },
  { key: 'found', header: 'Diferenças', numeric: true, cell: ({ differences }) => formatNumber(differences) },
  { key: 'at', header: 'Comparado em', cell: ({ at }) => formatDateTime(at) },
];

/** Differences found by the daily comparison with the provider, and the compared days. */
export function DifferencesSection({ differences: { items, days } }: { differences: Differences }) {
  return (
    <div className="flex flex-col gap-6">
      <DataTable
        caption="Diferenças com o provedor"
        columns={columns}
        rows={items}
        rowKey={({ id }) => id}
        empty={
          <EmptyState
            title="Tudo confere com o provedor."
            text="Cada dia é comparado com a lista de movimentos dele."
            seed="pagamentos-diferencas"
          />
        }
      />
      {days.length > 0 && (
        <Section title="Dias comparados">
          <DataTable
            caption="Dias comparados"
            compact
            columns={dayColumns}
            rows={days}
            rowKey={({ day }) => day}
          />
        </Section>
      )}
    </div>
  );
}
