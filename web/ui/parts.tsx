import type { ReactNode } from 'react';
import { cn } from '#web/ui/class-names.ts';

interface PartsProps {
  /** What is missing (`null`, `false`, `''`) is left out. */
  of: readonly ReactNode[];
  className?: string;
}

/** Facts in a row, «A · B · C». A dot that would begin or end a line is not painted. */
export function Parts({ of: parts, className }: PartsProps) {
  return (
    <span data-slot="parts" className={cn('parts', className)}>
      {parts
        .filter((part) => part !== null && part !== undefined && part !== false && part !== '')
        .map((part, index) => (
          <span key={index}>
            {index > 0 && <span data-dot> · </span>}
            {part}
          </span>
        ))}
    </span>
  );
}
