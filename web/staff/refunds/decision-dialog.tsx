import { useState } from 'react';
import { useRevalidator } from 'react-router';
import type { StaffRefund } from '#contract/refunds/refunds.ts';
import { decideRefund } from '#contract/refunds/refunds.ts';
import { useStepUp } from '#web/accounts/proof/step-up.tsx';
import { Quote } from '#web/refunds/quote.tsx';
import { destinationTexts, refundReasonLabels } from '#web/refunds/refund-texts.ts';
import { useSubmission } from '#web/api/submission.ts';
import { returnEventNames } from '#domain/shipping/returns/returns.ts';
import { TrackingList } from '#web/shipping/tracking/tracking-list.tsx';
import { Banner } from '#web/ui/page/banner.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { formatCents } from '#web/ui/data/formats.ts';
import { MoneyInput } from '#web/ui/forms/money-input.tsx';
import { Textarea } from '#web/ui/forms/textarea.tsx';
import { aviso } from '#web/ui/overlays/toast.tsx';
import { DeliveryProof } from '#web/orders/delivery/delivery-proof.tsx';
import { DecisionDialog } from '../queue/decision-dialog.tsx';
import { useClaim } from '#web/staff/queue/use-claim.ts';
import { DecisionFacts } from '../queue/decision-facts.tsx';

/** Decisions about a refund: approve, refuse, or record a manual Pix. */
export type Decision = 'aprovar' | 'recusar' | 'pix';

interface RefundDecisionProps {
  refund: StaffRefund;
  decision: 'aprovar' | 'recusar';
  onClose: () => void;
}

const formId = 'decisao-reembolso';

/** Repeats amount, person and method before anything happens; a refusal needs a reason that the buyer reads. */
export function RefundDecision({ refund, decision, onClose }: RefundDecisionProps) {
  const { revalidate } = useRevalidator();
  const claim = useClaim('refunds', refund.id);
  const approve = decision === 'aprovar';
  const amount = formatCents(refund.amountCents);
  const [partCents, setPartCents] = useState<number | null>(null);
  const { formProps, errors, problem, pending } = useSubmission(decideRefund, {
    params: { id: refund.id },
    withProof: useStepUp(),
    read: (form) => ({
      decision: approve ? ('approve' as const) : ('reject' as const),
      note: String(form.get('note') ?? '').trim(),
      ...(approve && partCents !== null && { amountCents: partCents }),
    }),
    onDone: async ({ state }) => {
      aviso.sucesso(...done(refund, approve, state));
      onClose();
      await revalidate();
    },
  });
  return (
    <DecisionDialog
      inAddress
      title={
        approve
          ? `Devolver ${amount} para @${refund.buyer.username}?`
          : `Recusar o reembolso de ${amount} para @${refund.buyer.username}?`
      }
      description={
        approve
          ? `O valor cai ${destinationTexts[refund.destination]} e não dá para desfazer.`
          : 'O pedido continua como está e quem comprou lê o motivo.'
      }
      formId={formId}
      formProps={formProps}
      problem={problem}
      pending={pending}
      claim={claim}
      keepLabel="Manter em análise"
      decideLabel={approve ? `Devolver ${amount}` : 'Recusar reembolso'}
      tone={approve ? 'primary' : 'danger'}
      onClose={onClose}
    >
      <RefundFacts refund={refund} />
      {approve && refund.sumReason && !refund.firstBy && <Banner>{refund.sumReason}</Banner>}
      {refund.sellerIs && <p className="text-sm text-ink-2">{regretRule[refund.sellerIs]}</p>}
      {refund.note && (
        <p className="rounded-lg bg-surface-2 p-4 text-body whitespace-pre-line">{refund.note}</p>
      )}
      <ContestPart
        refund={refund}
        approve={approve}
        error={errors.amountCents}
        partCents={partCents}
        onPart={setPartCents}
      />
      <Field
        label={approve ? 'Observação (opcional)' : 'Motivo da recusa'}
        error={errors.note}
        announceError
        hint={approve ? 'Fica no registro da equipe.' : 'É isto que quem comprou lê.'}
      >
        <Textarea name="note" limit={2000} />
      </Field>
    </DecisionDialog>
  );
}

interface ContestPartProps {
  refund: StaffRefund;
  approve: boolean;
  error: string | undefined;
  partCents: number | null;
  onPart: (cents: number | null) => void;
}

/** S11: what the seller says of a thing that came back, and which part of the price goes back nevertheless. */
function ContestPart({ refund, approve, error, partCents, onPart }: ContestPartProps) {
  if (!refund.contested) return null;
  return (
    <>
      {refund.contested.words === null ? (
        <Banner title="O pacote da devolução voltou para quem comprou">
          Quem vendeu não recebeu nada. Olhe o caminho do pacote e decida o que volta.
        </Banner>
      ) : (
        <Quote caption={`O que @${refund.seller.username} diz do que voltou`} text={refund.contested.words} />
      )}
      <DeliveryProof
        hash={refund.order.hash}
        files={refund.contested.files}
        title="Fotos do que voltou"
        asStaff
      />
      {refund.contested.events.length > 0 && (
        <TrackingList
          title="Rastreio da devolução"
          names={returnEventNames}
          events={refund.contested.events}
        />
      )}
      {approve && (
        <Field
          label="Só uma parte (opcional)"
          error={error}
          announceError
          hint="Vazio, volta o valor inteiro. O resto fica com quem vendeu."
        >
          <MoneyInput value={partCents} onValueChange={onPart} />
        </Field>
      )}
    </>
  );
}

function RefundFacts({ refund }: { refund: StaffRefund }) {
  return (
    <DecisionFacts
      facts={[
        ['Pedido', `${refund.order.code} · ${refund.order.title}`],
        ['Quem vendeu', `@${refund.seller.username}`],
        ['Motivo', refundReasonLabels[refund.reason]],
        ...strangerFact(refund),
        ...togetherFact(refund),
        ['Valor', formatCents(refund.amountCents)],
        ...interestFact(refund),
      ]}
    />
  );
}

/** §4.8: the refund contains no interest. */
function interestFact({ cardInterestCents }: StaffRefund): [label: string, value: string][] {
  return cardInterestCents === 0
    ? []
    : [['Juros do cartão, que ficam com o banco dele', formatCents(cardInterestCents)]];
}

function strangerFact({ stranger }: StaffRefund): [label: string, value: string][] {
  return stranger ? [['Outra pessoa pagou', stranger]] : [];
}

/** The limit applies to all refunds of an order together, so this says why a second person is needed. */
function togetherFact({ amountCents, togetherCents }: StaffRefund): [label: string, value: string][] {
  return togetherCents > amountCents
    ? [['Devolvido neste pedido, com este', formatCents(togetherCents)]]
    : [];
}

/** §4.8: what the law and the platform require for a regret after something was opened, by kind of seller. */
const regretRule: Record<NonNullable<StaffRefund['sellerIs']>, string> = {
  company:
    'Quem vendeu é empresa: a desistência é aceita, a não ser que o abuso fique documentado no motivo.',
  habitual:
    'Quem vendeu vende com frequência: a desistência é aceita, a não ser que o abuso fique documentado no motivo.',
  occasional:
    'Quem vendeu é pessoa física e vende de vez em quando: se houver disputa, recuse e indique a reclamação, que tem mediação.',
};

function done(refund: StaffRefund, approve: boolean, state: StaffRefund['state']): [string, string] {
  const amount = formatCents(refund.amountCents);
  if (!approve) return ['Reembolso recusado', `@${refund.buyer.username} recebe o motivo.`];
  if (state === refund.state) return ['Primeira aprovação feita', 'Falta outra pessoa da equipe aprovar.'];
  return ['Reembolso aprovado', `${amount} a caminho de @${refund.buyer.username}.`];
}
