import type { Reply } from '#contract/endpoint.ts';
import type { getWorkbench } from '#contract/simulator.ts';
import { EmptyInline } from '#web/ui/empty-state.tsx';
import { formatCents, formatDateTime } from '#web/ui/formats.ts';
import { StatusBadge, type Tone } from '#web/ui/status-badge.tsx';

type Payout = Reply<typeof getWorkbench>['payouts'][number];

const stateWords: Record<string, { label: string; tone: Tone }> = {
  processing: { label: 'Processando', tone: 'info' },
  paid: { label: 'Pago', tone: 'success' },
  failed: { label: 'Falhou', tone: 'danger' },
  returned: { label: 'Devolvido', tone: 'neutral' },
};

/** Money the simulated bank was asked to pay out. */
export function Payouts({ payouts }: { payouts: readonly Payout[] }) {
  if (payouts.length === 0)
    return <EmptyInline>Nenhum saque chegou ao banco. Aprove um no painel.</EmptyInline>;
  return (
    <ul className="flex flex-col divide-y divide-border rounded-lg border border-border bg-surface">
      {payouts.slice(0, 12).map((payout) => {
        const state = stateWords[payout.state] ?? { label: payout.state, tone: 'neutral' as const };
        return (
          <li
            key={payout.reference}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-3"
          >
            <span className="min-w-0 text-sm">
              <span className="block truncate font-mono">{payout.reference}</span>
              <span className="text-ink-3">{formatDateTime(payout.createdAt)}</span>
            </span>
            <span className="flex items-center gap-3">
              <StatusBadge tone={state.tone} size="sm">
                {state.label}
              </StatusBadge>
              <span className="text-ui font-semibold tabular-nums">{formatCents(payout.amountCents)}</span>
            </span>
          </li>
        );
      })}
    </ul>
  );
}
