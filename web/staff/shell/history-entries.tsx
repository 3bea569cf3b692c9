import { formatDateTime } from '#web/ui/data/formats.ts';
import { DotSeparated } from '#web/ui/page/dot-separated.tsx';
import { decisionLabel } from '#domain/staff/audit-labels.ts';
import { roleLabels } from '#domain/staff/role-labels.ts';

export interface HistoryEntry {
  id: number;
  at: string;
  kind: string;
  actor: string | null;
  reason: string;
}

/** The decisions of a {@link HistoryList}. */
export function HistoryEntries({ entries }: { entries: readonly HistoryEntry[] }) {
  return (
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
  );
}
