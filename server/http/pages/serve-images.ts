import type { FastifyInstance } from 'fastify';
import { fail } from '#domain/errors.ts';
import { imageWidths } from '#server/adapters/storage/image-store.ts';
import type { Ctx } from '#server/context.ts';

const filePattern = new RegExp(`^([a-f0-9]{32})-(${imageWidths.join('|')})(\\.webp)?$`);

/**
 * Serves `/imagens/{key}-{width}`: AVIF for browsers that accept it, else WebP; with `.webp` always WebP, for e-mails
 * and link previews. The key is a content hash, so browsers may cache it for ever.
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

/** Photos that were stored before a width was introduced use their next larger file. */
async function readWebp(ctx: Ctx, { key, width }: { key: string; width: number }): Promise<Buffer | null> {
  for (const each of imageWidths.filter((one) => one >= width)) {
    const bytes = await ctx.images.read(key, each);
    if (bytes) return bytes;
  }
  return null;
}
