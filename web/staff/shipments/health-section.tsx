import type { Reply } from '#contract/endpoint.ts';
import type { getShippingHealth } from '#contract/shipping/staff-shipments.ts';
import { StatCard } from '#web/ui/cards/stat-card.tsx';
import { Section } from '#web/ui/cards/card.tsx';
import type { Column } from '#web/ui/data/data-table.tsx';
import { DataTable } from '#web/ui/data/data-table.tsx';
import { formatBps, formatCount, formatDateTime, formatNumber } from '#web/ui/data/formats.ts';
import { Banner } from '#web/ui/page/banner.tsx';

type Health = Reply<typeof getShippingHealth>;
type Service = Health['services'][number];

const providerNames: Readonly<Record<string, string>> = {
  melhor_envio: 'Melhor Envio',
  simulator: 'Transportadora simulada',
};

const shareText = (part: number, of: number) =>
  of === 0 ? null : formatBps(Math.round((part / of) * 10_000));

/** From this share of quotes of 24 hours on, the carrier counts as away. */
const awayShare = 0.2;

/** Above the queue while the carrier gives no answer: quotes come from the own table, and events are late. */
export function CarrierWarning({
  health: { provider, day, failingParcels, mostFailures },
}: {
  health: Health;
}) {
  const isAway = day.fallbacks > 0 && day.fallbacks / day.quotes >= awayShare;
  if (!provider || (!isAway && mostFailures < 3)) return null;
  return (
    <Banner tone="warning" title={`${providerNames[provider] ?? provider} não está respondendo bem`}>
      {`${formatNumber(day.fallbacks)} de ${formatCount(day.quotes, 'cotação', 'cotações')} em 24 h vieram da tabela própria. ${formatCount(failingParcels, 'pacote ficou', 'pacotes ficaram')} sem resposta na última consulta.`}
    </Banner>
  );
}

/** Whether the carrier answers, what waits for it, and how punctual its services are. */
export function HealthSection({ health }: { health: Health }) {
  const { provider, services, countedAt } = health;
  return (
    <div className="flex flex-col gap-6">
      <Section
        title={provider ? (providerNames[provider] ?? provider) : 'Tabela própria'}
        text={
          provider
            ? `${health.answeredAt ? `Última resposta: ${formatDateTime(health.answeredAt)}.` : 'Ainda não respondeu nada.'} Contado em ${formatDateTime(countedAt)}.`
            : 'Nenhuma transportadora está ligada: os preços vêm da tabela e quem vende posta no próprio balcão.'
        }
      >
        <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
          <QuoteCard label="Cotações pela tabela, 24 h" share={health.day} />
          <QuoteCard label="Cotações pela tabela, 7 dias" share={health.week} />
          <StatCard
            label="Pacotes sem resposta"
            value={formatNumber(health.failingParcels)}
            footer={
              health.failingParcels === 0
                ? 'a última consulta de todos deu certo'
                : `até ${formatCount(health.mostFailures, 'falha seguida', 'falhas seguidas')}`
            }
          />
          <StatCard
            label="Etiquetas a comprar"
            value={formatNumber(health.labelsToBuy)}
            footer="vendas pagas, sem etiqueta ainda"
          />
          <StatCard
            label="Etiquetas a cancelar"
            value={formatNumber(health.labelsToCancel)}
            footer="de envios cancelados; o valor volta depois"
          />
          <StatCard
            label="Avisos recebidos, 7 dias"
            value={formatNumber(health.notices.accepted)}
            footer={`${formatCount(health.notices.refused, 'recusado', 'recusados')} por assinatura`}
          />
        </div>
      </Section>
      <Section title="Pontualidade" text="Entregues nos últimos 30 dias, com etiqueta do site.">
        <DataTable
          caption="Pontualidade por serviço"
          compact
          columns={serviceColumns}
          rows={services}
          rowKey={({ service }) => service}
          empty={<p className="text-body text-ink-2">Nada foi entregue nos últimos 30 dias.</p>}
        />
      </Section>
    </div>
  );
}

function QuoteCard({ label, share: { quotes, fallbacks } }: { label: string; share: Health['day'] }) {
  return (
    <StatCard
      label={label}
      value={shareText(fallbacks, quotes)}
      footer={
        quotes === 0
          ? 'nenhuma cotação'
          : `${formatNumber(fallbacks)} de ${formatCount(quotes, 'cotação', 'cotações')}`
      }
    />
  );
}

const serviceColumns: readonly Column<Service>[] = [
  { key: 'service', header: 'Serviço', hideLabel: true, cell: ({ service }) => service },
  { key: 'delivered', header: 'Entregues', numeric: true, cell: (row) => formatNumber(row.delivered) },
  { key: 'late', header: 'Atrasados', numeric: true, cell: (row) => formatNumber(row.late) },
  {
    key: 'share',
    header: 'Parte atrasada',
    numeric: true,
    cell: (row) => shareText(row.late, row.delivered) ?? '—',
  },
];
