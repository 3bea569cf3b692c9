import { Suspense, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { Reply } from '#contract/endpoint.ts';
import type { getOverview } from '#contract/staff/overview.ts';
import type { PaymentMethod } from '#domain/payments/payments.ts';
import { lazyPart } from '#web/ui/page/lazy-part.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Card } from '#web/ui/cards/card.tsx';
import { cn } from '#web/ui/styles/class-names.ts';
import { formatBps, formatCents, formatCount, formatNumber } from '#web/ui/data/formats.ts';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import { StatCard } from '#web/ui/cards/stat-card.tsx';
import { methodNames } from '#domain/state-names.ts';
import { changeSince } from '#web/ui/data/delta.ts';
import { DayTable } from './day-table.tsx';

type Overview = Reply<typeof getOverview>;

const DayChart = lazyPart(() => import('./day-chart.tsx').then((module) => ({ default: module.DayChart })));

const periods = ['7', '30', '90'];

/** Five key figures against the previous period, daily values, and payment methods. */
export function NumbersSection({ overview }: { overview: Overview }) {
  const [params] = useSearchParams();
  const chosen = params.get('dias') ?? '30';
  const { now, before, days } = overview;
  const period = `${chosen} dias anteriores`;
  const conversion = (sums: Overview['now']) =>
    sums.placed === 0 ? null : Math.round((sums.paid / sums.placed) * 10_000);
  return (
    <section aria-labelledby="numeros" className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="numeros" className="text-h2">
          Números
        </h2>
        <nav aria-label="Período" className="flex gap-1">
          {periods.map((length) => (
            <Link
              key={length}
              to={`?dias=${length}`}
              preventScrollReset
              aria-current={length === chosen ? 'page' : undefined}
              className={cn(
                'inline-flex h-11 items-center rounded-md px-3 text-ui md:h-9',
                length === chosen
                  ? 'bg-brand-soft font-semibold text-on-brand-soft'
                  : 'text-ink-2 hover:bg-surface-2',
              )}
            >
              {length} dias
            </Link>
          ))}
        </nav>
      </div>
      <div className="grid gap-3 sm:max-md:grid-cols-2 md:grid-cols-6 md:*:col-span-2 md:*:nth-[n+4]:col-span-3 2xl:grid-cols-5 2xl:*:col-span-1 2xl:*:nth-[n+4]:col-span-1">
        <StatCard
          label="Volume"
          value={formatCents(now.volumeCents)}
          delta={changeSince(now.volumeCents, before.volumeCents, period)}
        />
        <StatCard
          label="Tarifas dos pedidos pagos"
          value={formatCents(now.revenueCents)}
          delta={changeSince(now.revenueCents, before.revenueCents, period)}
          // The ledger has the amounts left after cancellations and refunds.
          footer="antes de reembolsos"
        />
        <StatCard
          label="Pedidos pagos"
          value={formatNumber(now.paid)}
          delta={changeSince(now.paid, before.paid, period)}
          footer={`de ${formatCount(now.placed, 'feito', 'feitos')}`}
        />
        <StatCard
          label="Conversão em pagamento"
          value={conversion(now) === null ? null : formatBps(conversion(now)!)}
          delta={changeSince(conversion(now), conversion(before), period)}
          footer={conversion(now) === null && 'nenhum pedido feito'}
        />
        <StatCard
          label="Tempo até liberar"
          value={now.releaseMs === null ? null : daysText(now.releaseMs)}
          delta={changeSince(now.releaseMs, before.releaseMs, period, 'lower')}
          footer={now.releaseMs === null && 'nenhuma venda liberada'}
        />
      </div>
      <div className="grid gap-3 xl:grid-cols-[2fr_1fr]">
        <DayCard days={days} />
        <Methods methods={overview.methods} />
      </div>
    </section>
  );
}

function DayCard({ days }: { days: Overview['days'] }) {
  const [asTable, setAsTable] = useState(false);
  const empty = days.every(({ paid, placed }) => paid + placed === 0);
  return (
    <Card className="flex min-w-0 flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-h3">Volume e pedidos</h3>
        <Button variant="quiet" size="sm" onClick={() => setAsTable(!asTable)}>
          {asTable ? 'Ver como gráfico' : 'Ver como tabela'}
        </Button>
      </div>
      {empty ? (
        <p className="py-8 text-center text-sm text-ink-2">Ainda não há pedidos no período.</p>
      ) : asTable ? (
        <DayTable days={days} />
      ) : (
        <Suspense fallback={<Skeleton className="h-72" />}>
          <DayChart days={days} />
        </Suspense>
      )}
    </Card>
  );
}

function Methods({ methods }: { methods: Overview['methods'] }) {
  const all = methods.reduce((sum, { count }) => sum + count, 0);
  return (
    <Card className="flex flex-col gap-3">
      <h3 className="text-h3">Meios de pagamento</h3>
      {all === 0 && <p className="text-sm text-ink-2">Ainda não há pagamentos no período.</p>}
      <ul className="flex flex-col gap-3">
        {methods.map(({ method, count }) => (
          <li key={method} className="flex flex-col gap-1 text-sm">
            <span className="flex justify-between gap-3">
              {methodNames[method as PaymentMethod] ?? method}
              <span className="text-ink-2 tabular-nums">
                {formatNumber(count)} · {formatBps(Math.round((count / all) * 10_000))}
              </span>
            </span>
            <span aria-hidden="true" className="h-2 overflow-hidden rounded-full bg-surface-3">
              <span
                className="block h-full filled-shape rounded-full bg-brand"
                style={{ width: `${(count / all) * 100}%` }}
              />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

const dayMs = 86_400_000;

function daysText(durationMs: number): string {
  const days = durationMs / dayMs;
  return days < 1 ? `${Math.round(days * 24)} h` : `${days.toFixed(1).replace('.', ',')} dias`;
}
