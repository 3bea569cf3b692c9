import type { ReactNode } from 'react';

/** Facts in a row, «A · B · C», without those that are missing. A dot that would begin or end a line is not painted. */
export function Parts({ of: parts }: { of: readonly ReactNode[] }) {
  return (
    <span className="parts">
      {parts.filter(Boolean).map((part, index) => (
        <span key={index}>
          {index > 0 && <span data-dot> · </span>}
          {part}
        </span>
      ))}
    </span>
  );
}
