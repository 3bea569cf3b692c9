import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { decidePaymentProof } from '#contract/payments/payment-proofs.ts';
import type { PaymentProofRefusal } from '#domain/payments/payment-proofs.ts';
import { paymentProofRefusals } from '#domain/payments/payment-proofs.ts';
import { useStepUp } from '#web/accounts/proof/step-up.tsx';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { proofRefusalTexts } from '#web/payments/payment-proofs/proof-texts.ts';
import { useSubmission } from '#web/api/submission.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { Field, FieldSet } from '#web/ui/forms/field.tsx';
import { RadioGroup } from '#web/ui/forms/radio-group.tsx';
import { Textarea } from '#web/ui/forms/textarea.tsx';
import { aviso } from '#web/ui/overlays/toast.tsx';
import type { StaffPaymentProof } from './proof-viewer.tsx';

export interface RefusalDialogProps {
  proof: StaffPaymentProof;
  onClose: () => void;
  onDone: () => void;
}

const formId = 'recusa';

/** A reason from the list, shown as the buyer will read it, with an optional note. */
export function RefusalDialog({ proof, onClose, onDone }: RefusalDialogProps) {
  const { revalidate } = useRevalidator();
  const proposal = proof.decision ? null : proof.proposal;
  const [refusal, setRefusal] = useState<PaymentProofRefusal | null>(proposal?.refusal ?? null);
  const { formProps, errors, problem, pending } = useSubmission(decidePaymentProof, {
    params: { id: proof.id },
    withProof: useStepUp(),
    read: (form) => ({
      decision: 'reject' as const,
      ...(refusal && { refusal }),
      note: String(form.get('note') ?? '').trim(),
    }),
    onDone: async ({ state, orderState }) => {
      if (state === 'in_review') aviso.sucesso('Proposta registrada', 'Falta um administrador recusar.');
      else
        aviso.sucesso(
          'Comprovante recusado',
          orderState === 'cancelled'
            ? `Foi o último envio: o pedido ${proof.code} foi cancelado.`
            : `@${proof.buyer} pode enviar outro.`,
        );
      onDone();
      await revalidate();
    },
  });
  const stale = problem?.code === 'already_decided';
  const refuses = proof.refusing === 'reject';
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`${refuses ? 'Recusar' : 'Propor recusar'} o comprovante de @${proof.buyer}?`}
      description={`Pedido ${proof.code}, ${proof.sending}º envio.${refuses ? '' : ' Um administrador confere e recusa.'}`}
      footer={
        <>
          <Button
            variant="secondary"
            onClick={() => {
              onClose();
              if (stale) void revalidate();
            }}
          >
            {stale ? 'Atualizar a fila' : 'Manter pendente'}
          </Button>
          {!stale && (
            <Button
              type="submit"
              form={formId}
              variant="danger"
              loading={pending}
              disabledReason={refusal ? undefined : 'Escolha um motivo da lista.'}
            >
              {refuses ? 'Recusar comprovante' : 'Propor recusa'}
            </Button>
          )}
        </>
      }
    >
      <form {...formProps} id={formId} className="flex flex-col gap-5">
        <FieldSet label="Motivo" error={errors.refusal} announceError>
          <RadioGroup
            aria-label="Motivo"
            value={refusal ?? ''}
            onValueChange={(value) => setRefusal(value as PaymentProofRefusal)}
            options={paymentProofRefusals.map((value) => ({
              value,
              label: proofRefusalTexts[value].label,
              hint: proofRefusalTexts[value].buyer,
            }))}
          />
        </FieldSet>
        <Field label="Recado" optional error={errors.note} hint="Quem comprou lê o motivo e este recado.">
          <Textarea name="note" limit={500} defaultValue={proposal?.note ?? ''} />
        </Field>
        <ProblemBanner problem={problem} />
      </form>
    </Dialog>
  );
}
