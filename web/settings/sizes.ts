import { boundsIn } from '#domain/settings/sizes.ts';
import type { Bounds, Size } from '#domain/settings/sizes.ts';

/**
 * Bounds of sizes that staff changed in the settings; the default bounds are declared with each size. The server sets
 * them before each page (`setSizeOverrides`), and a browser reads them from the page, so that no page requests them.
 */
let overrides: object = typeof document === 'undefined' ? {} : readOverrides(document.documentElement);

/** @returns whether they changed, so that markup rendered before is out of date */
export function setSizeOverrides(next: object): boolean {
  const changed = JSON.stringify(next) !== JSON.stringify(overrides);
  overrides = next;
  return changed;
}

/** The overrides as JSON for the document element; undefined when there are none. */
export function sizeOverridesText(): string | undefined {
  const text = JSON.stringify(overrides);
  return text === '{}' ? undefined : text;
}

/** The minimum and maximum of a size that apply now. */
export function boundsOf(size: Size): Bounds {
  return boundsIn(overrides, size);
}

/** The maximum of a size that applies now. */
export function maxOf(size: Size): number {
  return boundsOf(size).max;
}

function readOverrides({ dataset }: HTMLElement): object {
  return JSON.parse(dataset.sizes ?? '{}') as object;
}
