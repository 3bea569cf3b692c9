import { useState } from 'react';
import { revokeDocuments } from '#contract/accounts/document-checks.ts';
import type { QueuedDocumentCheck } from '#contract/accounts/document-checks.ts';
import { useStepUp } from '#web/accounts/proof/step-up.tsx';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { useSubmission } from '#web/api/submission.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Card } from '#web/ui/cards/card.tsx';
import { formatDate } from '#web/ui/data/formats.ts';
import { Field } from '#web/ui/forms/field.tsx';
import { Textarea } from '#web/ui/forms/textarea.tsx';

/** An approval in force, which staff withdraw with a reason. */
export function ApprovedCard({
  check,
  onRevoked,
}: {
  check: QueuedDocumentCheck;
  onRevoked: () => Promise<void>;
}) {
  const [open, setOpen] = useState(false);
  const { username, level, validUntil, isOwn } = check;
  return (
    <Card className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h3 className="min-w-0 text-h3 break-words">@{username}</h3>
        <span className="text-sm text-ink-2">
          Nível {level.slice(1)}, vale até {formatDate(validUntil!)}
        </span>
      </div>
      {open ? (
        <RevocationForm id={check.id} onRevoked={onRevoked} onCancel={() => setOpen(false)} />
      ) : (
        <Button
          variant="secondary"
          className="self-start"
          aria-label={`Retirar aprovação de @${username}`}
          {...(isOwn && { disabledReason: 'Estes documentos são seus. Outra pessoa decide.' })}
          onClick={() => setOpen(true)}
        >
          Retirar aprovação
        </Button>
      )}
    </Card>
  );
}

function RevocationForm({
  id,
  onRevoked,
  onCancel,
}: {
  id: number;
  onRevoked: () => Promise<void>;
  onCancel: () => void;
}) {
  const withProof = useStepUp();
  const { formProps, errors, problem, pending } = useSubmission(revokeDocuments, {
    params: { id },
    withProof,
    read: (form) => ({ reason: String(form.get('reason') ?? '') }),
    onDone: onRevoked,
  });
  return (
    <form {...formProps} method="post" className="flex flex-col items-start gap-4">
      <Field
        label="Motivo"
        error={errors.reason}
        announceError
        hint="É isto que a pessoa lê."
        className="w-full"
      >
        <Textarea name="reason" minRows={2} limit={500} />
      </Field>
      <ProblemBanner problem={problem} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" loading={pending}>
          Retirar aprovação
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          Agora não
        </Button>
      </div>
    </form>
  );
}
