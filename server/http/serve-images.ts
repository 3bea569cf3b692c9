import type { FastifyInstance } from 'fastify';
import { fail } from '#domain/errors.ts';
import type { Ctx } from '#server/context.ts';

const filePattern = /^([a-f0-9]{32})-(320|800|1280)\.webp$/;

/** `/imagens/{key}-{width}.webp`: the name is the content, so a browser never asks twice. */
export function serveImages(app: FastifyInstance, ctx: Ctx): void {
  app.get<{ Params: { file: string } }>('/imagens/:file', async (request, reply) => {
    const match = filePattern.exec(request.params.file);
    const bytes = match ? await ctx.images.read(match[1]!, Number(match[2])) : null;
    if (!bytes) fail('not_found');
    return reply
      .header('Cache-Control', 'public, max-age=31536000, immutable')
      .header('Content-Security-Policy', "default-src 'none'")
      .type('image/webp')
      .send(bytes);
  });
}
