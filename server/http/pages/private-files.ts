import type { FastifyInstance } from 'fastify';
import { fail } from '#domain/errors.ts';
import type { Ctx, Queryable } from '#server/context.ts';
import { openLink, signedLink } from './signed-links.ts';
import type { LinkOwner } from './signed-links.ts';

/** A private file and the name it is saved under. */
export interface PrivateFile {
  key: string;
  name: string;
}

/** Pictures of our own drawing may be looked at in the page; whatever else is private is only ever saved. */
const looked = '.webp';

/** A link to a file, for five minutes of the session that asks for it. */
export function linkToFile(
  ctx: Ctx,
  db: Queryable,
  owner: LinkOwner,
  { key, name }: PrivateFile,
): Promise<string> {
  return signedLink(ctx, db, owner, { path: `/arquivos/${key}`, says: { nome: name } });
}

/** `/arquivos/{key}`: whatever is wrong with a link, there is nothing here. */
export function servePrivateFiles(app: FastifyInstance, ctx: Ctx): void {
  app.get<{ Params: { key: string } }>('/arquivos/:key', async (request, reply) => {
    const { nome: name = '' } = (await openLink(ctx, request, ['nome'])).says;
    const content = (await ctx.files.read(request.params.key)) ?? fail('not_found');
    const isPicture = name.endsWith(looked);
    return reply
      .header('Cache-Control', 'private, no-store')
      .header('Content-Disposition', `${isPicture ? 'inline' : 'attachment'}; filename="${name}"`)
      .header('Content-Security-Policy', "default-src 'none'; sandbox")
      .header('Referrer-Policy', 'no-referrer')
      .type(isPicture ? 'image/webp' : 'application/octet-stream')
      .send(content);
  });
}
