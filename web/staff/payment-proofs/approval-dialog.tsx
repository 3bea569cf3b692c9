import { useRevalidator } from 'react-router';
import type { BankLineRow } from '#contract/payments/payment-proofs.ts';
import { decidePaymentProof } from '#contract/payments/payment-proofs.ts';
import { useStepUp } from '#web/accounts/proof/step-up.tsx';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { useSubmission } from '#web/api/submission.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { formatCents, formatDateTime } from '#web/ui/data/formats.ts';
import { aviso } from '#web/ui/overlays/toast.tsx';
import type { StaffPaymentProof } from './proof-viewer.tsx';

export interface ApprovalDialogProps {
  proof: StaffPaymentProof;
  line: BankLineRow;
  onClose: () => void;
  onDone: () => void;
}

const formId = 'aprovacao';

/** Repeats amount, order and line before the payment is approved or a second person is asked. */
export function ApprovalDialog({ proof, line, onClose, onDone }: ApprovalDialogProps) {
  const { revalidate } = useRevalidator();
  const { formProps, problem, pending } = useSubmission(decidePaymentProof, {
    params: { id: proof.id },
    withProof: useStepUp(),
    read: () => ({ decision: 'approve' as const, bankLineId: line.id }),
    onDone: async ({ state }) => {
      const opened = state === 'approved';
      aviso.sucesso(
        opened ? 'Comprovante aprovado' : 'Proposta registrada',
        opened ? `O pedido ${proof.code} está pago.` : 'Falta outra pessoa aprovar.',
      );
      onDone();
      await revalidate();
    },
  });
  const approves = proof.consent === 'approve';
  const amount = formatCents(proof.totalCents);
  const stale = problem !== null && problem.status === 409;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={
        approves
          ? `Aprovar ${amount} do pedido ${proof.code}?`
          : `Propor ${amount} para o pedido ${proof.code}?`
      }
      description={
        approves
          ? 'O pedido fica pago na hora. Este lançamento não pode ser usado em outro pagamento.'
          : 'Outra pessoa da equipe confere o mesmo lançamento e aprova.'
      }
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
            <Button type="submit" form={formId} loading={pending} data-autofocus>
              {approves ? `Aprovar ${amount}` : 'Propor aprovação'}
            </Button>
          )}
        </>
      }
    >
      <form {...formProps} id={formId} className="flex flex-col gap-4">
        <dl className="flex flex-col rounded-lg bg-surface-2 px-4 py-2 text-sm tabular-nums">
          {[
            ['Lançamento do extrato', line.payerName],
            ['Quando', formatDateTime(line.at)],
            ['Documento', line.document || '—'],
            ['Valor', formatCents(line.amountCents)],
          ].map(([label, value]) => (
            <div key={label} className="flex justify-between gap-4 py-1.5">
              <dt className="text-ink-2">{label}</dt>
              <dd className="text-right">{value}</dd>
            </div>
          ))}
        </dl>
        <ProblemBanner problem={problem} />
      </form>
    </Dialog>
  );
}
