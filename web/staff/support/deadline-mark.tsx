import { Clock, ClockAlert } from '#web/ui/icons/icons.tsx';
import type { DeskRow } from '#contract/tickets/staff-tickets.ts';
import { cn } from '#web/ui/styles/class-names.ts';
import { formatDateTime } from '#web/ui/data/formats.ts';

const texts: Record<NonNullable<DeskRow['due']>['clock'], { due: string; late: string }> = {
  first_answer: { due: 'Responder até', late: 'Resposta atrasada desde' },
  solution: { due: 'Resolver até', late: 'Solução atrasada desde' },
  assignee: { due: 'Responda, ou volta para a fila, até', late: 'Volta para a fila desde' },
};

/** The next deadline of a ticket; overdue is also said as text. */
export function DeadlineMark({ due, className }: { due: DeskRow['due']; className?: string }) {
  if (!due) return null;
  const { clock, at, overdue } = due;
  const Icon = overdue ? ClockAlert : Clock;
  return (
    <span
      className={cn(
        'flex items-center gap-1.5 text-xs',
        overdue ? 'font-semibold text-danger' : 'text-ink-2',
        className,
      )}
    >
      <Icon aria-hidden="true" className="size-3.5 shrink-0" />
      {overdue ? texts[clock].late : texts[clock].due} {formatDateTime(at)}
    </span>
  );
}
