import type { Reply } from '#contract/endpoint.ts';
import type { FreightDay, listFreightDays } from '#contract/shipping/staff-shipments.ts';
import { byteOrderMark, csvCents, csvLine } from '#domain/text/csv.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Section } from '#web/ui/cards/card.tsx';
import type { Column } from '#web/ui/data/data-table.tsx';
import { DataTable } from '#web/ui/data/data-table.tsx';
import { formatCents, formatDate, formatNumber } from '#web/ui/data/formats.ts';
import { Download } from '#web/ui/icons/icons.tsx';

/** What a day's labels cost beside their quotes: who bears the difference, and what is not booked yet. */
const derived = (day: FreightDay) => ({
  differenceCents: day.quotedCents - day.chargedCents,
  platformCents: day.spentCents - day.bookedCents,
  sellerCents: day.quotedCents - day.spentCents,
  unbookedCents: day.chargedCents - day.bookedCents,
});

/** `/dashboard/envios?aba=fretes`: the freight of labels that the platform bought, by the day of the posting. */
export function FreightSection({
  freight: { items, owedCents },
}: {
  freight: Reply<typeof listFreightDays>;
}) {
  return (
    <div className="flex flex-col gap-6">
      <dl className="flex flex-col gap-1 self-start rounded-lg border border-border bg-surface p-4">
        <dt className="text-sm text-ink-2">A pagar a transportadoras</dt>
        <dd className="text-price-md tabular-nums">{formatCents(owedCents)}</dd>
      </dl>
      <Section
        title="Fretes por dia"
        text="Etiquetas compradas pelo site e postadas nos últimos 30 dias. Positivo sobra, negativo falta."
        action={
          items.length > 0 && (
            <Button
              variant="secondary"
              icon={<Download aria-hidden="true" />}
              onClick={() => downloadCsv(items)}
            >
              Baixar CSV
            </Button>
          )
        }
      >
        <DataTable
          caption="Fretes por dia"
          compact
          columns={columns}
          rows={items}
          rowKey={({ day, carrier }) => `${day} ${carrier}`}
          empty={<p className="text-body text-ink-2">Nenhuma etiqueta do site foi postada no período.</p>}
        />
      </Section>
    </div>
  );
}

const dayText = (day: string) => formatDate(`${day}T12:00:00-03:00`);

const amount = (key: string, header: string, cents: (day: FreightDay) => number): Column<FreightDay> => ({
  key,
  header,
  numeric: true,
  cell: (day) => formatCents(cents(day)),
});

const columns: readonly Column<FreightDay>[] = [
  {
    key: 'day',
    header: 'Dia',
    hideLabel: true,
    cell: ({ day, carrier }) => (
      <span className="flex flex-col">
        <span className="font-semibold whitespace-nowrap">{dayText(day)}</span>
        <span className="text-xs text-ink-3">{carrier}</span>
      </span>
    ),
  },
  { key: 'count', header: 'Etiquetas', numeric: true, cell: ({ count }) => formatNumber(count) },
  amount('quoted', 'Cotado', ({ quotedCents }) => quotedCents),
  { ...amount('paid', 'Pago na compra', ({ paidCents }) => paidCents), hideOnTablet: true },
  amount('charged', 'Cobrado', ({ chargedCents }) => chargedCents),
  amount('difference', 'Diferença', (day) => derived(day).differenceCents),
  { ...amount('platform', 'Do site', (day) => derived(day).platformCents), hideOnTablet: true },
  { ...amount('seller', 'De quem vende', (day) => derived(day).sellerCents), hideOnTablet: true },
  amount('unbooked', 'A lançar', (day) => derived(day).unbookedCents),
];

/** The rows shown, as a file; they name no person. */
function downloadCsv(items: readonly FreightDay[]): void {
  const header = [
    'Dia',
    'Transportadora',
    'Etiquetas',
    'Cotado',
    'Pago na compra',
    'Cobrado',
    'Diferença',
    'Do site',
    'De quem vende',
    'A lançar',
  ];
  const lines = items.map((day) => {
    const { differenceCents, platformCents, sellerCents, unbookedCents } = derived(day);
    const amounts = [
      day.quotedCents,
      day.paidCents,
      day.chargedCents,
      differenceCents,
      platformCents,
      sellerCents,
      unbookedCents,
    ];
    return csvLine([day.day, day.carrier, String(day.count), ...amounts.map(csvCents)]);
  });
  const text = byteOrderMark + csvLine(header) + lines.join('');
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const link = Object.assign(document.createElement('a'), { href: url, download: 'fretes.csv' });
  link.click();
  URL.revokeObjectURL(url);
}
