import { Link } from 'react-router';
import { Section } from '#web/ui/cards/card.tsx';
import { formatDateTime } from '#web/ui/data/formats.ts';
import type { Task } from './tasks.ts';

const shown = 5;

/** Pending actions of others with their deadlines, the earliest first; renders nothing without any. */
export function Deadlines({ deadlines }: { deadlines: readonly Task[] }) {
  if (deadlines.length === 0) return null;
  return (
    <Section title="Próximos prazos" text="Você não precisa fazer nada agora.">
      <ul className="divide-y divide-border rounded-lg border border-border bg-surface">
        {deadlines.slice(0, shown).map(({ key, path, title, sentence, deadline }) => (
          <li key={key} className="relative flex flex-col gap-0.5 p-4 hover:bg-surface-2 md:px-5">
            <Link to={path} className="text-sm text-ink-3 after:absolute after:inset-0 after:rounded-lg">
              <span className="line-clamp-1">{title}</span>
            </Link>
            <p className="text-ui">{sentence}</p>
            {deadline && (
              <time dateTime={deadline} className="sr-only">
                Prazo: {formatDateTime(deadline)}
              </time>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}
