import { useState } from 'react';
import { useRevalidator } from 'react-router';
import type { Withdrawal } from '#contract/withdrawals/withdrawals.ts';
import { cancelWithdrawal } from '#contract/withdrawals/withdrawals.ts';
import { withdrawalMachine } from '#domain/withdrawals/withdrawals.ts';
import { AskSupport } from '#web/tickets/ask-support.tsx';
import { api } from '#web/api/api.ts';
import { useIdempotentAction } from '#web/api/idempotent-action.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { withdrawalLabels } from '#web/labels.ts';
import { AlertDialog } from '#web/boot/alert-dialog.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { formatCents, formatDateTime } from '#web/ui/data/formats.ts';
import { DotSeparated } from '#web/ui/page/dot-separated.tsx';
import { StatusBadge } from '#web/ui/data/status-badge.tsx';
import { aviso } from '#web/ui/overlays/toast.tsx';
import { useAction } from '#web/api/use-action.ts';
import { withdrawalStep } from './withdrawal-step.ts';

/** The owner's withdrawals, newest first; an undecided one can be cancelled. */
export function OwnWithdrawals({ withdrawals, now }: { withdrawals: readonly Withdrawal[]; now: string }) {
  return (
    <ul className="divide-y divide-border rounded-lg border border-border bg-surface">
      {withdrawals.map((withdrawal) => (
        <Row key={withdrawal.id} withdrawal={withdrawal} now={now} />
      ))}
    </ul>
  );
}

const keyTypeLabels: Record<Withdrawal['pixKeyType'], string> = {
  cpf: 'CPF',
  cnpj: 'CNPJ',
  email: 'e-mail',
  phone: 'celular',
  random: 'chave aleatória',
};

function Row({ withdrawal, now }: { withdrawal: Withdrawal; now: string }) {
  const { label, tone } = withdrawalLabels[withdrawal.state];
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-2 p-4 md:px-5">
      <div className="min-w-[min(100%,18rem)] flex-1 text-sm">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="text-ui font-semibold tabular-nums">{formatCents(withdrawal.amountCents)}</span>
          <StatusBadge tone={tone}>{label}</StatusBadge>
        </p>
        <p className="mt-1 text-ink-3">
          <DotSeparated
            of={[
              formatDateTime(withdrawal.createdAt),
              `${keyTypeLabels[withdrawal.pixKeyType]} ${withdrawal.pixKey}`,
              withdrawal.feeCents > 0 && `tarifa ${formatCents(withdrawal.feeCents)}`,
              withdrawal.debtCents > 0 && `${formatCents(withdrawal.debtCents)} pagaram o que você devia`,
            ]}
          />
        </p>
        <p className="max-w-prose text-ink-2">{withdrawalStep(withdrawal, now)}</p>
      </div>
      {withdrawalMachine.cancel.from.includes(withdrawal.state) && <Cancel withdrawal={withdrawal} />}
      <AskSupport
        className="-mx-5"
        request={{
          category: 'withdrawal',
          about: { kind: 'withdrawal', id: withdrawal.id },
          label: `Saque de ${formatCents(withdrawal.amountCents)}`,
        }}
      />
    </li>
  );
}

function Cancel({ withdrawal }: { withdrawal: Withdrawal }) {
  const { revalidate } = useRevalidator();
  const [open, setOpen] = useState(false);
  const { pending, problem, run } = useAction();
  const once = useIdempotentAction();
  const amount = formatCents(withdrawal.amountCents);

  const cancel = () =>
    run(async () => {
      const params = { id: withdrawal.id };
      await once(params, (idempotencyKey) => api(cancelWithdrawal, { params, idempotencyKey }));
      setOpen(false);
      aviso.sucesso('Saque cancelado', `${amount} voltaram ao seu saldo.`);
      await revalidate();
    });

  return (
    <AlertDialog
      open={open}
      onOpenChange={setOpen}
      trigger={<Button variant="secondary">Cancelar saque</Button>}
      title={`Cancelar o saque de ${amount}?`}
      description="O valor inteiro volta ao saldo disponível agora."
      cancelLabel="Manter saque"
      confirmLabel="Cancelar saque"
      loading={pending}
      onConfirm={() => void cancel()}
    >
      <ProblemBanner problem={problem} />
    </AlertDialog>
  );
}
