import type { Sweep } from './worker.ts';

/** Every sweep of the marketplace, by hand. */
export const allSweeps: readonly Sweep[] = [];
