import { useState } from 'react';
import { Link } from 'react-router';
import { decideContest } from '#contract/accounts/counting-contests.ts';
import type { listContests } from '#contract/accounts/counting-contests.ts';
import type { Reply } from '#contract/endpoint.ts';
import type { ContestCause, IncidentKind } from '#domain/accounts/seller-levels/contests.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { useSubmission } from '#web/api/submission.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Card } from '#web/ui/cards/card.tsx';
import { formatDateTime } from '#web/ui/data/formats.ts';
import { Field } from '#web/ui/forms/field.tsx';
import { RadioGroup } from '#web/ui/forms/radio-group.tsx';
import { Textarea } from '#web/ui/forms/textarea.tsx';
import { aviso } from '#web/ui/overlays/toast.tsx';

type Contest = Reply<typeof listContests>['items'][number];

/** A contest of a seller: the sale, their words, and the decision. */
export function ContestCard({
  contest: { id, orderId, title, seller, buyer, kinds, words, createdAt },
  onDecided,
}: {
  contest: Contest;
  onDecided: () => Promise<void>;
}) {
  const [open, setOpen] = useState(false);
  return (
    <Card className="flex flex-col gap-3">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <h2 className="min-w-0 text-h3 break-words">
          <Link
            to={`/dashboard/pedidos/${orderId}`}
            className="inline-flex min-h-11 items-center underline-offset-4 hover:underline"
          >
            {title}
          </Link>
        </h2>
        <span className="text-sm text-ink-3">{formatDateTime(createdAt)}</span>
      </div>
      <p className="text-sm text-ink-2">
        @{seller} vendeu para @{buyer}. Conta como: {kinds.map((kind) => incidentLabels[kind]).join(', ')}.
      </p>
      <blockquote className="border-l-2 border-border pl-3 text-ui break-words text-ink">{words}</blockquote>
      {open ? (
        <DecisionForm id={id} onDecided={onDecided} onCancel={() => setOpen(false)} />
      ) : (
        <Button
          variant="secondary"
          className="self-start"
          aria-label={`Decidir: ${title}`}
          onClick={() => setOpen(true)}
        >
          Decidir
        </Button>
      )}
    </Card>
  );
}

const incidentLabels: Record<IncidentKind, string> = {
  claim: 'reclamação',
  cancellation: 'cancelada por quem vendeu',
  late: 'entrega atrasada',
};

const causeLabels: Record<ContestCause, string> = {
  buyer_abuse: 'Não conta: abuso de quem comprou',
  platform_incident: 'Não conta: falha do site',
  miscounted: 'Não conta: contada por engano',
};

const keeps = 'continua';
const choices = [
  ...Object.entries(causeLabels).map(([value, label]) => ({ value, label })),
  { value: keeps, label: 'Continua contando' },
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
  const { formProps, errors, problem, pending } = useSubmission(decideContest, {
    params: { id: String(id) },
    read: (form) => {
      const choice = String(form.get('choice') ?? keeps);
      const note = String(form.get('note') ?? '');
      return choice === keeps
        ? { decision: 'reject' as const, note }
        : { decision: 'accept' as const, cause: choice as ContestCause, note };
    },
    onDone: async () => {
      aviso.sucesso('Contestação decidida', 'A pessoa já foi avisada.');
      await onDecided();
    },
  });
  return (
    <form {...formProps} method="post" className="flex flex-col items-start gap-4">
      <RadioGroup name="choice" aria-label="Decisão" defaultValue={keeps} options={choices} />
      <Field
        label="Motivo"
        error={errors.note}
        announceError
        hint="É isto que a pessoa lê."
        className="w-full"
      >
        <Textarea name="note" minRows={2} limit={500} />
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
