import { endIncident } from '#contract/incidents/incidents.ts';
import type { listStaffIncidents } from '#contract/incidents/incidents.ts';
import type { Reply } from '#contract/endpoint.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { useSubmission } from '#web/api/submission.ts';
import { spanText } from '#web/incidents/incident-texts.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Card } from '#web/ui/cards/card.tsx';
import { StatusBadge } from '#web/ui/data/status-badge.tsx';
import { aviso } from '#web/ui/overlays/toast.tsx';

type Incident = Reply<typeof listStaffIncidents>['items'][number];

interface IncidentCardProps {
  incident: Incident;
  mayEnd: boolean;
  onEnded: () => Promise<void>;
}

/** One outage: its time, what everyone reads, what only the team reads, and its end. */
export function IncidentCard({ incident, mayEnd, onEnded }: IncidentCardProps) {
  const { words, reason, declaredBy, endedBy, endsAt, applied } = incident;
  return (
    <Card className="flex flex-col gap-3">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <h3 className="min-w-0 text-h3">{spanText(incident)}</h3>
        <StatusBadge tone={endsAt === null ? 'warning' : applied ? 'success' : 'info'}>
          {endsAt === null ? 'Prazos parados' : applied ? 'Prazos adiados' : 'Adiando prazos'}
        </StatusBadge>
      </div>
      <p className="text-ui break-words">{words}</p>
      <p className="text-sm break-words text-ink-2">
        <strong className="font-semibold">Para a equipe:</strong> {reason}
      </p>
      <p className="text-sm break-words text-ink-3">
        {declaredBy ? `Registrada por @${declaredBy}` : 'Registrada automaticamente'}
        {endedBy && `, encerrada por @${endedBy}`}.
      </p>
      {endsAt === null && <EndForm incident={incident} mayEnd={mayEnd} onEnded={onEnded} />}
    </Card>
  );
}

function EndForm({ incident: { id }, mayEnd, onEnded }: IncidentCardProps) {
  const { formProps, problem, pending } = useSubmission(endIncident, {
    params: { id: String(id) },
    read: () => ({}),
    onDone: async () => {
      aviso.sucesso('Falha encerrada', 'Os prazos são adiados em instantes.');
      await onEnded();
    },
  });
  return (
    <form {...formProps} method="post" className="flex flex-col items-start gap-3">
      <ProblemBanner problem={problem} />
      <Button
        type="submit"
        variant="secondary"
        loading={pending}
        disabledReason={mayEnd ? undefined : 'Só a administração encerra uma falha.'}
      >
        Encerrar falha agora
      </Button>
    </form>
  );
}
