import { sql } from 'kysely';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { openDocumentStates, validUntil } from '#domain/accounts/documents/checks.ts';
import type { DocumentKind, DocumentLevel, DocumentState } from '#domain/accounts/documents/checks.ts';
import type { Tx } from '#server/context.ts';
import { record, recordDecision } from '#server/events/events.ts';
import { proveBirth } from '#server/accounts/ages/births.ts';
import { dropUnprovenClaims, isDocumentOfAnother, lockDocument } from './document-proofs.ts';

/** A sending, locked with its document and its person. */
export interface LockedCheck {
  id: number;
  userId: number;
  state: DocumentState;
  level: DocumentLevel;
  kind: DocumentKind;
  isClaim: boolean;
  firstBy: number | null;
  document: string;
  fullName: string;
  bornOn: string;
  expiresOn: string | null;
  mei: boolean;
  today: string;
  isOpen: boolean;
  /** Another account has proven the document. */
  isHeldElsewhere: boolean;
}

/** Locks the document first, then the person, as declarations and proofs do, so that one document has one account. */
export async function lockOpenCheck(tx: Tx, id: number): Promise<LockedCheck | null> {
  const { rows: found } = await sql<{ document: string; userId: number }>`
    select document, user_id as "userId" from document_checks where id = ${id}`.execute(tx);
  if (!found[0]) return null;
  await lockDocument(tx, found[0].document);
  await sql`select from users where id = ${found[0].userId} for no key update`.execute(tx);
  const { rows } = await sql<Omit<LockedCheck, 'isOpen' | 'isHeldElsewhere'>>`
    select id, user_id as "userId", state, level, kind, is_claim as "isClaim", first_by as "firstBy", document,
      full_name as "fullName", born_on::text as "bornOn", expires_on::text as "expiresOn", mei,
      (market_now() at time zone 'America/Sao_Paulo')::date::text as today
    from document_checks where id = ${id} for update`.execute(tx);
  const check = rows[0]!;
  return {
    ...check,
    isOpen: (openDocumentStates as readonly string[]).includes(check.state),
    isHeldElsewhere: await isDocumentOfAnother(tx, check.userId, check.document),
  };
}

/**
 * Approves documents: they prove number, name and birth date, and end the person's earlier approval. Of a claim the other
 * account loses the document. Accounts that merely declared it lose it as well (ADR 0079).
 * @param by null: the provider's match, of level N2
 */
export async function approveDocuments(
  tx: Tx,
  check: LockedCheck,
  { by, note, validDays }: { by: Viewer | null; note: string; validDays: number },
): Promise<void> {
  const { id, userId, state, document } = check;
  if (check.isClaim) await takeFromHolder(tx, check, by);
  await sql`update document_checks set state = 'replaced' where user_id = ${userId} and state = 'approved'`.execute(
    tx,
  );
  await sql`update document_checks set state = 'approved', decided_by = ${by?.id ?? null}, decided_at = market_now(),
      note = ${note}, valid_until = ${validUntil(check.today, check.expiresOn, validDays)}::date
    where id = ${id}`.execute(tx);
  await dropUnprovenClaims(tx, userId, document);
  await proveIdentity(tx, check);
  await proveBirth(tx, userId, check.bornOn, 'document', by?.id ?? null);
  await recordDecision(tx, {
    kind: 'account.documents_approved',
    actor: by,
    subject: { kind: 'user', id: userId },
    data: { checkId: id, level: check.level },
    before: { state },
    after: { state: 'approved', level: check.level },
    reason: note,
  });
}

/** Stores the identity of an account that declared none, and marks the document as proven. */
async function proveIdentity(tx: Tx, check: LockedCheck): Promise<void> {
  const { userId, document, fullName, bornOn, mei } = check;
  const isCpf = document.length === 11;
  await sql`update users set full_name = ${fullName}, birth_date = ${bornOn}::date,
      cpf = ${isCpf ? document : null}, cnpj = ${isCpf ? null : document}, mei = ${mei},
      identity_verified_at = coalesce(identity_verified_at, market_now()),
      proven_document = ${document},
      document_proven_at = coalesce(document_proven_at, market_now()),
      document_proven_by = coalesce(document_proven_by, 'documents')
    where id = ${userId}`.execute(tx);
}

/** The account that had proven the document loses it, with its approval, its levels and its name (§4.14). */
async function takeFromHolder(tx: Tx, { userId, document }: LockedCheck, by: Viewer | null): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    update users set cpf = null, cnpj = null, mei = false, full_name = null, birth_date = null,
      identity_verified_at = null, level_granted_at = null, proven_document = null, document_proven_at = null,
      document_proven_by = null
    where proven_document = ${document} and id <> ${userId} returning id`.execute(tx);
  for (const { id } of rows) {
    await sql`update document_checks set state = 'revoked', revoked_by = ${by?.id ?? null}, revoked_at = market_now(),
        revocation = 'O documento foi confirmado em outra conta.'
      where user_id = ${id} and state = 'approved'`.execute(tx);
    await record(tx, { kind: 'account.document_lost', actor: null, subject: { kind: 'user', id } });
  }
}
