import { Link } from 'react-router';
import { LoadFailure } from '#web/api/load-failure.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { cn } from '#web/ui/styles/class-names.ts';
import { formatCount, formatNumber } from '#web/ui/data/formats.ts';
import { staffAreas } from '#web/staff/shell/areas.ts';
import { ageLabel } from '#web/staff/queue/queue-age.ts';
import type { Queues } from '#web/staff/queue/use-queues.ts';

const dayMs = 86_400_000;

/**
 * [Revisão 12 · 3 h] [Saques 7 · 1 d!]: each queue with the age of its oldest item, and a button to the oldest of all.
 */
export function QueueStrip({ queues, now }: { queues: Queues; now: number }) {
  const shown = staffAreas.flatMap((area) =>
    area.queue
      ? [
          {
            path: area.queuePath ?? area.path,
            label: area.queueLabel ?? area.label,
            icon: area.icon,
            state: queues[area.queue],
          },
        ]
      : [],
  );
  const oldest = shown
    .filter(({ state }) => state?.oldestAt)
    .toSorted((a, b) => a.state!.oldestAt!.localeCompare(b.state!.oldestAt!))[0];
  const loaded = Object.keys(queues).length > 0;
  return (
    <section aria-labelledby="filas" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="filas" className="text-h2">
          Filas
        </h2>
        {oldest && (
          <Button asChild>
            <Link to={oldest.path}>Resolver o mais antigo</Link>
          </Button>
        )}
      </div>
      {!loaded && <LoadFailure thing="as filas" />}
      {loaded && !oldest && <p className="text-body text-ink-2">Filas vazias. Bom trabalho.</p>}
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(10rem,100%),1fr))] gap-3 md:max-xl:grid-cols-3">
        {shown.map(({ path, label, icon: Icon, state }) => {
          const late = state?.oldestAt != null && now - Date.parse(state.oldestAt) > dayMs;
          return (
            <li key={path}>
              <Link
                to={path}
                className="flex h-full flex-col gap-1 rounded-lg border border-border bg-surface p-4 hover:bg-surface-2"
              >
                <span className="flex items-center gap-2 text-sm text-ink-2">
                  <Icon aria-hidden="true" className="size-4" /> {label}
                </span>
                <span className="text-price-xl tabular-nums">
                  <span className="sr-only">
                    {state ? formatCount(state.count, 'item na fila', 'itens na fila') : 'Sem número'}
                  </span>
                  <span aria-hidden="true">{state ? formatNumber(state.count) : '—'}</span>
                </span>
                <span className={cn('text-xs', late ? 'font-semibold text-danger' : 'text-ink-3')}>
                  {state?.oldestAt
                    ? `mais antigo: ${ageLabel(state.oldestAt)}`
                    : state
                      ? 'nada esperando'
                      : 'não carregou'}
                </span>
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
