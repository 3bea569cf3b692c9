import { sql } from 'kysely';
import type { Ctx, Queryable, Tx } from '#server/context.ts';
import { record } from '#server/events/events.ts';
import { inTransaction } from '#server/database/transaction.ts';

/** Serializes declarations and proofs of one document, so that a proof removes every concurrent claim. */
export async function lockDocument(tx: Tx, document: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('document:' || ${document}, 0))`.execute(tx);
}

/** SQL: the other account that has proven the document of the check `c` (ADR 0079); null without one. */
export const documentHolder = sql<number | null>`
  (select h.id from users h where h.proven_document = c.document and h.id <> c.user_id)`;

/** Whether another account proved this document (ADR 0079). Always one indexed look-up, so that timing tells nothing. */
export async function isDocumentOfAnother(db: Queryable, userId: number, document: string): Promise<boolean> {
  const { rows } = await sql`
    select from users where proven_document = ${document} and id <> ${userId}`.execute(db);
  return rows.length > 0;
}

/**
 * Marks the declared document as proven if a bank named it as the payer of this account's Pix. Accounts that merely
 * declared the same document lose it and are notified (ADR 0079). Staff are notified when another account proved it first.
 */
export async function proveDocument(tx: Tx, userId: number): Promise<void> {
  const document = await lockDeclared(tx, userId);
  if (document === null) return;
  const { rows } = await sql<{ paymentId: number | null }>`
    select proving_payment(${userId}) as "paymentId"`.execute(tx);
  const { paymentId } = rows[0]!;
  if (paymentId === null) return;
  const subject = { kind: 'user', id: userId } as const;
  if (await isDocumentOfAnother(tx, userId, document)) {
    await record(tx, { kind: 'account.document_contested', actor: null, subject, data: { paymentId } });
    return;
  }
  await dropUnprovenClaims(tx, userId, document);
  await sql`update users set proven_document = ${document}, document_proven_at = market_now(), document_proven_by = 'pix'
    where id = ${userId}`.execute(tx);
  await record(tx, { kind: 'account.document_proven', actor: null, subject, data: { paymentId } });
}

/** Runs {@link proveDocument} after a Pix arrived; the payment's own transaction holds other locks. */
export function proveAfterPayment(ctx: Ctx, { userId }: { userId: number }): Promise<void> {
  return inTransaction(ctx.db, (tx) => proveDocument(tx, userId));
}

/** Locks the declared document before any account, so that its proofs are serialized. @returns null without a document */
async function lockDeclared(tx: Tx, userId: number): Promise<string | null> {
  const declared = async () => {
    const { rows } = await sql<{ document: string | null }>`
      select coalesce(cpf, cnpj) as document from users
      where id = ${userId} and identity_verified_at is not null and proven_document is null`.execute(tx);
    return rows[0]?.document ?? null;
  };
  const document = await declared();
  if (document === null) return null;
  await lockDocument(tx, document);
  return (await declared()) === document ? document : null;
}

/** Accounts that merely declared a document lose it when another proves it (ADR 0079). */
export async function dropUnprovenClaims(tx: Tx, ownerId: number, document: string): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    update users set cpf = null, cnpj = null, mei = false, full_name = null, birth_date = null,
      identity_verified_at = null, level_granted_at = null
    where (cpf = ${document} or cnpj = ${document}) and id <> ${ownerId} and proven_document is null
    returning id`.execute(tx);
  for (const { id } of rows)
    await record(tx, { kind: 'account.document_lost', actor: null, subject: { kind: 'user', id } });
}
