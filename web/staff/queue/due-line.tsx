import { cn } from '#web/ui/styles/class-names.ts';
import { formatDateTime } from '#web/ui/data/formats.ts';

/** Until when a row of a queue is to be done; past that, since when it is late, in words and not by colour alone. */
export function DueLine({ words, due: { at, late } }: { words: string; due: { at: string; late: boolean } }) {
  return (
    <span className={cn('text-xs', late ? 'font-semibold text-danger' : 'text-ink-3')}>
      {late ? 'atrasado desde' : words} {formatDateTime(at)}
    </span>
  );
}
