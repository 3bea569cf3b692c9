import { useState } from 'react';
import { Link } from 'react-router';
import { decideAppeal } from '#contract/appeals/staff-appeals.ts';
import type { listAppeals } from '#contract/appeals/staff-appeals.ts';
import type { Reply } from '#contract/endpoint.ts';
import { appealReason } from '#domain/appeals/appeals.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { useSubmission } from '#web/api/submission.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Card } from '#web/ui/cards/card.tsx';
import { formatDateTime } from '#web/ui/data/formats.ts';
import { StatusBadge } from '#web/ui/data/status-badge.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { RadioGroup } from '#web/ui/forms/radio-group.tsx';
import { Textarea } from '#web/ui/forms/textarea.tsx';
import { aviso } from '#web/ui/overlays/toast.tsx';

type Appeal = Reply<typeof listAppeals>['items'][number];

interface AppealCardProps {
  appeal: Appeal;
  onDecided: () => Promise<void>;
}

/** An open appeal: the decision with its reason and who took it, the person's words, and the form to decide. */
export function AppealCard({ appeal, onDecided }: AppealCardProps) {
  const { id, label, person, thing, path, decidedAt, deciders, reason, words, decideBy, overdue } = appeal;
  const [open, setOpen] = useState(false);
  const name = thing ?? `@${person}`;
  return (
    <Card className="flex flex-col gap-3">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <div className="min-w-0">
          <h2 className="text-h3 break-words">{label}</h2>
          <p className="text-sm break-words text-ink-2">
            {path === null ? (
              name
            ) : (
              <Link to={path} className="relative underline underline-offset-4 hit-44">
                {name}
              </Link>
            )}
            {thing !== null && `, de\u00a0@${person}`}
          </p>
        </div>
        <StatusBadge tone={overdue ? 'danger' : 'neutral'}>
          {overdue ? 'Em atraso' : `Até ${formatDateTime(decideBy)}`}
        </StatusBadge>
      </div>
      <p className="text-ui break-words text-ink-2">
        {deciders.map((each) => `@${each}`).join(', ')} em {formatDateTime(decidedAt)}:{' '}
        {reason === '' ? 'sem motivo escrito.' : reason}
      </p>
      <blockquote className="border-l-2 border-border pl-3 text-ui break-words text-ink">{words}</blockquote>
      {open ? (
        <DecisionForm id={id} onDecided={onDecided} onCancel={() => setOpen(false)} />
      ) : (
        <Button
          variant="secondary"
          className="self-start"
          aria-label={`Decidir: ${name}`}
          onClick={() => setOpen(true)}
        >
          Decidir
        </Button>
      )}
    </Card>
  );
}

const choices = [
  { value: 'uphold', label: 'Manter a decisão' },
  { value: 'overturn', label: 'Desfazer a decisão' },
];

function DecisionForm({
  id,
  onDecided,
  onCancel,
}: {
  id: number;
  onDecided: () => Promise<void>;
  onCancel: () => void;
}) {
  const { formProps, errors, problem, pending } = useSubmission(decideAppeal, {
    params: { id: String(id) },
    read: (form) => ({
      decision: form.get('choice') === 'overturn' ? ('overturn' as const) : ('uphold' as const),
      reason: String(form.get('reason') ?? ''),
    }),
    onDone: async (decided) => {
      aviso.sucesso('Recurso decidido', decided.remainder ?? 'A pessoa já foi avisada.');
      await onDecided();
    },
  });
  return (
    <form {...formProps} method="post" className="flex flex-col items-start gap-4">
      <RadioGroup name="choice" aria-label="Decisão" defaultValue="uphold" options={choices} />
      <Field
        label="Motivo"
        error={errors.reason}
        announceError
        hint="É isto que a pessoa lê."
        className="w-full"
      >
        <Textarea name="reason" minRows={2} limit={appealReason.max} />
      </Field>
      <ProblemBanner problem={problem} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" loading={pending}>
          Decidir
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          Agora não
        </Button>
      </div>
    </form>
  );
}
