import { Link } from 'react-router';
import type { Reply } from '#contract/endpoint.ts';
import type { getBalances } from '#contract/ledger/statements.ts';
import { useSettings } from '#web/settings/site-settings.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Card } from '#web/ui/cards/card.tsx';
import { formatCents, formatDate } from '#web/ui/data/formats.ts';

/** The balances of the account (§5). A balance that did not load is «—», never R$ 0,00. */
export function MoneyCard({ balances }: { balances: Reply<typeof getBalances> | null }) {
  const settings = useSettings();
  return (
    <Card className="flex flex-col gap-4">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div>
          <h2 className="text-sm font-normal text-ink-2">Disponível</h2>
          <p className="text-price-xl">{amount(balances?.availableCents)}</p>
        </div>
        <Button asChild variant="secondary">
          <Link to="/conta/transacoes?sacar=1">Sacar</Link>
        </Button>
      </div>
      <dl className="flex flex-col gap-1.5 border-t border-border pt-3 text-sm tabular-nums">
        <div className="flex justify-between gap-4">
          <dt className="text-ink-2">
            A liberar
            {balances?.nextRelease && (
              <span className="block text-xs text-ink-3">
                próximo em {formatDate(balances.nextRelease.at)}
              </span>
            )}
          </dt>
          <dd>{amount(balances?.held.pending_release.cents)}</dd>
        </div>
        <div className="flex justify-between gap-4">
          <dt className="text-ink-2">Guardado em pedidos</dt>
          <dd>{amount(balances?.held.escrow.cents)}</dd>
        </div>
      </dl>
      {settings && (
        <p className="text-sm text-ink-2">Os valores ficam guardados no {settings.institution}.</p>
      )}
      <Link
        to="/conta/transacoes"
        className="-my-2 inline-flex min-h-11 items-center self-start text-ui font-semibold text-brand hover:underline"
      >
        Ver liberações e extrato
      </Link>
    </Card>
  );
}

function amount(value: number | undefined): string {
  return value === undefined ? '—' : formatCents(value);
}
