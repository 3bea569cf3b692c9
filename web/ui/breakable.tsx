import { Fragment } from 'react';
import type { ReactNode } from 'react';

/** A person's name in a title: it breaks after an underscore, and inside a word only where a line holds none. */
export function breakable(name: string): ReactNode {
  return name.split(/(_)/).map((part, index) => (
    <Fragment key={index}>
      {part}
      {part === '_' && <wbr />}
    </Fragment>
  ));
}
