import { useState } from 'react';
import type { ReactNode } from 'react';
import type { getGuardianship } from '#contract/accounts/ages.ts';
import { endConsent, giveConsent } from '#contract/accounts/ages.ts';
import type { Reply } from '#contract/endpoint.ts';
import { api } from '#web/api/api.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { useSubmission } from '#web/api/submission.ts';
import { isoBirthDate } from '#web/accounts/profile/birth-date.ts';
import { useStepUp } from '#web/accounts/proof/step-up.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { Card } from '#web/ui/cards/card.tsx';
import { formatCents, formatDate } from '#web/ui/data/formats.ts';
import { StatusBadge } from '#web/ui/data/status-badge.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { MaskedInput, masks } from '#web/ui/forms/masked-input.tsx';
import { MoneyInput } from '#web/ui/forms/money-input.tsx';
import { useActionWithProof } from '../use-action-with-proof.ts';

interface MinorCardProps {
  minor: Reply<typeof getGuardianship>['minors'][number];
  /** The most that a guardian may allow a month. */
  maxCents: number;
  onChanged: () => Promise<void>;
}

/** A minor who asks for consent, or has it: the guardian decides, changes the limit, and takes the consent back. */
export function MinorCard({ minor, maxCents, onChanged }: MinorCardProps) {
  const { id, username, isGiven, expiresAt, givenAt, spentCents, monthlyLimitCents } = minor;
  const ending = useActionWithProof();

  async function end(): Promise<void> {
    await ending.run(() => api(endConsent, { params: { id } }));
    await onChanged();
  }

  return (
    <Card className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-h3">@{username}</h3>
        <StatusBadge tone={isGiven ? 'success' : 'warning'}>
          {isGiven ? 'Autorizado' : 'Pede autorização'}
        </StatusBadge>
      </div>
      <p className="text-ui text-ink-2">
        {isGiven
          ? `Neste mês: ${formatCents(spentCents)} de ${formatCents(monthlyLimitCents ?? 0)}. Autorizado desde ${formatDate(givenAt!)}.`
          : `Só autorize quem você conhece e por quem responde. O pedido vale até ${formatDate(expiresAt)}.`}
      </p>
      <ProblemBanner problem={ending.problem} />
      <LimitForm {...{ minor, maxCents, onChanged }}>
        <Button variant="quiet" className="text-danger" loading={ending.pending} onClick={() => void end()}>
          {isGiven ? 'Encerrar autorização' : 'Recusar pedido'}
        </Button>
      </LimitForm>
    </Card>
  );
}

function LimitForm({
  minor: { id, isGiven, monthlyLimitCents },
  maxCents,
  onChanged,
  children,
}: MinorCardProps & { children: ReactNode }) {
  const withProof = useStepUp();
  const [typed, setTyped] = useState('');
  const [limit, setLimit] = useState(monthlyLimitCents);
  const { formProps, errors, problem, pending } = useSubmission(giveConsent, {
    params: { id },
    read: () => ({
      ...(!isGiven && { bornOn: isoBirthDate(typed) ?? '' }),
      monthlyLimitCents: limit ?? 0,
    }),
    withProof,
    onDone: onChanged,
  });
  return (
    <form {...formProps} method="post" className="flex flex-col gap-4">
      <ProblemBanner problem={problem} />
      <div className="grid gap-4 sm:grid-cols-2">
        {!isGiven && (
          <Field
            label="Data de nascimento do menor"
            error={errors.bornOn}
            announceError
            hint="A mesma que foi informada no pedido."
          >
            <MaskedInput mask={masks.date} placeholder="dd/mm/aaaa" value={typed} onValueChange={setTyped} />
          </Field>
        )}
        <Field
          label="Limite por mês"
          error={errors.monthlyLimitCents}
          announceError
          hint={`Até ${formatCents(maxCents)}.`}
        >
          <MoneyInput value={limit} onValueChange={setLimit} />
        </Field>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant={isGiven ? 'secondary' : 'primary'} loading={pending}>
          {isGiven ? 'Mudar limite' : 'Autorizar compras'}
        </Button>
        {children}
      </div>
    </form>
  );
}
