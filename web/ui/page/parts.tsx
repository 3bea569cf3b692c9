import { Fragment } from 'react';
import type { ReactNode } from 'react';

/** Facts in a row, «A · B · C», without those that are missing. A dot that would begin or end a line is not painted. */
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

/** A person's name in a title: it breaks after an underscore, and inside a word only where no line holds it. */
export function breakable(name: string): ReactNode {
  return name.split(/(?<=_)/).map((part, index) => (
    <Fragment key={index}>
      {part}
      <wbr />
    </Fragment>
  ));
}
