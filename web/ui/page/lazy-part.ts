import type { LazyExoticComponent } from 'react';
import { lazy } from 'react';
import { importWhenOnline } from './import-when-online.ts';

type Part = Awaited<ReturnType<Parameters<typeof lazy>[0]>>['default'];

/**
 * A component whose code loads when it renders. React's `lazy` fails the whole page when the import fails; this waits
 * for the connection.
 * @param background waits without a message on the screen
 */
export function lazyPart<P extends Part>(
  load: () => Promise<{ default: P }>,
  { background = false } = {},
): LazyExoticComponent<P> {
  return lazy(() => importWhenOnline(load, { background }));
}
