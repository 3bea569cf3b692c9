import { useRevalidator } from 'react-router';
import type { PaymentReview } from '#contract/payments.ts';
import { decidePaymentReview } from '#contract/payments.ts';
import { ProblemBanner } from '#web/problem-banner.tsx';
import { useSubmission } from '#web/submission.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { formatCents } from '#web/ui/formats.ts';
import { Textarea } from '#web/ui/textarea.tsx';
import { aviso } from '#web/ui/toast.tsx';
import { RefundFacts } from '../refunds/refund-facts.tsx';

export interface ReviewDecisionProps {
  review: PaymentReview;
  decision: 'liberar' | 'devolver';
  onClose: () => void;
}

const formId = 'decisao-pagamento';

/** Somebody else paid: the sale goes on, or the money goes back and the order is over. */
export function ReviewDecision({ review, decision, onClose }: ReviewDecisionProps) {
  const { revalidate } = useRevalidator();
  const release = decision === 'liberar';
  const amount = formatCents(review.amountCents);
  const { formProps, errors, problem, pending } = useSubmission(decidePaymentReview, {
    params: { id: review.id },
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
  const decided = problem?.code === 'already_decided';
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={release ? `Liberar o pagamento de ${amount}?` : `Devolver o pagamento de ${amount}?`}
      description={
        release
          ? 'O pedido passa a pago e a venda segue.'
          : 'O valor volta para a conta de onde veio e o pedido é cancelado. Não dá para desfazer.'
      }
      footer={
        <>
          <Button
            variant="secondary"
            data-autofocus
            onClick={() => {
              onClose();
              if (decided) void revalidate();
            }}
          >
            {decided ? 'Atualizar a fila' : 'Manter em análise'}
          </Button>
          {!decided && (
            <Button type="submit" form={formId} variant={release ? 'primary' : 'danger'} loading={pending}>
              {release ? `Liberar ${amount}` : `Devolver ${amount}`}
            </Button>
          )}
        </>
      }
    >
      <form {...formProps} id={formId} className="flex flex-col gap-5">
        <RefundFacts
          facts={[
            ['Pedido', `${review.code} · ${review.title}`],
            ['Quem comprou', `@${review.buyer}`],
            ['Documento de quem pagou', review.payerDocument ?? 'não informado'],
            ['Valor', amount],
          ]}
        />
        <Field
          label={release ? 'Observação (opcional)' : 'Motivo da devolução'}
          error={errors.note}
          announceError
          hint="Fica na história do pedido."
        >
          <Textarea name="note" limit={500} />
        </Field>
        <ProblemBanner problem={problem} />
      </form>
    </Dialog>
  );
}
