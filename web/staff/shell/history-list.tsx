import { Link } from 'react-router';
import { formatDateTime } from '#web/ui/data/formats.ts';
import { DotSeparated } from '#web/ui/page/dot-separated.tsx';
import { decisionLabel, roleLabels } from '#domain/staff/audit-labels.ts';

interface Entry {
  id: number;
  at: string;
  kind: string;
  actor: string | null;
  reason: string;
}

/** «Histórico»: the latest decisions about an item, with a link to all of them. */
export function HistoryList({
  entries,
  subject,
  id,
}: {
  entries: readonly Entry[];
  subject: 'user' | 'listing' | 'order' | 'payment' | 'withdrawal';
  id: number;
}) {
  return (
    <section className="flex flex-col gap-2">
      <h3 className="text-h3">Histórico</h3>
      {entries.length === 0 && <p className="text-sm text-ink-2">Nenhuma decisão sobre isto ainda.</p>}
      <ol className="flex flex-col divide-y divide-border">
        {entries.map((entry) => (
          <li key={entry.id} className="py-2 text-sm">
            <p className="flex flex-wrap items-baseline justify-between gap-x-4">
              <strong className="font-semibold">{decisionLabel(entry.kind)}</strong>
              <span className="text-xs text-ink-3">
                <DotSeparated
                  of={[
                    entry.actor ? `@${entry.actor}` : roleLabels.system,
                    <time key="at" dateTime={entry.at}>
                      {formatDateTime(entry.at)}
                    </time>,
                  ]}
                />
              </span>
            </p>
            {entry.reason && <p className="text-ink-2">«{entry.reason}»</p>}
          </li>
        ))}
      </ol>
      <Link
        to={`/dashboard?aba=registro&papel=support,admin,system&objeto=${subject}&numero=${id}`}
        className="inline-flex min-h-11 items-center self-start text-ui font-semibold text-brand hover:underline"
      >
        Ver no registro de ações
      </Link>
    </section>
  );
}
