import { useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import type { StaffWithdrawal } from '#contract/withdrawals/staff-withdrawals.ts';
import { repayWithdrawal } from '#contract/withdrawals/staff-withdrawals.ts';
import { useStepUp } from '#web/accounts/proof/step-up.tsx';
import { api, newIdempotencyKey } from '#web/api/api.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { AlertDialog } from '#web/boot/alert-dialog.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { formatCents } from '#web/ui/data/formats.ts';
import { aviso } from '#web/ui/overlays/toast.tsx';
import { useAction } from '#web/api/use-action.ts';

/** Returned money of a deleted account: its owner wrote to support, and staff request the payment for them. */
export function Repayment({ row }: { row: StaffWithdrawal }) {
  const { revalidate } = useRevalidator();
  const withProof = useStepUp();
  const [open, setOpen] = useState(false);
  const { pending, problem, run } = useAction();
  const key = useRef(newIdempotencyKey());
  const amount = formatCents(row.amountCents);
  const repay = () =>
    run(async () => {
      await withProof(() => api(repayWithdrawal, { params: { id: row.id }, idempotencyKey: key.current }));
      setOpen(false);
      aviso.sucesso('Saque pedido de novo', 'Falta outra pessoa da equipe aprovar, em Pendentes.');
      await revalidate();
    });
  return (
    <AlertDialog
      open={open}
      onOpenChange={setOpen}
      trigger={<Button variant="secondary">Pagar de novo</Button>}
      title={`Pagar ${amount} de novo a ${row.holderName}?`}
      description={`A conta foi encerrada e o dinheiro continua sendo dela. O Pix vai para a mesma chave, ${row.pixKey}, sem tarifa, depois que outra pessoa da equipe aprovar. Confirme antes com a pessoa que a chave está ativa.`}
      cancelLabel="Voltar"
      confirmLabel="Pagar de novo"
      tone="primary"
      loading={pending}
      onConfirm={() => void repay()}
    >
      <ProblemBanner problem={problem} />
    </AlertDialog>
  );
}
