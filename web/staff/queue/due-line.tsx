import { cn } from '#web/ui/styles/class-names.ts';
import { formatDateTime } from '#web/ui/data/formats.ts';

/** The deadline of a queue row; once overdue, since when, as text and not by colour alone. */
export function DueLine({ label, due: { at, late } }: { label: string; due: { at: string; late: boolean } }) {
  return (
    <span className={cn('text-xs', late ? 'font-semibold text-danger' : 'text-ink-3')}>
      {late ? 'atrasado desde' : label} {formatDateTime(at)}
    </span>
  );
}
