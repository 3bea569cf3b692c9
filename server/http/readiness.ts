import type { Server } from 'node:http';
import { fail } from '#domain/errors.ts';
import { cached } from '#server/concurrency/cache.ts';
import type { Ctx } from '#server/context.ts';
import { beat } from '#server/background/heartbeat.ts';

/** The sign of life fits into a page that exists, so it may succeed while other writes find no space. */
const fullDiskMs = 30_000;
/** When each HTTP server last found the disk full: two in one process do not share it. */
const fullDisks = new WeakMap<Server, number>();

/** A write for a request of this server found the disk full. */
export function noteFullDisk(server: Server): void {
  fullDisks.set(server, performance.now());
}

/** Anyone may ask, and each answer needs a write. */
const cacheOptions = { name: 'readiness', maxEntries: 1, ttlMs: 1_000 };

/**
 * Whether this process can serve: its database takes a write, and no write of the last half minute found the disk full.
 * While the primary is away a process with a fresh replica is ready too: no other process could do more, and a proxy that
 * took all of them out would leave the site down.
 * @throws `unavailable` when it cannot
 */
export async function proveReadiness(ctx: Ctx, server: Server): Promise<void> {
  if (ctx.replica?.isAlone()) return;
  await cached(ctx, cacheOptions, '', () => beat(ctx));
  if (performance.now() - (fullDisks.get(server) ?? -Infinity) < fullDiskMs) fail('unavailable');
}
