import { useEffect, useState } from 'react';
import type { Reply } from '#contract/endpoint.ts';
import { dryRunSettings } from '#contract/settings/dry-run.ts';
import { riskSignalNames } from '#domain/risk/names.ts';
import type { SettingValue } from '#domain/settings/settings.ts';
import { planNames } from '#domain/state-names.ts';
import { api, ApiError } from '#web/api/api.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { formatCents, formatCount, formatNumber, formatSignedCents } from '#web/ui/data/formats.ts';
import { Skeleton } from '#web/ui/page/skeleton.tsx';

type Effect = Reply<typeof dryRunSettings>;
type Risk = NonNullable<Effect['risk']>;
type Fees = NonNullable<Effect['fees']>;

const outcomeNames = {
  passed: 'Passam',
  held: 'A equipe confere',
  refused: 'Não são feitas',
} as const;
const outcomes = ['passed', 'held', 'refused'] as const;

/** What a change would have done to the orders of the past 30 days, computed before it is saved (N09). */
export function ChangeEffect({ changes }: { changes: Readonly<Record<string, SettingValue>> }) {
  const [effect, setEffect] = useState<Effect | null>(null);
  const [problem, setProblem] = useState<ApiError | null>(null);
  const asked = JSON.stringify(changes);
  useEffect(() => {
    let open = true;
    api(dryRunSettings, { body: { changes: JSON.parse(asked) } }).then(
      (reply) => open && setEffect(reply),
      (error: unknown) => {
        if (!(error instanceof ApiError)) throw error;
        if (open) setProblem(error);
      },
    );
    return () => {
      open = false;
    };
  }, [asked]);
  if (problem) return <ProblemBanner problem={problem} />;
  if (!effect) return <Skeleton className="h-40 rounded-lg" />;
  return (
    <section
      aria-label="Efeito da mudança"
      className="flex flex-col gap-4 rounded-lg border border-border p-4 text-sm text-ink-2"
    >
      <div className="flex flex-col gap-1">
        <h3 className="text-ui font-semibold text-ink">Efeito nos últimos {effect.days} dias</h3>
        <p>{volumeText(effect)}</p>
      </div>
      {effect.risk && <RiskEffect {...effect.risk} />}
      {effect.fees && <FeesEffect {...effect.fees} />}
    </section>
  );
}

function volumeText({ recent, listings }: Effect): string {
  const sold =
    recent.orders === 0
      ? 'Nenhum pedido foi feito no período.'
      : `${formatCount(recent.orders, 'pedido foi feito', 'pedidos foram feitos')}, no total de ${formatCents(recent.cents)}. Com o mesmo movimento, outros tantos seguem a mudança em um mês.`;
  const onSale = `${formatCount(listings, 'anúncio à venda', 'anúncios à venda')}.`;
  return `${sold} ${onSale}`;
}

const headClass = 'py-1.5 pl-3 text-right font-medium';
const cellClass = 'py-1.5 pl-3 text-right align-top tabular-nums';

function RiskEffect({ orders, complete, active, before, after, signals }: Risk) {
  return (
    <div className="flex flex-col gap-3">
      {!active && <p>O exame de risco fica desligado: todas as compras passam, seja qual for o valor.</p>}
      <table className="w-full">
        <caption className="pb-1 text-left">
          {formatCount(orders, 'pedido examinado', 'pedidos examinados')} de novo
          {complete ? '.' : ', os mais novos. Há mais no período.'} Compras recusadas na época não entram.
        </caption>
        <thead>
          <tr className="border-b border-border">
            <th scope="col" className="py-1.5 text-left font-medium">
              Compras
            </th>
            <th scope="col" className={headClass}>
              Antes
            </th>
            <th scope="col" className={headClass}>
              Depois
            </th>
          </tr>
        </thead>
        <tbody>
          {outcomes.map((outcome) => (
            <tr key={outcome} className="border-b border-border last:border-b-0">
              <th scope="row" className="py-1.5 text-left align-top font-normal">
                {outcomeNames[outcome]}
              </th>
              {[before[outcome], after[outcome]].map((counted, column) => (
                <td key={column === 0 ? 'antes' : 'depois'} className={cellClass}>
                  <span className="text-ink">{formatNumber(counted.orders)}</span>
                  <br />
                  {formatCents(counted.cents)}
                  <br />
                  {formatCount(counted.frauds, 'fraude', 'fraudes')}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {signals.length > 0 && (
        <div>
          <h4 className="font-medium text-ink">Compras conferidas ou não feitas, por sinal</h4>
          <ul className="flex list-disc flex-col gap-1 pl-5">
            {signals.map(({ signal, before: was, after: is }) => (
              <li key={signal}>
                {riskSignalNames[signal]}: {formatNumber(was.orders)} antes, {formatNumber(is.orders)} depois
                ({formatCents(is.cents)}, {formatCount(is.frauds, 'fraude', 'fraudes')}).
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

function FeesEffect({ orders, complete, plans }: Fees) {
  const sold = plans.filter((plan) => plan.orders > 0);
  return (
    <div className="flex flex-col gap-1">
      <h4 className="font-medium text-ink">
        Tarifas de {formatCount(orders, 'pedido pago', 'pedidos pagos')}
        {complete ? '' : ', os mais novos'}
      </h4>
      {sold.length === 0 ? (
        <p>Sem vendas no período, não há diferença a prever.</p>
      ) : (
        <ul className="flex list-disc flex-col gap-1 pl-5">
          {sold.map(({ plan, beforeCents, afterCents, cents }) => (
            <li key={plan}>
              {planNames[plan]}: {formatCents(afterCents)} em vez de {formatCents(beforeCents)} (
              {formatSignedCents(afterCents - beforeCents)}) em vendas de {formatCents(cents)}.
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
