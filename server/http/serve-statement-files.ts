import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { getStatementFile } from '#contract/statements.ts';
import { fail } from '#domain/errors.ts';
import type { Ctx } from '#server/context.ts';
import { statementFile } from '#server/statements/file.ts';
import type { StatementChoice } from '#server/statements/queries.ts';
import { marketNow } from '#server/transaction.ts';
import { isSignedLink, linkLastsMs, signLink } from './signed-links.ts';

/** A link to a person's statement that works for 15 minutes, signed over the person, the choice and its end. */
export async function linkToStatementFile(
  ctx: Ctx,
  userId: number,
  choice: StatementChoice,
): Promise<string> {
  const until = (await marketNow(ctx.db)).getTime() + linkLastsMs;
  const query = new URLSearchParams({
    pessoa: String(userId),
    escolha: JSON.stringify(choice),
    ate: String(until),
    assinatura: signLink(ctx.keys.files, said(userId, JSON.stringify(choice), until)),
  });
  return `/arquivos/extrato.csv?${query}`;
}

const said = (userId: number, choice: string, until: number) => ['statement', userId, choice, until];

interface Link {
  Querystring: { pessoa?: unknown; escolha?: unknown; ate?: unknown; assinatura?: unknown };
}

/** `/arquivos/extrato.csv`: whatever is wrong with a link, there is nothing here. */
export function serveStatementFiles(app: FastifyInstance, ctx: Ctx): void {
  app.get<Link>('/arquivos/extrato.csv', async (request, reply) => {
    const { pessoa, escolha, ate, assinatura } = request.query;
    if (typeof escolha !== 'string' || typeof assinatura !== 'string') fail('not_found');
    const [userId, until] = [Number(pessoa), Number(ate)];
    if (!isSignedLink(ctx.keys.files, said(userId, escolha, until), assinatura)) fail('not_found');
    if (until < (await marketNow(ctx.db)).getTime()) fail('not_found');
    const choice = getStatementFile.query.parse(JSON.parse(escolha));
    return reply
      .header('Cache-Control', 'private, no-store')
      .header('Content-Disposition', 'attachment; filename="extrato-praca.csv"')
      .header('Content-Security-Policy', "default-src 'none'; sandbox")
      .header('Referrer-Policy', 'no-referrer')
      .type('text/csv; charset=utf-8')
      .send(Readable.from(statementFile(ctx, userId, choice)));
  });
}
