import type { FastifyInstance } from 'fastify';
import { fail } from '#domain/errors.ts';
import type { Ctx, Queryable } from '#server/context.ts';
import { openLink, signedLink } from './signed-links.ts';
import type { LinkOwner } from './signed-links.ts';

/** A private file and its name for saving. */
export interface PrivateFile {
  key: string;
  name: string;
}

/** Re-encoded pictures may be shown in the page; every other private file is a download. */
const pictureSuffix = '.webp';

/** A link to a file that is valid for five minutes in the caller's session. */
export function linkToFile(
  ctx: Ctx,
  db: Queryable,
  owner: LinkOwner,
  { key, name }: PrivateFile,
): Promise<string> {
  return signedLink(ctx, db, owner, { path: `/arquivos/${key}`, says: { nome: name } });
}

/** Serves `/arquivos/{key}`; every fault of a link is a 404. */
export function servePrivateFiles(app: FastifyInstance, ctx: Ctx): void {
  app.get<{ Params: { key: string } }>('/arquivos/:key', async (request, reply) => {
    const { nome: name = '' } = (await openLink(ctx, request, ['nome'])).says;
    const content = (await ctx.files.read(request.params.key)) ?? fail('not_found');
    const isPicture = name.endsWith(pictureSuffix);
    return reply
      .header('Cache-Control', 'private, no-store')
      .header('Content-Disposition', `${isPicture ? 'inline' : 'attachment'}; filename="${name}"`)
      .header('Content-Security-Policy', "default-src 'none'; sandbox")
      .header('Referrer-Policy', 'no-referrer')
      .type(isPicture ? 'image/webp' : 'application/octet-stream')
      .send(content);
  });
}
