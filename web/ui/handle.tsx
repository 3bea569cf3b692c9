import { Fragment } from 'react';

/** A person's name in a title: it breaks after an underscore, and inside a word only where a line holds none. */
export function Handle({ name }: { name: string }) {
  return name.split(/(_)/).map((part, index) => (
    <Fragment key={index}>
      {part}
      {part === '_' && <wbr />}
    </Fragment>
  ));
}
