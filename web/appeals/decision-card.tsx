import { useState } from 'react';
import { Link } from 'react-router';
import type { Reply } from '#contract/endpoint.ts';
import type { listOwnDecisions } from '#contract/appeals/appeals.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Card } from '#web/ui/cards/card.tsx';
import { formatDateTime } from '#web/ui/data/formats.ts';
import { StatusBadge } from '#web/ui/data/status-badge.tsx';
import { AppealForm } from './appeal-form.tsx';
import { appealStateLabels } from './decision-labels.ts';

export type Decision = Reply<typeof listOwnDecisions>['items'][number];

interface DecisionCardProps {
  decision: Decision;
  onAppealed: () => Promise<void>;
}

/** A decision of staff about the person: what, why, until when it can be appealed, and the appeal. */
export function DecisionCard({ decision, onAppealed }: DecisionCardProps) {
  const { id, reason, appealUntil, canAppeal, appeal } = decision;
  const [open, setOpen] = useState(false);
  return (
    <Card className="flex flex-col gap-3">
      <DecisionHead decision={decision} />
      <p className="text-ui break-words text-ink">
        {reason === '' ? 'A equipe não escreveu o motivo.' : `Motivo: ${reason}`}
      </p>
      {appeal && <AppealOutcome appeal={appeal} />}
      {canAppeal && !open && (
        <Button
          variant="secondary"
          className="self-start"
          aria-label={`Recorrer: ${nameOf(decision)}`}
          onClick={() => setOpen(true)}
        >
          Recorrer
        </Button>
      )}
      {canAppeal && open && (
        <AppealForm decisionId={id} onDone={onAppealed} onCancel={() => setOpen(false)} />
      )}
      {!appeal && (
        <p className="text-sm text-ink-3">
          {canAppeal ? 'Você pode recorrer até' : 'O prazo para recorrer acabou em'}{' '}
          {formatDateTime(appealUntil)}.
        </p>
      )}
    </Card>
  );
}

function nameOf({ label, thing }: Decision): string {
  return thing === null ? label : `${label}, ${thing}`;
}

function DecisionHead({ decision: { label, at, thing, path, appeal } }: { decision: Decision }) {
  const linked = thing !== null && path !== null;
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
      <div className="min-w-0 flex-[1_1_12rem]">
        <h2 className="text-h3 break-words">{label}</h2>
        <p className="text-sm break-words text-ink-2">
          {linked ? (
            <Link to={path} className="relative underline underline-offset-4 hit-44">
              {thing}
            </Link>
          ) : (
            thing
          )}
          <span className="block">{formatDateTime(at)}</span>
        </p>
      </div>
      {appeal && (
        <StatusBadge tone={appealStateLabels[appeal.state].tone}>
          {appealStateLabels[appeal.state].label}
        </StatusBadge>
      )}
    </div>
  );
}

function AppealOutcome({ appeal }: { appeal: NonNullable<Decision['appeal']> }) {
  const { words, state, decideBy, reason, remainder } = appeal;
  return (
    <>
      <div className="flex flex-col gap-1 border-l-2 border-border pl-3 text-ui break-words text-ink-2">
        <p className="text-sm font-semibold">Seu recurso</p>
        <blockquote>{words}</blockquote>
      </div>
      <p className="text-ui break-words text-ink">
        {state === 'open'
          ? `Outra pessoa da equipe decide até ${formatDateTime(decideBy)}.`
          : `A equipe: ${reason ?? ''}`}
      </p>
      {remainder !== null && <p className="text-ui break-words text-ink-2">{remainder}</p>}
    </>
  );
}
