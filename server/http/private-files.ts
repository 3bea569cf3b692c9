import type { FastifyInstance } from 'fastify';
import { fail } from '#domain/errors.ts';
import type { Ctx, Queryable } from '#server/context.ts';
import { marketNow } from '#server/transaction.ts';
import { isSignedLink, linkLastsMs, signLink } from './signed-links.ts';

/** A private file, the name it is saved under, and the person it is for. */
export interface PrivateFile {
  key: string;
  name: string;
  userId: number;
}

/** Pictures of our own drawing may be looked at in the page; whatever else is private is only ever saved. */
const looked = '.webp';

/** A link that works for 15 minutes. It names the person, the file and its end, and is signed over all of them. */
export async function linkToFile(ctx: Ctx, db: Queryable, file: PrivateFile): Promise<string> {
  const until = (await marketNow(db)).getTime() + linkLastsMs;
  const query = new URLSearchParams({
    nome: file.name,
    pessoa: String(file.userId),
    ate: String(until),
    assinatura: signLink(ctx.keys.files, said(file, until)),
  });
  return `/arquivos/${file.key}?${query}`;
}

interface Link {
  Params: { key: string };
  Querystring: { nome?: unknown; pessoa?: unknown; ate?: unknown; assinatura?: unknown };
}

/** `/arquivos/{key}`: whatever is wrong with a link, there is nothing here. */
export function servePrivateFiles(app: FastifyInstance, ctx: Ctx): void {
  app.get<Link>('/arquivos/:key', async (request, reply) => {
    const { nome, pessoa, ate, assinatura } = request.query;
    if (typeof nome !== 'string' || typeof assinatura !== 'string') fail('not_found');
    const file = { key: request.params.key, name: nome, userId: Number(pessoa) };
    if (!isSignedLink(ctx.keys.files, said(file, Number(ate)), assinatura)) fail('not_found');
    if (Number(ate) < (await marketNow(ctx.db)).getTime()) fail('not_found');
    const content = (await ctx.files.read(file.key)) ?? fail('not_found');
    const isPicture = file.name.endsWith(looked);
    return reply
      .header('Cache-Control', 'private, no-store')
      .header('Content-Disposition', `${isPicture ? 'inline' : 'attachment'}; filename="${file.name}"`)
      .header('Content-Security-Policy', "default-src 'none'; sandbox")
      .header('Referrer-Policy', 'no-referrer')
      .type(isPicture ? 'image/webp' : 'application/octet-stream')
      .send(content);
  });
}

const said = ({ key, name, userId }: PrivateFile, until: number) => [key, name, userId, until];
