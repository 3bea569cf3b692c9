import { useState } from 'react';
import type { Reply } from '#contract/endpoint.ts';
import type { getPerson } from '#contract/staff/people.ts';
import { brokenRuleNames, suspends } from '#domain/accounts/strikes/strikes.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { formatDate } from '#web/ui/data/formats.ts';
import { StatusBadge } from '#web/ui/data/status-badge.tsx';
import { StrikeDialog } from './strike-dialog.tsx';

type Person = Reply<typeof getPerson>;
type Strike = Person['strikes']['items'][number];

/** The strikes of an account, with what each brought, and the next one (F55). */
export function StrikesSection({ person, onChanged }: { person: Person; onChanged: () => Promise<void> }) {
  const { strikes, may, state } = person;
  const [asked, setAsked] = useState(false);
  const over = state === 'banned' || state === 'closed';
  return (
    <section className="flex flex-col gap-2">
      <h3 className="text-h3">Advertências</h3>
      {strikes.items.length === 0 ? (
        <p className="text-sm text-ink-2">Nenhuma.</p>
      ) : (
        <ul className="flex flex-col divide-y divide-border">
          {strikes.items.map((strike) => (
            <StrikeRow key={strike.id} strike={strike} />
          ))}
        </ul>
      )}
      <Button
        variant="secondary"
        className="self-start"
        disabledReason={may.strike.because ?? (over ? 'Esta conta já foi encerrada.' : undefined)}
        onClick={() => setAsked(true)}
      >
        Dar advertência
      </Button>
      {asked && (
        <StrikeDialog
          person={person}
          onClose={() => setAsked(false)}
          onDone={async () => {
            setAsked(false);
            await onChanged();
          }}
        />
      )}
    </section>
  );
}

function StrikeRow({ strike }: { strike: Strike }) {
  const { rule, reason, by, givenAt, counts, expiresAt } = strike;
  return (
    <li className="flex flex-col gap-1 py-3">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <p className="min-w-0 flex-[1_1_12rem] font-semibold break-words text-ink">{brokenRuleNames[rule]}</p>
        <StrikeBadge strike={strike} />
      </div>
      <p className="text-ui break-words text-ink-2">«{reason}»</p>
      <p className="text-sm text-ink-2">
        @{by}, {formatDate(givenAt)}. {effectText(strike)}
        {counts && ` Conta até ${formatDate(expiresAt)}.`}
      </p>
    </li>
  );
}

function StrikeBadge({ strike: { revokedAt, counts, step } }: { strike: Strike }) {
  if (revokedAt !== null) return <StatusBadge tone="neutral">Desfeita</StatusBadge>;
  if (!counts) return <StatusBadge tone="neutral">Não conta mais</StatusBadge>;
  return <StatusBadge tone="warning">{`Advertência ${step}`}</StatusBadge>;
}

function effectText({ measure, measureUntil, revokedAt }: Strike): string {
  if (revokedAt !== null) return `Desfeita por recurso em ${formatDate(revokedAt)}.`;
  if (measureUntil === null) return 'Só aviso.';
  const until = formatDate(measureUntil);
  if (!suspends(measure)) return `Anúncios pela revisão até ${until}.`;
  return measure === 'closing'
    ? `Suspensa até ${until}, com o encerramento proposto.`
    : `Suspensa até ${until}.`;
}
