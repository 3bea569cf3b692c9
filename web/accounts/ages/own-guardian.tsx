import type { getGuardianship } from '#contract/accounts/ages.ts';
import { endConsent } from '#contract/accounts/ages.ts';
import type { Reply } from '#contract/endpoint.ts';
import { api } from '#web/api/api.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { formatCents, formatDate } from '#web/ui/data/formats.ts';
import { StatusBadge } from '#web/ui/data/status-badge.tsx';
import { useActionWithProof } from '../use-action-with-proof.ts';
import { SettingList, SettingRow } from '../settings-section.tsx';

interface OwnGuardianProps {
  guardian: NonNullable<Reply<typeof getGuardianship>['guardian']>;
  onEnded: () => Promise<void>;
}

/** The guardian that a minor named, with what was allowed. */
export function OwnGuardian({ guardian, onEnded }: OwnGuardianProps) {
  const { run, pending, problem } = useActionWithProof();
  const { id, username, isGiven, expiresAt, givenAt, monthlyLimitCents } = guardian;

  async function end(): Promise<void> {
    await run(() => api(endConsent, { params: { id } }));
    await onEnded();
  }

  return (
    <>
      <ProblemBanner problem={problem} />
      <SettingList>
        <SettingRow
          title={`@${username}`}
          badge={
            <StatusBadge tone={isGiven ? 'success' : 'warning'}>
              {isGiven ? 'Autorizou' : 'À espera da resposta'}
            </StatusBadge>
          }
          value={
            isGiven
              ? `Até ${formatCents(monthlyLimitCents ?? 0)} por mês, desde ${formatDate(givenAt!)}.`
              : `Pode responder até ${formatDate(expiresAt)}. Sem resposta, confira o nome e peça de novo.`
          }
          action={
            <Button variant="secondary" loading={pending} onClick={() => void end()}>
              {isGiven ? 'Encerrar autorização' : 'Cancelar pedido'}
            </Button>
          }
        />
      </SettingList>
    </>
  );
}
