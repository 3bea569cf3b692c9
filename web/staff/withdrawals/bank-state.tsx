import { useRevalidator } from 'react-router';
import type { StaffWithdrawal } from '#contract/withdrawals/staff-withdrawals.ts';
import { retryWithdrawal } from '#contract/withdrawals/staff-withdrawals.ts';
import { useStepUp } from '#web/accounts/proof/step-up.tsx';
import { api } from '#web/api/api.ts';
import { useIdempotentAction } from '#web/api/idempotent-action.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { withdrawalLabels } from '#web/labels.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { formatCents, formatDate, formatTime } from '#web/ui/data/formats.ts';
import { StatusBadge } from '#web/ui/data/status-badge.tsx';
import { aviso } from '#web/ui/overlays/toast.tsx';
import { useAction } from '#web/api/use-action.ts';
import { Repayment } from './repayment.tsx';

/** State of a decided withdrawal, the bank's answer, and available actions. */
export function BankState({ row, onRetried }: { row: StaffWithdrawal; onRetried?: () => Promise<void> }) {
  const { label, tone } = withdrawalLabels[row.state];
  return (
    <span className="flex flex-col items-start gap-1 max-md:items-end">
      <StatusBadge tone={tone}>{label}</StatusBadge>
      <BankAnswer row={row} />
      {row.attempt && <Retry row={row} attempt={row.attempt} onRetried={onRetried} />}
      {row.repayable && <Repayment row={row} />}
    </span>
  );
}

/** The bank's answer, and whether it was paid before. */
function BankAnswer({ row: { state, paidAt, reopenedAt, lastError } }: { row: StaffWithdrawal }) {
  if (!lastError) return null;
  return (
    <span className="text-xs text-danger md:max-w-72">
      {paidAt && reopenedAt
        ? `Pago em ${formatDate(paidAt)}, o banco devolveu em ${formatDate(reopenedAt)}: ${lastError}`
        : `O banco recusou: ${lastError}.`}
      {state === 'returned' && (
        <span className="block text-ink-2">O valor voltou ao saldo e a pessoa já foi avisada.</span>
      )}
    </span>
  );
}

/** «Tentar de novo»: starts the next attempt now; the server accepts one press. */
function Retry({
  row: { id, amountCents, user },
  attempt: { made, most, nextAt, notNowBecause },
  onRetried,
}: {
  row: StaffWithdrawal;
  attempt: NonNullable<StaffWithdrawal['attempt']>;
  onRetried: (() => Promise<void>) | undefined;
}) {
  const { revalidate } = useRevalidator();
  const withProof = useStepUp();
  const runOnce = useIdempotentAction();
  const { pending, problem, run } = useAction();
  const retry = () =>
    run(async () => {
      await runOnce({ id, made }, (idempotencyKey) =>
        withProof(() => api(retryWithdrawal, { params: { id }, idempotencyKey })),
      );
      aviso.sucesso(
        'Pix tentado de novo',
        `${formatCents(amountCents)} de @${user.username}. Veja a situação do saque.`,
      );
      await onRetried?.();
      await revalidate();
    });
  return (
    <>
      <span className="text-xs text-ink-2">
        Tentativa {made} de {most}. A próxima é às {formatTime(nextAt)}.
      </span>
      <Button
        variant="secondary"
        size="sm"
        aria-label={`Tentar de novo o saque de ${formatCents(amountCents)} de @${user.username}`}
        loading={pending}
        disabledReason={notNowBecause ?? undefined}
        onClick={() => void retry()}
      >
        Tentar de novo
      </Button>
      <ProblemBanner problem={problem} />
    </>
  );
}
