import { Link, useLocation } from 'react-router';
import type { StaffWithdrawalDetail } from '#contract/withdrawals/staff-withdrawals.ts';
import { formatCents, formatDateTime } from '#web/ui/data/formats.ts';
import { methodNames } from '#domain/state-names.ts';
import { rowLink } from '../table/row-link.ts';

type Origin = StaffWithdrawalDetail['origins'][number];

const kindLabels: Readonly<Record<string, string>> = {
  release: 'Venda liberada',
  refund_paid: 'Reembolso de uma compra',
  unblock: 'Venda desbloqueada',
  withdrawal_returned: 'Saque que voltou ao saldo',
};

/** «De onde veio o dinheiro»: the ledger entries that make up the amount, with their sum (decision 59). */
export function Origins({ withdrawal }: { withdrawal: StaffWithdrawalDetail }) {
  const { origins, olderCents, amountCents } = withdrawal;
  return (
    <section className="flex flex-col gap-2">
      <h3 className="text-h3">De onde veio o dinheiro</h3>
      <p className="text-sm text-ink-2">O que entrou primeiro sai primeiro.</p>
      <ol className="flex flex-col divide-y divide-border">
        {origins.map((origin, index) => (
          <li key={index} className="flex items-start justify-between gap-4 py-2 text-sm">
            <span className="flex min-w-0 flex-col">
              <Source origin={origin} />
              <span className="text-xs text-ink-3">
                {formatDateTime(origin.at)}
                {origin.order?.method && ` · pago por ${methodNames[origin.order.method]}`}
              </span>
            </span>
            <span className="flex shrink-0 flex-col items-end tabular-nums">
              {formatCents(origin.amountCents)}
              {origin.amountCents < origin.broughtCents && (
                <span className="text-xs text-ink-3">de {formatCents(origin.broughtCents)}</span>
              )}
            </span>
          </li>
        ))}
        {olderCents > 0 && (
          <li className="flex items-start justify-between gap-4 py-2 text-sm">
            Entradas mais antigas, fora desta lista
            <span className="shrink-0 tabular-nums">{formatCents(olderCents)}</span>
          </li>
        )}
      </ol>
      <p className="flex justify-between gap-4 border-t border-border-strong pt-2 text-ui font-semibold tabular-nums">
        <span>Soma, igual ao valor do saque</span>
        {formatCents(amountCents)}
      </p>
    </section>
  );
}

function Source({ origin: { kind, order, withdrawalId } }: { origin: Origin }) {
  const { state } = useLocation();
  const label = kindLabels[kind] ?? kind;
  if (order)
    return (
      <span>
        {label}:{' '}
        <Link
          to={`/dashboard/pedidos/${order.id}`}
          className="inline-flex min-h-6 items-center font-semibold text-brand tabular-nums hover:underline max-md:min-h-11"
        >
          pedido {order.code}
        </Link>
      </span>
    );
  if (withdrawalId === null) return label;
  return (
    <Link
      to={rowLink(withdrawalId)}
      preventScrollReset
      replace
      state={state}
      className="inline-flex min-h-6 items-center text-brand hover:underline max-md:min-h-11"
    >
      {label}
    </Link>
  );
}
