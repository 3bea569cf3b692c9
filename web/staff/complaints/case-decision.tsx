import { Suspense, useState } from 'react';
import type { StaffComplaint } from '#contract/complaints/staff-complaints.ts';
import { takeComplaint } from '#contract/complaints/staff-complaints.ts';
import { useEndpointAction } from '#web/orders/use-order-action.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { Banner } from '#web/ui/page/banner.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { Card } from '#web/ui/cards/card.tsx';
import { lazyPart } from '#web/ui/page/lazy-part.ts';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import { ClaimBanner } from '#web/staff/queue/claim-banner.tsx';
import { useClaim } from '#web/staff/queue/use-claim.ts';
import { DecisionForm } from './decision-form.tsx';

// Evidence is asked for in few cases.
const RequestForm = lazyPart(() =>
  import('./request-form.tsx').then((module) => ({ default: module.RequestForm })),
);

/** The available staff actions or why there are none, the assignee, and who decided before. */
export function CaseDecision({ found }: { found: StaffComplaint }) {
  const [asking, setAsking] = useState(false);
  const decision = found.actions.find(({ event }) => event === 'decide' || event === 'decide_appeal');
  const ask = found.actions.find(({ event }) => event === 'ask_evidence');
  const claim = useClaim('complaints', decision?.allowed ? found.id : null);
  if (!decision) return null;
  const first = found.decisions.length > 0 ? (found.deciders[0] ?? null) : undefined;
  return (
    <Card className="flex flex-col gap-4">
      <h2 className="text-h2">{decision.event === 'decide_appeal' ? 'Decidir recurso' : 'Decidir'}</h2>
      <Following found={found} />
      {first !== undefined && (
        <p className="text-sm text-ink-2">
          {first === null ? 'A decisão anterior veio do prazo.' : `Decidiu antes: @${first}.`}
        </p>
      )}
      {decision.allowed ? (
        <>
          <ClaimBanner {...claim} />
          <fieldset disabled={claim.claimedBy !== null} className="contents">
            <legend className="sr-only">Decisão do caso</legend>
            <DecisionForm found={found} appeal={decision.event === 'decide_appeal'} />
          </fieldset>
        </>
      ) : (
        <Banner tone="warning">{decision.because}</Banner>
      )}
      {ask && !asking && (
        <Button
          variant="secondary"
          className="self-start"
          disabledReason={ask.because ?? undefined}
          onClick={() => setAsking(true)}
        >
          Pedir provas
        </Button>
      )}
      {ask?.allowed && asking && (
        <Suspense fallback={<Skeleton className="h-60 rounded-lg" />}>
          <RequestForm found={found} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </Card>
  );
}

function Following({ found: { id, takenBy, actions } }: { found: StaffComplaint }) {
  const { send, pending, refusal } = useEndpointAction();
  const take = actions.find(({ event }) => event === 'take');
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-sm text-ink-2">{takenBy ? `Com @${takenBy}.` : 'Ninguém assumiu este caso.'}</p>
        {take?.allowed && (
          <Button
            size="sm"
            variant="secondary"
            loading={pending}
            onClick={() => void send(takeComplaint, { id })}
          >
            Assumir caso
          </Button>
        )}
      </div>
      <ProblemBanner problem={refusal} />
    </div>
  );
}
