import { sql } from 'kysely';
import type { Query, Reply } from '#contract/endpoint.ts';
import type {
  listDocumentChecks,
  openDocuments as openEndpoint,
  QueuedDocumentCheck,
} from '#contract/accounts/document-checks.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { needsTwoPeople, openDocumentStates } from '#domain/accounts/documents/checks.ts';
import type { DocumentPart, DocumentState } from '#domain/accounts/documents/checks.ts';
import { fail } from '#domain/errors.ts';
import { can } from '#domain/staff/permissions.ts';
import type { Ctx, Queryable } from '#server/context.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { record } from '#server/events/events.ts';
import { linkToDocument } from '#server/http/pages/serve-documents.ts';
import { documentHolder } from './document-proofs.ts';

type Row = Omit<QueuedDocumentCheck, 'needsTwo' | 'isFirstMine' | 'isOwn' | 'createdAt'> & {
  firstId: number | null;
  holderId: number | null;
  createdAt: Date;
};

const columns = sql`c.id, c.user_id as "userId", u.username::text as username, c.level, c.kind, c.state,
  c.is_claim as "isClaim", c.provider_answer as provider, c.first_by as "firstId", f.username::text as "firstBy",
  ${documentHolder} as "holderId",
  c.created_at as "createdAt", c.valid_until::text as "validUntil"`;
const source = sql`document_checks c join users u on u.id = c.user_id left join users f on f.id = c.first_by`;

function present(viewer: Viewer, { firstId, holderId, createdAt, ...row }: Row): QueuedDocumentCheck {
  return {
    ...row,
    needsTwo: needsTwoPeople(row),
    isFirstMine: firstId === viewer.id,
    isOwn: viewer.id === row.userId || viewer.id === holderId,
    createdAt: createdAt.toISOString(),
  };
}

/** The documents that wait for a decision, or the approvals in force. */
export async function listChecks(
  ctx: Ctx,
  viewer: Viewer,
  { view }: Query<typeof listDocumentChecks>,
): Promise<Reply<typeof listDocumentChecks>> {
  const { rows } =
    view === 'approved'
      ? await sql<Row>`select ${columns} from ${source} where c.state = 'approved'
          order by c.decided_at desc, c.id desc limit 100`.execute(ctx.db)
      : await sql<Row>`select ${columns} from ${source} where c.state in ('sent', 'in_review', 'claimed')
          order by c.id limit 100`.execute(ctx.db);
  return { items: rows.map((row) => present(viewer, row)) };
}

/** One sending as the queue shows it. */
export async function queuedCheck(db: Queryable, viewer: Viewer, id: number): Promise<QueuedDocumentCheck> {
  const { rows } = await sql<Row>`select ${columns} from ${source} where c.id = ${id}`.execute(db);
  return present(viewer, rows[0]!);
}

type Opened = Reply<typeof openEndpoint>;

interface OpenedRow extends Omit<Opened, 'files' | 'heldElsewhere'> {
  userId: number;
  holderId: number | null;
  state: DocumentState;
}

/**
 * Shows a sending for its decision. The opening is recorded before anything is shown (ADR 0053), and a decided sending
 * shows nothing any more (ADR 0125).
 */
export async function openDocuments(ctx: Ctx, viewer: Viewer, id: number): Promise<Opened> {
  const shown = await inTransaction(ctx.db, async (tx) => {
    const { rows } = await sql<OpenedRow>`
      select c.user_id as "userId", c.state, c.full_name as "fullName", c.document, c.born_on::text as "bornOn",
        c.expires_on::text as "expiresOn", c.claim_words as "claimWords",
        ${documentHolder} as "holderId",
        exists (select from document_files f join document_files o on o.content_hash = f.content_hash
          and o.owner_id <> f.owner_id where f.check_id = c.id) as "sentElsewhere"
      from document_checks c where c.id = ${id} for update of c`.execute(tx);
    const row = rows[0] ?? fail('not_found');
    const answer = can(viewer, 'decide_document', { id: row.userId, holderId: row.holderId });
    if (!answer.ok) fail(answer.reason);
    if (!(openDocumentStates as readonly string[]).includes(row.state))
      fail('already_decided', { detail: 'Estes documentos já foram decididos e não são mais mostrados.' });
    if (row.state === 'sent')
      await sql`update document_checks set state = 'in_review' where id = ${id}`.execute(tx);
    const subject = { kind: 'user', id: row.userId } as const;
    await record(tx, { kind: 'account.documents_opened', actor: viewer, subject, data: { checkId: id } });
    const { holderId, ...rest } = row;
    return { ...rest, heldElsewhere: holderId !== null };
  });
  return { ...shown, files: await linksTo(ctx, viewer, id) };
}

async function linksTo(ctx: Ctx, viewer: Viewer, checkId: number): Promise<Opened['files']> {
  const { rows } = await sql<{ id: number; part: DocumentPart; kind: 'image' | 'pdf' }>`
    select id, part, kind from document_files where check_id = ${checkId}
    order by array_position(array['front', 'back', 'selfie'], part)`.execute(ctx.db);
  return Promise.all(
    rows.map(async ({ id, part, kind }) => ({
      part,
      url: await linkToDocument(ctx, viewer, id),
      isPicture: kind === 'image',
    })),
  );
}
