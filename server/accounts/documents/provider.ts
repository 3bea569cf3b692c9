import { sql } from 'kysely';
import { mayApproveAlone, openDocumentStates } from '#domain/accounts/documents/checks.ts';
import type { DocumentKind, ProviderAnswer } from '#domain/accounts/documents/checks.ts';
import type { Sweep } from '#server/background/worker.ts';
import type { Ctx } from '#server/context.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { toJpeg } from '#server/files/encode-image.ts';
import { currentRules } from '#server/settings/queries.ts';
import { approveDocuments, lockOpenCheck, whyNotApproved } from './approval.ts';
import { readDocumentFile } from './document-files.ts';
import type { DocumentFile } from './document-files.ts';

const batch = 5;
/** After so many tries without an answer staff decide alone. */
const maxTries = 5;

interface Due {
  id: number;
  kind: DocumentKind;
  document: string;
  fullName: string;
  bornOn: string;
  tries: number;
  isOpen: boolean;
}

/**
 * Asks the provider about documents that were sent. The sending is in the queue of staff meanwhile, so a provider that is
 * away delays and loses nothing. The next try is written before the call: a process that dies is followed by another.
 */
export const askProvider: Sweep = {
  name: 'accounts.ask-document-provider',
  everyMs: 5_000,
  async run(ctx) {
    const due = await takeDue(ctx);
    for (const check of due)
      // One after the other: a provider limits its clients.
      // oxlint-disable-next-line no-await-in-loop
      await ask(ctx, check);
    return due.length;
  },
};

async function takeDue(ctx: Ctx): Promise<Due[]> {
  const { rows } = await sql<Due>`
    update document_checks set provider_tries = provider_tries + 1,
      provider_due_at = market_now() + least(power(2, provider_tries), 16) * interval '1 minute'
    where id in (select id from document_checks where provider_answer = 'waiting' and provider_due_at <= market_now()
      order by provider_due_at limit ${batch} for update skip locked)
    returning id, kind, document, full_name as "fullName", born_on::text as "bornOn", provider_tries as tries,
      state = any (${openDocumentStates}::text[]) as "isOpen"`.execute(ctx.db);
  return rows;
}

async function ask(ctx: Ctx, check: Due): Promise<void> {
  const { id, kind, document: cpf, fullName, bornOn, tries, isOpen } = check;
  const provider = ctx.documents;
  // Official records of faces are of people; once staff have decided nothing more is sent to a third party.
  if (provider === null || kind === 'company' || !isOpen) return store(ctx, id, null, 'unavailable');
  try {
    const selfie = await selfieOf(ctx, id);
    await store(ctx, id, provider.name, await provider.verify({ cpf, fullName, bornOn, selfie }));
  } catch (error) {
    ctx.log.warn({ err: error, checkId: id }, 'the provider of documents gave no answer');
    if (tries >= maxTries) await store(ctx, id, provider.name, 'unavailable');
  }
}

async function selfieOf(ctx: Ctx, checkId: number): Promise<Buffer | null> {
  const { rows } = await sql<DocumentFile>`
    select owner_id as "ownerId", key, key_sealed as "sealedKey" from document_files
    where check_id = ${checkId} and part = 'selfie'`.execute(ctx.db);
  const content = rows[0] ? await readDocumentFile(ctx, rows[0]) : null;
  return content && toJpeg(content);
}

/** Stores the answer, unless one is stored, and approves where the rules let a match do so. */
async function store(ctx: Ctx, id: number, name: string | null, answer: ProviderAnswer): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const check = await lockOpenCheck(tx, id);
    if (check === null) return;
    const { numAffectedRows } = await sql`
      update document_checks set provider_answer = ${answer}, provider = ${name}
      where id = ${id} and provider_answer = 'waiting'`.execute(tx);
    if (numAffectedRows !== 1n || answer !== 'match' || !check.isOpen) return;
    if (whyNotApproved(check) !== null) return;
    const { documents } = (await currentRules(ctx.db, tx)).rules;
    if (!mayApproveAlone(check, documents.providerApproves)) return;
    const note = 'O provedor confirmou número, nome, nascimento e rosto.';
    await approveDocuments(tx, check, { by: null, note, validDays: documents.validDays });
  });
}
