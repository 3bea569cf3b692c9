import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { getStatementFile } from '#contract/ledger/statements.ts';
import type { Ctx } from '#server/context.ts';
import { statementFile } from '#server/ledger/statements/file.ts';
import type { StatementChoice } from '#server/ledger/statements/queries.ts';
import { openLink, signedLink } from './signed-links.ts';
import type { LinkOwner } from './signed-links.ts';

const path = '/arquivos/extrato.csv';

/** A link to a person's own statement that is valid for five minutes in the caller's session. */
export function linkToStatementFile(ctx: Ctx, owner: LinkOwner, choice: StatementChoice): Promise<string> {
  return signedLink(ctx, ctx.db, owner, { path, says: { escolha: JSON.stringify(choice) } });
}

/** Serves `/arquivos/extrato.csv`; every fault of a link is a 404. */
export function serveStatementFiles(app: FastifyInstance, ctx: Ctx): void {
  app.get(path, async (request, reply) => {
    const { userId, says } = await openLink(ctx, request, ['escolha']);
    const choice = getStatementFile.query.parse(JSON.parse(says.escolha!));
    return reply
      .header('Cache-Control', 'private, no-store')
      .header('Content-Disposition', 'attachment; filename="extrato-praca.csv"')
      .header('Content-Security-Policy', "default-src 'none'; sandbox")
      .header('Referrer-Policy', 'no-referrer')
      .type('text/csv; charset=utf-8')
      .send(Readable.from(statementFile(ctx, userId, choice)));
  });
}
