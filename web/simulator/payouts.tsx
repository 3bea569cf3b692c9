import { useState } from 'react';
import type { Reply } from '#contract/endpoint.ts';
import { simulatePayoutReturn } from '#contract/simulator/simulator.ts';
import type { getWorkbench } from '#contract/simulator/simulator.ts';
import { api, ApiError } from '#web/api/api.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { EmptyInline } from '#web/ui/page/empty-state.tsx';
import { formatCents, formatDateTime } from '#web/ui/data/formats.ts';
import { StatusBadge, type Tone } from '#web/ui/data/status-badge.tsx';
import { aviso } from '#web/ui/overlays/toast.tsx';

type Payout = Reply<typeof getWorkbench>['payouts'][number];

export interface PayoutsProps {
  payouts: readonly Payout[];
  onReturned: () => void;
}

/** Payouts of the simulated bank; a completed one can be returned. */
export function Payouts({ payouts, onReturned }: PayoutsProps) {
  if (payouts.length === 0)
    return <EmptyInline>Nenhum saque chegou ao banco. Aprove um no painel.</EmptyInline>;
  return (
    <ul className="flex flex-col divide-y divide-border rounded-lg border border-border bg-surface">
      {payouts.slice(0, 12).map((payout) => (
        <Row key={payout.reference} payout={payout} onReturned={onReturned} />
      ))}
    </ul>
  );
}

const stateLabels: Record<string, { label: string; tone: Tone }> = {
  processing: { label: 'Processando', tone: 'info' },
  done: { label: 'Pago', tone: 'success' },
  failed: { label: 'Falhou', tone: 'danger' },
  returned: { label: 'Devolvido', tone: 'neutral' },
};

/** «Saque 3, 1ª tentativa», from the reference that the bank received. */
function payoutName(reference: string): string {
  const [, id, attempt] = /^withdrawal0*(\d+)t(\d+)$/.exec(reference) ?? [];
  return id ? `Saque ${id}, ${attempt}ª tentativa` : reference;
}

function Row({ payout, onReturned }: { payout: Payout } & Pick<PayoutsProps, 'onReturned'>) {
  const { reference } = payout;
  const [pending, setPending] = useState(false);
  const state = stateLabels[payout.state] ?? { label: payout.state, tone: 'neutral' as const };
  const amount = formatCents(payout.amountCents);

  async function sendBack(): Promise<void> {
    setPending(true);
    try {
      await api(simulatePayoutReturn, { body: { reference } });
      aviso.sucesso('O banco devolveu o saque', `${amount} voltaram.`);
      onReturned();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      aviso.erro('O banco não devolveu', error.detail);
    } finally {
      setPending(false);
    }
  }

  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3">
      <span className="min-w-0 text-sm">
        <span className="block truncate font-semibold">{payoutName(reference)}</span>
        <span className="text-ink-3">{formatDateTime(payout.createdAt)}</span>
      </span>
      <span className="flex flex-wrap items-center gap-3">
        <StatusBadge tone={state.tone} size="sm">
          {state.label}
        </StatusBadge>
        <span className="text-ui font-semibold tabular-nums">{amount}</span>
        {payout.state === 'done' && (
          <Button
            variant="secondary"
            aria-label={`Devolver: ${payoutName(reference)}, ${amount}`}
            loading={pending}
            onClick={() => void sendBack()}
          >
            Devolver
          </Button>
        )}
      </span>
    </li>
  );
}
