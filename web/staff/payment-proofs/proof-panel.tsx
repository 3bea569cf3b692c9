import { CircleCheck, CircleX } from '#web/ui/icons/icons.tsx';
import { Link } from 'react-router';
import type { BankLineRow } from '#contract/payments/payment-proofs.ts';
import { proofStateLabels, proofRefusalTexts } from '#web/payments/payment-proofs/proof-texts.ts';
import { Banner } from '#web/ui/page/banner.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { cn } from '#web/ui/styles/class-names.ts';
import { formatCents, formatDateTime } from '#web/ui/data/formats.ts';
import { StatusBadge } from '#web/ui/data/status-badge.tsx';
import { Switch } from '#web/ui/forms/switch.tsx';
import { ClaimBanner, claimedText } from '#web/staff/queue/claim-banner.tsx';
import type { ItemClaim } from '#web/staff/queue/use-claim.ts';
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
    <aside aria-label="Decisão" className="flex min-w-0 flex-col gap-5 xl:sticky xl:top-20 xl:self-start">
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
      {!proof.decision && <Decision {...props} line={line} />}
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

const dayMs = 86_400_000;

function Comparison({ proof, line }: { proof: StaffPaymentProof; line: BankLineRow | null }) {
  const isSameDay = line && Math.abs(Date.parse(line.at) - Date.parse(proof.paidAt)) < dayMs;
  const rows: [label: string, claimed: string, bank: string, matches: boolean | null][] = [
    [
      'Valor',
      formatCents(proof.amountCents),
      line ? formatCents(line.amountCents) : '—',
      line && line.amountCents === proof.totalCents,
    ],
    ['Data', formatDateTime(proof.paidAt), line ? formatDateTime(line.at) : '—', isSameDay],
    ['Pagador', proof.payerName, line?.payerName ?? '—', null],
    ['Banco e docu\u00ADmento', proof.bank, line?.document || '—', null],
  ];
  return (
    // Soft hyphens let long words break, so that text at twice the size matches a phone.
    <table className="w-full text-sm">
      <caption className="sr-only">Comprovante e extrato, lado a lado</caption>
      <thead>
        <tr className="text-left text-xs text-ink-3">
          <th scope="col">
            <span className="sr-only">O quê</span>
          </th>
          <th scope="col" className="pb-1 font-semibold">
            {'Compro\u00ADvante'}
          </th>
          <th scope="col" className="pb-1 font-semibold">
            Extrato
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([label, claimed, bank, matches]) => (
          <tr key={label} className="border-t border-border align-top">
            <th scope="row" className="py-2 pr-3 text-left font-normal wrap-break-word text-ink-2">
              {label}
            </th>
            <td className="py-2 pr-2 wrap-anywhere tabular-nums">{claimed}</td>
            <td className="py-2 wrap-anywhere tabular-nums">
              {bank}
              {matches !== null && <MatchMark matches={matches} />}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function MatchMark({ matches }: { matches: boolean }) {
  const Icon = matches ? CircleCheck : CircleX;
  return (
    <span
      className={cn(
        'flex items-center gap-1 text-[length:min(0.8125rem,4.2vw)] font-medium wrap-normal',
        matches ? 'text-success' : 'text-danger',
      )}
    >
      <Icon aria-hidden="true" className="size-3.5" /> {matches ? 'Confere' : 'Não confere'}
    </span>
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

function Decision({ proof, line, claim, shortcuts, onAsk }: ProofPanelProps & { line: BankLineRow | null }) {
  const reason = proof.notDecidableBecause ?? (claim.claimedBy ? claimedText(claim.claimedBy) : undefined);
  const waitsForOther =
    proof.proposal?.mine && proof.line?.id === line?.id
      ? 'Você já propôs este lançamento. Outra pessoa precisa aprovar.'
      : undefined;
  const noLine =
    line === null ? 'Escolha o lançamento do extrato que corresponde a este pagamento.' : undefined;
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap gap-2">
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
      </div>
      <Switch checked={shortcuts.enabled} onCheckedChange={shortcuts.setEnabled} className="max-xl:hidden">
        Atalhos: J e K andam na fila, números escolhem o lançamento
      </Switch>
    </div>
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
