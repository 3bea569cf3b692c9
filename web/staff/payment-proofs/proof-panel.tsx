import { Link } from 'react-router';
import type { BankLineRow } from '#contract/payments/payment-proofs.ts';
import { proofStateLabels, proofRefusalTexts } from '#web/payments/payment-proofs/proof-texts.ts';
import { Banner } from '#web/ui/page/banner.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { cn } from '#web/ui/styles/class-names.ts';
import { formatCents, formatDateTime } from '#web/ui/data/formats.ts';
import { standsAtBottom } from '#web/ui/page/bottom-bar.ts';
import { StatusBadge } from '#web/ui/data/status-badge.tsx';
import { Switch } from '#web/ui/forms/switch.tsx';
import { ClaimBanner, claimedText } from '#web/staff/queue/claim-banner.tsx';
import type { ItemClaim } from '#web/staff/queue/use-claim.ts';
import { Comparison } from './proof-comparison.tsx';
import type { StaffPaymentProof } from './proof-viewer.tsx';

export interface ProofPanelProps {
  proof: StaffPaymentProof;
  /** The chosen line first, then the candidates, best first. */
  lines: readonly BankLineRow[];
  lineId: number | null;
  claim: ItemClaim;
  shortcuts: { enabled: boolean; setEnabled: (enabled: boolean) => void };
  onChoose: (lineId: number) => void;
  onAsk: (decision: 'approve' | 'reject') => void;
}

/** The buyer's data next to the bank's, and the decision. */
export function ProofPanel(props: ProofPanelProps) {
  const { proof, lines, lineId } = props;
  const line = lines.find(({ id }) => id === lineId) ?? null;
  return (
    <aside
      aria-label="Decisão"
      className="flex min-w-0 flex-col gap-5 xl:sticky xl:top-20 xl:max-h-[calc(100dvh-20rem)] xl:self-start"
    >
      <div className="flex flex-col gap-5 xl:-mx-1 xl:min-h-0 xl:overflow-y-auto xl:px-1">
        <header className="flex flex-wrap items-center justify-between gap-2">
          <h2 className="text-h2">
            <Link to={`/pedido/${proof.hash}`} className="hover:underline">
              Pedido {proof.code}
            </Link>
          </h2>
          <StatusBadge tone={proofStateLabels[proof.state].tone}>
            {proofStateLabels[proof.state].label}
          </StatusBadge>
          <p className="w-full text-sm text-ink-2">
            @{proof.buyer} comprou «{proof.title}» de @{proof.seller}.
          </p>
        </header>
        <ClaimBanner {...props.claim} />
        <Warnings proof={proof} />
        <Comparison proof={proof} line={line} />
        {proof.decision ? <Decided proof={proof} /> : <Lines {...props} />}
        {!proof.decision && (
          <Switch
            checked={props.shortcuts.enabled}
            onCheckedChange={props.shortcuts.setEnabled}
            className="max-xl:hidden"
          >
            Atalhos: J e K andam na fila, números escolhem o lançamento
          </Switch>
        )}
      </div>
      {!proof.decision && (
        <>
          <div className="flex shrink-0 flex-wrap gap-2 border-t border-border pt-4 max-xl:hidden">
            <DecisionButtons {...props} line={line} />
          </div>
          {/* Where the panel has no column of its own. */}
          <div
            ref={standsAtBottom}
            className="fixed inset-x-0 bottom-0 z-sticky flex gap-2 border-t border-border bg-surface px-3 py-2 pb-[max(8px,env(safe-area-inset-bottom))] [--control-height:44px] xl:hidden"
          >
            <DecisionButtons {...props} line={line} />
          </div>
        </>
      )}
    </aside>
  );
}

function Warnings({ proof }: { proof: StaffPaymentProof }) {
  const { similar, proposal, earlier } = proof;
  return (
    <>
      {similar && (
        <Banner
          tone="warning"
          action={
            <Link
              to={`?id=${similar.id}`}
              className="inline-flex min-h-11 items-center font-semibold underline"
            >
              Ver o outro
            </Link>
          }
        >
          Parecido com o comprovante do pedido {similar.code}. Compare antes de decidir.
        </Banner>
      )}
      {proposal && !proof.decision && <Proposed proof={proof} proposal={proposal} />}
      {proof.sumReason && <Banner>{proof.sumReason}</Banner>}
      {earlier.length > 0 && (
        <p className="text-sm text-ink-2">
          Antes:{' '}
          {earlier
            .map(
              ({ sending, refusal, by }) =>
                `${sending}º recusado${by ? ` por @${by}` : ''}${refusal ? ` (${proofRefusalTexts[refusal].label.toLowerCase()})` : ''}`,
            )
            .join(' · ')}
        </p>
      )}
    </>
  );
}

function Proposed({
  proof,
  proposal: { by, mine, at, refusal, note },
}: {
  proof: StaffPaymentProof;
  proposal: NonNullable<StaffPaymentProof['proposal']>;
}) {
  const who = mine ? 'Você propôs' : `@${by} propôs`;
  if (refusal)
    return (
      <Banner>
        {who} recusar em {formatDateTime(at)}: {proofRefusalTexts[refusal].label.toLowerCase()}.
        {note && ` «${note}»`}
        {mine ? ' Outra pessoa precisa recusar.' : ' Falta um administrador recusar.'}
      </Banner>
    );
  return (
    <Banner>
      {who} esta linha em {formatDateTime(at)}.
      {mine
        ? ' Outra pessoa precisa aprovar.'
        : proof.needsTwo
          ? ' Falta a segunda pessoa.'
          : ' Falta um administrador aprovar.'}
    </Banner>
  );
}

function Lines({ proof, lines, lineId, onChoose, shortcuts }: ProofPanelProps) {
  if (lines.length === 0)
    return (
      <Banner tone="warning">
        O extrato carregado não tem lançamento com este valor. Carregue um extrato mais novo ou recuse.
      </Banner>
    );
  const matching = lines.filter((line) => line.amountCents === proof.totalCents);
  return (
    <fieldset className="flex min-w-0 flex-col gap-1">
      <legend className="pb-1 text-h3">Lançamentos do extrato</legend>
      {lines.map((line) => {
        const shortcut = matching.indexOf(line);
        const matches = shortcut >= 0;
        return (
          <label
            key={line.id}
            className={cn(
              'flex min-h-11 items-center gap-3 rounded-md border p-2.5 text-sm',
              line.id === lineId ? 'border-brand bg-brand-soft/50' : 'border-border',
              matches ? 'cursor-pointer hover:bg-surface-2' : 'text-ink-3',
            )}
          >
            <input
              type="radio"
              name="linha"
              className="size-5 accent-brand"
              checked={line.id === lineId}
              disabled={!matches || proof.decision !== null}
              onChange={() => onChoose(line.id)}
            />
            <span className="min-w-0 flex-1">
              <span className="flex justify-between gap-2 font-medium tabular-nums">
                <span className="truncate">{line.payerName}</span>
                <span>{formatCents(line.amountCents)}</span>
              </span>
              <span className="flex justify-between gap-2 text-xs text-ink-3 tabular-nums">
                <span>{formatDateTime(line.at)}</span>
                <span>{matches ? `${line.fit}% parecida` : 'Outro valor'}</span>
              </span>
            </span>
            {matches && shortcuts.enabled && shortcut < 9 && <Key>{String(shortcut + 1)}</Key>}
          </label>
        );
      })}
    </fieldset>
  );
}

/** Approve or refuse, in the panel and at the bottom of the window. */
function DecisionButtons({
  proof,
  line,
  claim,
  shortcuts,
  onAsk,
}: ProofPanelProps & { line: BankLineRow | null }) {
  const reason = proof.notDecidableBecause ?? (claim.claimedBy ? claimedText(claim.claimedBy) : undefined);
  const waitsForOther =
    proof.proposal?.mine && proof.line?.id === line?.id
      ? 'Você já propôs este lançamento. Outra pessoa precisa aprovar.'
      : undefined;
  const noLine =
    line === null ? 'Escolha o lançamento do extrato que corresponde a este pagamento.' : undefined;
  return (
    <>
      <Button
        className="min-w-0 flex-1 px-3 md:whitespace-normal"
        disabledReason={reason ?? noLine ?? waitsForOther}
        onClick={() => onAsk('approve')}
      >
        {proof.consent === 'approve' ? 'Aprovar comprovante' : 'Propor aprovação'}{' '}
        {shortcuts.enabled && <Key>A</Key>}
      </Button>
      <Button
        variant="secondary"
        className="px-3 text-danger"
        disabledReason={reason}
        onClick={() => onAsk('reject')}
      >
        {proof.refusing === 'reject' ? 'Recusar' : 'Propor recusa'} {shortcuts.enabled && <Key>R</Key>}
      </Button>
    </>
  );
}

function Decided({ proof }: { proof: StaffPaymentProof }) {
  const { by, at, refusal, note } = proof.decision!;
  return (
    <Banner tone={proof.state === 'approved' ? 'success' : 'info'}>
      {proof.state === 'expired'
        ? `Saiu da fila em ${formatDateTime(at)}: o prazo acabou ou o pedido foi pago de outra forma.`
        : `${proof.state === 'approved' ? 'Aprovado' : 'Recusado'} por @${by} em ${formatDateTime(at)}.`}
      {refusal && ` Motivo: ${proofRefusalTexts[refusal].label.toLowerCase()}.`}
      {note && ` «${note}»`}
    </Banner>
  );
}

function Key({ children }: { children: string }) {
  return (
    <kbd
      aria-hidden="true"
      className="inline-flex min-w-5 justify-center rounded-xs border border-current/40 px-1 font-sans text-xs max-xl:hidden"
    >
      {children}
    </kbd>
  );
}
