import { Link } from 'react-router';
import { accountPlaces } from '#web/layouts/account-links.ts';
import type { Counts } from '#web/orders/lists/load-orders.ts';
import { formatCount, formatNumber } from '#web/ui/data/formats.ts';

export interface ShortcutsProps {
  /** Null when they did not load; the links are shown without counts. */
  counts: Counts | null;
  /** Questions this person has not answered. */
  questions: number;
}

/** Links to the account's pages, two by three on phones, each with its pending items. */
export function Shortcuts({ counts, questions }: ShortcutsProps) {
  const notes: Partial<Record<string, string | null>> = {
    '/conta/compras': firstOf(counts?.purchases, { confirmar: 'para confirmar', andamento: 'em andamento' }),
    '/conta/vendas': firstOf(counts?.sales, { entregar: 'para entregar', aguardando: 'aguardando' }),
    '/conta/perguntas': questions > 0 ? formatCount(questions, 'sem resposta', 'sem resposta') : null,
  };
  return (
    <nav aria-label="Atalhos da conta" className="sm:hidden">
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,max(9rem,40%)),1fr))] gap-3">
        {accountPlaces.slice(1).map(([to, label]) => (
          <li key={to}>
            <Link
              to={to}
              className="flex h-full min-h-14 flex-col justify-center rounded-lg border border-border bg-surface p-3 hover:bg-surface-2"
            >
              <span className="text-ui font-semibold">{label}</span>
              {notes[to] && <span className="text-sm text-ink-2 tabular-nums">{notes[to]}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** A text for the first non-empty tab; undefined when all are empty or unknown. */
function firstOf(counts: Readonly<Record<string, number>> | undefined, labels: Record<string, string>) {
  const found = Object.entries(labels).find(([tab]) => (counts?.[tab] ?? 0) > 0);
  return found ? `${formatNumber(counts![found[0]]!)} ${found[1]}` : null;
}
