import { useState } from 'react';
import { useRevalidator } from 'react-router';
import type { StaffRefund } from '#contract/refunds/refunds.ts';
import { payRefundManually, unmaskPayee } from '#contract/refunds/refunds.ts';
import { useStepUp } from '#web/accounts/proof/step-up.tsx';
import { api } from '#web/api/api.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { useSubmission } from '#web/api/submission.ts';
import { Banner } from '#web/ui/page/banner.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { formatCents } from '#web/ui/data/formats.ts';
import { TextInput } from '#web/ui/forms/text-input.tsx';
import { aviso } from '#web/ui/overlays/toast.tsx';
import { useAction } from '#web/api/use-action.ts';
import { DecisionFacts } from '../queue/decision-facts.tsx';

const formId = 'pix-a-mao';

/** The bank can no longer return this Pix: one person sends another and records its code, a second one confirms it. */
export function ManualPaymentDialog({ refund, onClose }: { refund: StaffRefund; onClose: () => void }) {
  const { revalidate } = useRevalidator();
  const proved = useStepUp();
  const confirming = refund.handEndToEndId !== null;
  const amount = formatCents(refund.amountCents);
  const { formProps, errors, problem, pending } = useSubmission(payRefundManually, {
    params: { id: refund.id },
    withProof: proved,
    read: (form) => ({ endToEndId: String(form.get('endToEndId') ?? '').trim() }),
    onDone: async ({ state }) => {
      aviso.sucesso(
        state === 'completed' ? 'Reembolso pago' : 'Pix registrado',
        state === 'completed' ? `${amount} devolvidos.` : 'Falta outra pessoa conferir o código no banco.',
      );
      onClose();
      await revalidate();
    },
  });
  const [shown, setShown] = useState<StaffRefund['payTo']>(null);
  const payee = shown ?? refund.payTo;
  return (
    <Dialog
      open
      inAddress
      onOpenChange={(open) => !open && onClose()}
      title={confirming ? `Confirmar o Pix de ${amount}?` : `Registrar o Pix de ${amount}?`}
      description={
        confirming
          ? 'Confira no extrato do banco e digite o código do Pix. Depois disso o reembolso está pago.'
          : 'Envie o Pix pelo banco para o documento de quem pagou e anote aqui o código dele.'
      }
      footer={
        <>
          <Button variant="secondary" data-autofocus onClick={onClose}>
            Manter pendente
          </Button>
          <Button type="submit" form={formId} loading={pending}>
            {confirming ? 'Confirmar Pix' : 'Registrar Pix'}
          </Button>
        </>
      }
    >
      <form {...formProps} id={formId} className="flex flex-col gap-5">
        <DecisionFacts
          facts={[
            ['Para', payee?.name ?? `@${refund.buyer.username}`],
            ['Documento', payee?.document ?? 'Sem documento confirmado'],
            ['Motivo do Pix manual', refund.lastError ?? 'Sem motivo anotado'],
            ['Valor', amount],
          ]}
        />
        {refund.payTo && !shown && <Unmasking refundId={refund.id} onShown={setShown} />}
        {shown?.document.includes('*') && (
          <Banner>
            O extrato do banco só traz esta parte do documento. Peça o resto a @{refund.buyer.username} antes
            de enviar o Pix.
          </Banner>
        )}
        <Field
          label="Código do Pix (E2E)"
          hint="Começa com E e tem 32 letras e números."
          error={errors.endToEndId}
          announceError
        >
          <TextInput name="endToEndId" autoComplete="off" spellCheck={false} maxLength={40} />
        </Field>
        <ProblemBanner problem={problem} />
      </form>
    </Dialog>
  );
}

/** Shows the payee's whole document. Each access is recorded, and a text says so before. */
function Unmasking({
  refundId,
  onShown,
}: {
  refundId: number;
  onShown: (payee: StaffRefund['payTo']) => void;
}) {
  const proved = useStepUp();
  const { pending, problem, run } = useAction();
  const show = () =>
    void run(async () => onShown(await proved(() => api(unmaskPayee, { params: { id: refundId } }))));
  return (
    <div className="flex flex-col items-start gap-1.5">
      <Button type="button" variant="secondary" loading={pending} onClick={show}>
        Mostrar documento
      </Button>
      <p className="text-xs text-ink-3">A consulta fica no registro.</p>
      <ProblemBanner problem={problem} />
    </div>
  );
}
