import type { FastifyInstance } from 'fastify';
import { fail } from '#domain/errors.ts';
import { imageWidths } from '#server/adapters/storage/image-store.ts';
import type { Ctx } from '#server/context.ts';

const filePattern = new RegExp(`^([a-f0-9]{32})-(${imageWidths.join('|')})(\\.webp)?$`);

/**
 * `/imagens/{key}-{width}`: AVIF for browsers that read it, else WebP; with `.webp` always that, for letters and link
 * previews. The name is the content, so a browser never asks twice.
 */
export function serveImages(app: FastifyInstance, ctx: Ctx): void {
  app.get<{ Params: { file: string } }>('/imagens/:file', async (request, reply) => {
    const [, key, width, suffix] = filePattern.exec(request.params.file) ?? fail('not_found');
    const asked = { key: key!, width: Number(width) };
    const readsAvif = !suffix && String(request.headers.accept).includes('image/avif');
    const avif = readsAvif ? await ctx.images.read(asked.key, asked.width, 'avif') : null;
    const bytes = avif ?? (await readWebp(ctx, asked)) ?? fail('not_found');
    if (!suffix) void reply.header('Vary', 'Accept');
    return reply
      .header('Cache-Control', 'public, max-age=31536000, immutable')
      .header('Content-Security-Policy', "default-src 'none'; sandbox")
      .type(avif ? 'image/avif' : 'image/webp')
      .send(bytes);
  });
}

/** A photo kept before a width existed answers with the next larger one it has. */
async function readWebp(ctx: Ctx, { key, width }: { key: string; width: number }): Promise<Buffer | null> {
  for (const each of imageWidths.filter((one) => one >= width)) {
    const bytes = await ctx.images.read(key, each);
    if (bytes) return bytes;
  }
  return null;
}
