import { boundsIn } from '#domain/settings/sizes.ts';
import type { Bounds, Size } from '#domain/settings/sizes.ts';

/**
 * The rules of which staff turned a size, as far as they say one: the usual bounds stand with their size. The server
 * sets them before each page (`setTurned`); a browser reads them from the page it got, so that no page asks for them.
 */
let turned: object = typeof document === 'undefined' ? {} : read(document.documentElement);

/** @returns whether they changed, so that what was rendered before is out of date */
export function setTurned(next: object): boolean {
  const changed = JSON.stringify(next) !== JSON.stringify(turned);
  turned = next;
  return changed;
}

/** As the document's element tells them; nothing while all is as usual. */
export function turnedText(): string | undefined {
  const told = JSON.stringify(turned);
  return told === '{}' ? undefined : told;
}

/** How little and how much of something may be written or sent now. */
export function boundsOf(size: Size): Bounds {
  return boundsIn(turned, size);
}

/** The most of it. */
export function mostOf(size: Size): number {
  return boundsOf(size).max;
}

function read({ dataset }: HTMLElement): object {
  return JSON.parse(dataset.sizes ?? '{}') as object;
}
