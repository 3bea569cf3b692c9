import { Suspense, useState } from 'react';
import type { ComplaintProposal } from '#contract/complaints/case.ts';
import type { Complaint } from '#contract/complaints/complaints.ts';
import { answerProposal } from '#contract/complaints/complaints.ts';
import { lazyPart } from '#web/ui/page/lazy-part.ts';
import { useEndpointAction } from '#web/orders/use-order-action.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { AlertDialog } from '#web/boot/alert-dialog.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { formatCents, formatCount, formatDateTime } from '#web/ui/data/formats.ts';
import { useSettings } from '#web/settings/site-settings.ts';
import { focusButton } from '#web/ui/overlays/overlay.ts';
import { StatusBadge } from '#web/ui/data/status-badge.tsx';
import { aviso } from '#web/ui/overlays/toast.tsx';
import { proposalLine, sideNames } from './complaint-texts.ts';
import { mayDo } from './may-do.ts';

const ProposalForm = lazyPart(() =>
  import('./proposal-form.tsx').then((module) => ({ default: module.ProposalForm })),
);

const stateLabels = {
  open: { label: 'Esperando resposta', tone: 'warning' },
  accepted: { label: 'Aceita', tone: 'success' },
  refused: { label: 'Recusada', tone: 'danger' },
  replaced: { label: 'Substituída', tone: 'neutral' },
  expired: { label: 'Vencida', tone: 'neutral' },
} as const;

/** Each side's proposals; an open one can be answered, and one's own can be replaced (R03). */
export function Proposals({ complaint }: { complaint: Complaint }) {
  const [writing, setWriting] = useState<'open' | 'closed' | null>(null);
  const { proposals } = complaint;
  const mayPropose = mayDo(complaint, 'propose');
  if (proposals.length === 0 && !mayPropose) return null;
  return (
    <section aria-label="Propostas" className="flex flex-col gap-3">
      <h3 className="text-h3">Propostas</h3>
      {proposals.length === 0 && (
        <p className="text-sm text-ink-2">
          Ninguém propôs um acordo ainda. Quem propõe primeiro resolve antes.
        </p>
      )}
      <ul className="flex flex-col gap-3">
        {proposals.toReversed().map((proposal) => (
          <Proposal key={proposal.id} complaint={complaint} proposal={proposal} />
        ))}
      </ul>
      {mayPropose && writing !== 'open' && (
        <Button
          ref={writing === 'closed' ? focusButton : undefined}
          variant={proposals.some(({ state }) => state === 'open') ? 'secondary' : 'primary'}
          className="self-start print:hidden"
          onClick={() => setWriting('open')}
        >
          Propor acordo
        </Button>
      )}
      {writing === 'open' && mayPropose && (
        <Suspense>
          <ProposalForm complaint={complaint} onClose={() => setWriting('closed')} />
        </Suspense>
      )}
    </section>
  );
}

function Proposal({ complaint, proposal }: { complaint: Complaint; proposal: ComplaintProposal }) {
  const { side, words, state, dueAt } = proposal;
  const own = side === complaint.viewerIs;
  const { label, tone } = stateLabels[state];
  return (
    <li className="flex flex-col gap-3 rounded-lg border border-border p-4">
      <div className="flex flex-col gap-1">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <p className="text-sm text-ink-2">
            {own ? 'Sua proposta' : `Proposta de @${side === 'buyer' ? complaint.buyer : complaint.seller}`}
          </p>
          <StatusBadge tone={tone} size="sm">
            {label}
          </StatusBadge>
        </div>
        <p className="text-ui font-semibold">{proposalLine(proposal)}</p>
        {words && <p className="text-body wrap-anywhere whitespace-pre-line">{words}</p>}
        {state === 'open' && dueAt && (
          <p className="text-sm text-ink-3">{`Vale até ${formatDateTime(dueAt)}.`}</p>
        )}
      </div>
      {state === 'open' && !own && <Answer complaint={complaint} proposal={proposal} />}
    </li>
  );
}

function Answer({ complaint, proposal }: { complaint: Complaint; proposal: ComplaintProposal }) {
  const [confirming, setConfirming] = useState(false);
  const returnDays = useSettings()?.returns.days;
  const { send, pending, refusal, forget } = useEndpointAction();
  const params = { id: complaint.id, proposalId: proposal.id };

  async function answer(decision: 'accept' | 'refuse'): Promise<void> {
    if (!(await send(answerProposal, params, { answer: decision }))) return;
    setConfirming(false);
    if (decision === 'accept') aviso.sucesso('Acordo fechado', proposalLine(proposal));
    else aviso.sucesso('Proposta recusada', 'Você pode propor outra coisa.');
  }

  return (
    <div className="flex flex-col gap-3 print:hidden">
      {!confirming && <ProblemBanner problem={refusal} />}
      <div className="flex flex-wrap gap-3">
        <AlertDialog
          open={confirming}
          onOpenChange={(open) => {
            setConfirming(open);
            forget();
          }}
          trigger={<Button>Aceitar proposta</Button>}
          tone="primary"
          title="Aceitar esta proposta?"
          description={consequence(complaint, proposal, returnDays)}
          cancelLabel="Continuar conversando"
          confirmLabel="Aceitar proposta"
          loading={pending}
          onConfirm={() => void answer('accept')}
        >
          <ProblemBanner problem={refusal} />
        </AlertDialog>
        <Button variant="secondary" loading={pending && !confirming} onClick={() => void answer('refuse')}>
          Recusar proposta
        </Button>
      </div>
    </div>
  );
}

/** The result in money, shown to the side before it accepts. */
function consequence(
  complaint: Complaint,
  proposal: ComplaintProposal,
  returnDays: number | undefined,
): string {
  const { kind, refundCents, promiseBy } = proposal;
  const { buyer, seller, first } = sideNames(complaint.viewerIs, complaint);
  const refund = formatCents(refundCents);
  if (kind === 'full')
    return `${refund} voltam inteiros a ${buyer}. A reclamação se encerra e não dá para desfazer.`;
  if (kind === 'return')
    return `${first.buyer} tem ${returnDays === undefined ? 'um prazo' : formatCount(returnDays, 'dia', 'dias')} para devolver o produto. Depois que ele chegar e ${seller} puder conferir, ${refund} voltam a ${buyer}. Sem a devolução, a venda continua.`;
  if (kind === 'partial')
    return `${refund} voltam a ${buyer} e ${formatCents(complaint.atStakeCents - refundCents)}, menos a tarifa, ficam com ${seller}. Não dá para desfazer.`;
  if (kind === 'keep')
    return `O valor é liberado a ${seller} e a reclamação se encerra. Não dá para desfazer.`;
  return promiseBy
    ? `${first.seller} tem até ${formatDateTime(promiseBy)} para cumprir. Se a data passar, o valor volta inteiro a ${buyer}.`
    : `Outra unidade é entregue agora a ${buyer}, com novo prazo para conferir.`;
}
