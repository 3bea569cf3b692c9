import type { LazyExoticComponent } from 'react';
import { lazy } from 'react';
import { patiently } from './import-page.ts';

type Part = Awaited<ReturnType<Parameters<typeof lazy>[0]>>['default'];

/**
 * A part of a page whose code comes when it is drawn. Where React's `lazy` gives the whole page up when that fails,
 * this waits for the connection.
 * @param unasked it comes by itself: its wait is nobody's business
 */
export function late<P extends Part>(
  load: () => Promise<{ default: P }>,
  { unasked = false } = {},
): LazyExoticComponent<P> {
  return lazy(() => patiently(load, { unasked }));
}
