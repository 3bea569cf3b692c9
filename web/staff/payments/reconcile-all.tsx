import { RefreshCw } from '#web/ui/icons/icons.tsx';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import type { Reply } from '#contract/endpoint.ts';
import { reconcilePendingPayments } from '#contract/payments/staff-payments.ts';
import { can } from '#domain/staff/permissions.ts';
import { useActionWithProof } from '#web/accounts/use-action-with-proof.ts';
import { api } from '#web/api/api.ts';
import { useSession } from '#web/session.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { formatCount } from '#web/ui/data/formats.ts';

type Outcome = Reply<typeof reconcilePendingPayments>;

/** «Conciliar agora»: asks the provider about every pending charge and shows the result as one sentence. */
export function ReconcileAll() {
  const { user } = useSession();
  const { revalidate } = useRevalidator();
  const { run, pending, problem } = useActionWithProof();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const may = can({ id: user.id, role: user.role.slug }, 'reconcile_payment', undefined);
  const ask = () =>
    run(async () => {
      setOutcome(await api(reconcilePendingPayments));
      await revalidate();
    });
  return (
    <div className="flex flex-wrap items-center gap-y-2">
      <output className="text-sm text-ink-2 not-empty:mr-4">
        {outcome && !problem && reconciliationText(outcome)}
      </output>
      {problem && (
        <p role="alert" className="mr-4 text-sm text-danger">
          {problem.detail}
        </p>
      )}
      <Button
        icon={<RefreshCw aria-hidden="true" />}
        loading={pending}
        disabledReason={may.ok ? undefined : 'Só administradores conciliam.'}
        onClick={() => void ask()}
      >
        Conciliar agora
      </Button>
    </div>
  );
}

/** «3 atualizados, 1 sem correspondência.» */
export function reconciliationText({ asked, updated, unknown, unanswered }: Outcome): string {
  if (asked === 0) return 'Nenhuma cobrança espera resposta.';
  const parts = [
    updated === 0 ? 'nenhum atualizado' : formatCount(updated, 'atualizado', 'atualizados'),
    unknown > 0 && `${unknown} sem correspondência`,
    unanswered > 0 && `${unanswered} sem resposta do provedor`,
  ].filter(Boolean);
  return `${formatCount(asked, 'conferido', 'conferidos')}: ${parts.join(', ')}.`;
}
