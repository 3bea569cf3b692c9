import type { Reply } from '#contract/endpoint.ts';
import type { getPaymentHealth } from '#contract/payments/staff-payments.ts';
import { Banner } from '#web/ui/page/banner.tsx';
import { formatBps, formatCount, formatDateTime, formatNumber, formatTime } from '#web/ui/data/formats.ts';
import { StatCard } from '#web/ui/cards/stat-card.tsx';
import { durationLabel } from './payment-labels.ts';
import { methodNames } from '#domain/state-names.ts';

export type Health = Reply<typeof getPaymentHealth>;

/**
 * Payment health: three figures, and a banner for each method whose provider does not answer. On phones the figures
 * come below the payments.
 */
export function PaymentStrip({ health }: { health: Health }) {
  const { opened, ended, confirmed, averageMs, waitingLong, unstable, countedAt } = health;
  return (
    <>
      {unstable.map(({ method, since }) => (
        <Banner key={method} tone="warning">
          O provedor de {methodNames[method]} está instável desde {sinceText(since, countedAt)}. As cobranças
          ficam na fila e saem quando ele responder.
        </Banner>
      ))}
      <section
        aria-label="Saúde dos pagamentos"
        className="grid grid-cols-2 gap-3 max-md:order-last md:grid-cols-3"
      >
        <StatCard
          label="Aprovação"
          value={ended === 0 ? null : formatBps(Math.round((confirmed / ended) * 10_000))}
          footer={
            opened === 0
              ? 'nenhuma cobrança em 24 h'
              : `${formatNumber(confirmed)} de ${formatCount(ended, 'encerrada', 'encerradas')} em 24 h`
          }
        />
        <StatCard
          label="Tempo médio"
          value={averageMs === null ? null : durationLabel(averageMs)}
          footer={averageMs === null ? 'nada pago em 24 h' : 'da cobrança ao dinheiro, em 24 h'}
        />
        <StatCard
          label="Pendentes há mais de 30 min"
          value={formatNumber(waitingLong)}
          footer={waitingLong === 0 ? 'nada esperando' : 'ainda sem dinheiro'}
          className="max-md:col-span-2"
        />
      </section>
    </>
  );
}

/** The time alone for today; with the date for earlier days. */
function sinceText(since: string, now: string): string {
  const recent = Date.parse(now) - Date.parse(since) < 12 * 3_600_000;
  return recent ? formatTime(since) : formatDateTime(since);
}
