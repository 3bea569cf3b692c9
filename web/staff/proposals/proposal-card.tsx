import { useState } from 'react';
import type { Proposal } from '#contract/staff/proposals.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { formatDateTime } from '#web/ui/data/formats.ts';
import { ValueChange } from '../settings/value-change.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { StopDialog } from './stop-dialog.tsx';

const kindLabels: Record<Proposal['kind'], string> = {
  settings: 'Configurações',
  role: 'Papel',
  credentials: 'Credenciais',
};

/** One proposed change of power: its values, author, reason and available actions. */
export function ProposalCard({ proposal }: { proposal: Proposal }) {
  const [open, setOpen] = useState<'confirm' | 'stop' | null>(null);
  const close = () => setOpen(null);
  const pending = proposal.state === 'pending';
  return (
    <li className="flex flex-col gap-3 rounded-lg border border-border bg-surface p-4">
      <div className="flex flex-wrap justify-between gap-x-4 gap-y-1">
        <h3 className="text-ui font-semibold">
          {kindLabels[proposal.kind]}: {proposal.title}
        </h3>
        <span className="text-sm text-ink-3">
          @{proposal.proposedBy}, {formatDateTime(proposal.proposedAt)}
        </span>
      </div>
      <p className="text-sm break-words text-ink-2">{proposal.reason}</p>
      <dl className="flex flex-col rounded-lg bg-surface-2 px-4 py-2 text-sm">
        {proposal.changes.map(({ label, before, after, ...setting }) => (
          <div key={setting.path ?? label} className="flex flex-wrap justify-between gap-x-4 py-1.5">
            <dt className="text-ink-2">{label}</dt>
            <dd className="text-right break-words tabular-nums">
              <ValueChange setting={setting} before={before} after={after} />
            </dd>
          </div>
        ))}
      </dl>
      <p className="text-sm text-ink-2">{outcomeText(proposal)}</p>
      {pending && (
        <div className="flex flex-wrap items-center gap-3">
          {proposal.notConfirmableBecause === null && (
            <Button onClick={() => setOpen('confirm')}>Conferir e confirmar</Button>
          )}
          <Button variant="secondary" onClick={() => setOpen('stop')}>
            {proposal.mine ? 'Desistir da mudança' : 'Parar mudança'}
          </Button>
        </div>
      )}
      {open === 'confirm' && <ConfirmDialog proposal={proposal} onClose={close} />}
      {open === 'stop' && <StopDialog proposal={proposal} onClose={close} />}
    </li>
  );
}

/** The state of the proposal: what it needs, or how it ended. */
function outcomeText(proposal: Proposal): string {
  const { state, confirmedBy, stoppedBy, stopReason, closedAt } = proposal;
  const at = closedAt ? formatDateTime(closedAt) : '';
  if (state === 'pending')
    return proposal.notConfirmableBecause ?? `Espera por você até ${formatDateTime(proposal.expiresAt)}.`;
  if (state === 'applied')
    return confirmedBy ? `@${confirmedBy} confirmou em ${at}.` : `A espera acabou e vale desde ${at}.`;
  if (state === 'stopped') return `@${stoppedBy} parou em ${at}: ${stopReason}`;
  return state === 'expired'
    ? `Ninguém confirmou até ${at}. Nada mudou.`
    : `O que ela alterava mudou antes de ${at}. Nada foi feito.`;
}
