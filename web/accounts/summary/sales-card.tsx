import { Link } from 'react-router';
import type { Reply } from '#contract/endpoint.ts';
import type { listSaleDays } from '#contract/orders/sale-days.ts';
import { Card } from '#web/ui/cards/card.tsx';
import { changeSince } from '#web/ui/data/delta.ts';
import { formatCents, formatCount, formatDate } from '#web/ui/data/formats.ts';
import { Sparkline } from '#web/ui/data/sparkline.tsx';
import { StatCard } from '#web/ui/cards/stat-card.tsx';

export type SaleDays = Reply<typeof listSaleDays>;

const title = 'Vendas 30 dias';
const period = '30 dias anteriores';

interface SalesCardProps {
  /** Null when they did not load: «—», never R$ 0,00. */
  sales: SaleDays | null;
  /** Nothing has been sold yet. */
  beginner: boolean;
}

/** Sales of the last thirty days, as a line chart and as text. Without a sale it shows only a text. */
export function SalesCard({ sales, beginner }: SalesCardProps) {
  if (!sales) return <StatCard label={title} value={null} />;
  const { days, before } = sales;
  const count = sumBy(days, 'count');
  const cents = sumBy(days, 'netCents');
  if (count === 0)
    return (
      <Card className="flex flex-col gap-1">
        <p className="text-sm text-ink-2">{title}</p>
        <p className="text-ui">{beginner ? firstSale : noSalesText(before)}</p>
      </Card>
    );
  const delta = changeSince(cents, before.netCents, period);
  const sum = `${formatCents(cents)} em ${formatCount(count, 'venda paga', 'vendas pagas')}`;
  return (
    <StatCard
      label={title}
      value={formatCents(cents)}
      delta={delta}
      chart={
        <Sparkline
          values={days.map(({ netCents }) => netCents)}
          label={`Vendas por dia nos últimos 30 dias: ${sum}${delta ? `, ${delta.text}` : ''}. ${bestDay(days)}`}
        />
      }
      footer={
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <span className="tabular-nums">{formatCount(count, 'venda paga', 'vendas pagas')}</span>
          <Link
            to="/conta/vendas"
            className="-my-2 inline-flex min-h-11 items-center text-ui font-semibold text-brand hover:underline"
          >
            Ver vendas
          </Link>
        </div>
      }
    />
  );
}

const firstSale = 'Depois da sua primeira venda paga, o que você vendeu em cada dia aparece aqui.';

function noSalesText({ count }: SaleDays['before']): string {
  const earlier = `Nos ${period} ${count === 1 ? 'foi 1' : `foram ${count}`}.`;
  return `Nenhuma venda paga nos últimos 30 dias.${count > 0 ? ` ${earlier}` : ''}`;
}

function bestDay(days: SaleDays['days']): string {
  const best = days.reduce((most, one) => (one.netCents > most.netCents ? one : most));
  return `Melhor dia: ${formatDate(`${best.day}T12:00:00Z`)}, com ${formatCents(best.netCents)}.`;
}

function sumBy(days: SaleDays['days'], what: 'count' | 'netCents'): number {
  return days.reduce((sum, day) => sum + day[what], 0);
}
