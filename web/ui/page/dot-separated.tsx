import { Fragment } from 'react';
import type { ReactNode } from 'react';

/** Items separated by dots, «A · B · C»; empty ones are left out. A dot at the start or end of a line is hidden. */
export function DotSeparated({ of: parts }: { of: readonly ReactNode[] }) {
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

/** A username in a title: line breaks are allowed after underscores, and within a word only when it exceeds a line. */
export function breakable(name: string): ReactNode {
  return name.split(/(?<=_)/).map((part, index) => (
    <Fragment key={index}>
      {part}
      <wbr />
    </Fragment>
  ));
}
