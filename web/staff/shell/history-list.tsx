import { Suspense } from 'react';
import { Link } from 'react-router';
import { useHydrated } from '#web/boot/hydrated.ts';
import { lazyPart } from '#web/ui/page/lazy-part.ts';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import type { HistoryEntry } from './history-entries.tsx';

/** The labels of all events load when a history is shown. */
const LazyHistoryEntries = lazyPart(() =>
  import('./history-entries.tsx').then((module) => ({ default: module.HistoryEntries })),
);

/** «Histórico»: the latest decisions about an item, with a link to all of them. */
export function HistoryList({
  entries,
  subject,
  id,
}: {
  entries: readonly HistoryEntry[];
  subject: 'user' | 'listing' | 'order' | 'payment' | 'withdrawal';
  id: number;
}) {
  const hydrated = useHydrated();
  const placeholder = <Skeleton className="h-11" />;
  return (
    <section className="flex flex-col gap-2">
      <h3 className="text-h3">Histórico</h3>
      {entries.length === 0 && <p className="text-sm text-ink-2">Nenhuma decisão sobre isto ainda.</p>}
      {entries.length > 0 &&
        (hydrated ? (
          <Suspense fallback={placeholder}>
            <LazyHistoryEntries entries={entries} />
          </Suspense>
        ) : (
          placeholder
        ))}
      <Link
        to={`/dashboard?aba=registro&papel=support,admin,operator,system&objeto=${subject}&numero=${id}`}
        className="inline-flex min-h-11 items-center self-start text-ui font-semibold text-brand hover:underline"
      >
        Ver no registro de ações
      </Link>
    </section>
  );
}
