import { useRevalidator } from 'react-router';
import type { PaymentReview } from '#contract/payments/payments.ts';
import { decidePaymentReview } from '#contract/payments/payments.ts';
import { useStepUp } from '#web/accounts/proof/step-up.tsx';
import { useSubmission } from '#web/api/submission.ts';
import { Field } from '#web/ui/forms/field.tsx';
import { formatCents } from '#web/ui/data/formats.ts';
import { Textarea } from '#web/ui/forms/textarea.tsx';
import { aviso } from '#web/ui/overlays/toast.tsx';
import { DecisionDialog } from '../queue/decision-dialog.tsx';
import { DecisionFacts } from '../queue/decision-facts.tsx';

export interface ReviewDecisionProps {
  review: PaymentReview;
  decision: 'liberar' | 'devolver';
  onClose: () => void;
}

const formId = 'decisao-pagamento';

/** A payment by a third person: the sale continues, or the money is returned and the order ends. */
export function ReviewDecision({ review, decision, onClose }: ReviewDecisionProps) {
  const { revalidate } = useRevalidator();
  const release = decision === 'liberar';
  const amount = formatCents(review.amountCents);
  const { formProps, errors, problem, pending } = useSubmission(decidePaymentReview, {
    params: { id: review.id },
    withProof: useStepUp(),
    read: (form) => ({
      decision: release ? ('release' as const) : ('refund' as const),
      note: String(form.get('note') ?? '').trim(),
    }),
    onDone: async () => {
      aviso.sucesso(
        release ? 'Pagamento liberado' : 'Pagamento devolvido',
        release ? `O pedido ${review.code} está pago.` : `${amount} voltam para quem pagou.`,
      );
      onClose();
      await revalidate();
    },
  });
  return (
    <DecisionDialog
      inAddress
      title={release ? `Liberar o pagamento de ${amount}?` : `Devolver o pagamento de ${amount}?`}
      description={
        release
          ? 'O pedido passa a pago e a venda segue.'
          : 'O valor volta para a conta de onde veio e o pedido é cancelado. Não dá para desfazer.'
      }
      formId={formId}
      formProps={formProps}
      problem={problem}
      pending={pending}
      keepLabel="Manter em análise"
      decideLabel={release ? `Liberar ${amount}` : `Devolver ${amount}`}
      tone={release ? 'primary' : 'danger'}
      onClose={onClose}
    >
      <DecisionFacts
        facts={[
          ['Pedido', `${review.code} · ${review.title}`],
          ['Quem comprou', `@${review.buyer}`],
          ['Documento de quem pagou', review.payerDocument ?? 'não informado'],
          ['Valor', amount],
        ]}
      />
      <Field
        label={release ? 'Observação (opcional)' : 'Motivo do reembolso'}
        error={errors.note}
        announceError
        hint="Fica na história do pedido."
      >
        <Textarea name="note" limit={500} />
      </Field>
    </DecisionDialog>
  );
}
