import { boundsIn } from '#domain/sizes.ts';
import type { Bounds, Size } from '#domain/sizes.ts';
import { turned } from './turned-sizes.ts';

/** How little and how much of something may be written or sent now. */
export function boundsOf(size: Size): Bounds {
  return boundsIn(turned, size);
}

/** The most of it. */
export function mostOf(size: Size): number {
  return boundsOf(size).max;
}
