import { useRevalidator } from 'react-router';
import type { StaffPayment } from '#contract/payments/staff-payments.ts';
import { reconcilePayment } from '#contract/payments/staff-payments.ts';
import { useActionWithProof } from '#web/accounts/use-action-with-proof.ts';
import { api } from '#web/api/api.ts';
import { useSession } from '#web/session.tsx';
import { paymentLabels } from '#web/labels.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { aviso } from '#web/ui/overlays/toast.tsx';

/** Asks the provider about one payment now. */
export function ReconcileButton({
  payment,
  onReconciled,
}: {
  payment: StaffPayment;
  /** Called after the list was reloaded. */
  onReconciled?: () => Promise<void>;
}) {
  const { user } = useSession();
  const { revalidate } = useRevalidator();
  const { run, pending, problem } = useActionWithProof();
  const ask = () =>
    run(async () => {
      const { news, state } = await api(reconcilePayment, { params: { id: payment.id } });
      aviso.sucesso(
        news ? 'Pagamento atualizado' : 'Nada mudou no banco',
        `${payment.order.code}: ${paymentLabels[state].label}.`,
      );
      await onReconciled?.();
      if (news) await revalidate();
    });
  return (
    <span className="flex flex-col gap-1 max-md:w-full">
      <Button
        variant="quiet"
        size="sm"
        className="max-md:h-11 max-md:border-border-strong max-md:text-ink"
        aria-label={`Conciliar agora o pagamento do pedido ${payment.order.code}`}
        loading={pending}
        disabledReason={user.role.slug === 'admin' ? undefined : 'Só administradores conciliam.'}
        onClick={() => void ask()}
      >
        Conciliar
      </Button>
      {problem && (
        <span role="alert" className="text-xs text-danger">
          {problem.detail}
        </span>
      )}
    </span>
  );
}
