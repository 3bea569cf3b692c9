import { sql } from 'kysely';
import type { Ctx } from '#server/context.ts';
import type { Step } from './closing-steps.ts';
import { releaseMemory } from './release-memory.ts';

/**
 * Draws the photos of the demo market that are missing: those that are asked for at once, the others one after another.
 * @returns stops the drawing
 */
export async function startDemoPhotos(ctx: Ctx): Promise<Step> {
  const { rows } = await sql`select from images where look is null limit 1`.execute(ctx.db);
  if (rows.length === 0) return async () => undefined;
  const { openDemoPhotos } = await import('#demo/photos.ts');
  const photos = openDemoPhotos(ctx);
  ctx.images = photos.images;
  const stopping = new AbortController();
  const drawing = photos
    .drawAll(stopping.signal)
    .then(releaseMemory)
    .catch((error: unknown) => ctx.log.error({ err: error }, 'photos of the demo market are missing'));
  return async () => {
    stopping.abort();
    await drawing;
  };
}
