import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { fail } from '#domain/errors.ts';
import { readDocumentFile } from '#server/accounts/documents/document-files.ts';
import type { DocumentFile } from '#server/accounts/documents/document-files.ts';
import type { Ctx } from '#server/context.ts';
import { openLink, signedLink } from './signed-links.ts';
import type { LinkOwner } from './signed-links.ts';

/** A link to a file of a document for five minutes of the caller's session. */
export function linkToDocument(ctx: Ctx, owner: LinkOwner, fileId: number): Promise<string> {
  return signedLink(ctx, ctx.db, owner, { path: `/arquivos/documentos/${fileId}`, says: {} });
}

/** Serves `/arquivos/documentos/{id}`, while the documents wait for a decision; every fault of a link is a 404. */
export function serveDocuments(app: FastifyInstance, ctx: Ctx): void {
  app.get<{ Params: { id: string } }>('/arquivos/documentos/:id', async (request, reply) => {
    await openLink(ctx, request, []);
    const { rows } = await sql<DocumentFile & { kind: 'image' | 'pdf' }>`
      select f.owner_id as "ownerId", f.key, f.key_sealed as "sealedKey", f.kind
      from document_files f join document_checks c on c.id = f.check_id
      where f.id = ${Number(request.params.id)} and c.state in ('sent', 'in_review', 'claimed')`.execute(
      ctx.db,
    );
    const file = rows[0] ?? fail('not_found');
    const content = (await readDocumentFile(ctx, file)) ?? fail('not_found');
    const isPicture = file.kind === 'image';
    return reply
      .header('Cache-Control', 'private, no-store')
      .header(
        'Content-Disposition',
        `${isPicture ? 'inline' : 'attachment'}; filename="documento.${isPicture ? 'webp' : 'pdf'}"`,
      )
      .header('Content-Security-Policy', "default-src 'none'; sandbox")
      .header('Referrer-Policy', 'no-referrer')
      .type(isPicture ? 'image/webp' : 'application/octet-stream')
      .send(content);
  });
}
