import { sql } from 'kysely';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { openDocumentStates, validUntil } from '#domain/accounts/documents/checks.ts';
import type { DocumentKind, DocumentLevel, DocumentState } from '#domain/accounts/documents/checks.ts';
import type { Tx } from '#server/context.ts';
import { record, recordDecision } from '#server/events/events.ts';
import { proveBirth, withdrawProvenBirths } from '#server/accounts/ages/births.ts';
import { documentHolder, dropUnprovenClaims, lockDocument } from './document-proofs.ts';

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
  /** The other account that has proven the document. */
  holderId: number | null;
  /** What the account declares now; null without an identity. */
  declared: string | null;
  /** Of the approval in force. */
  approvedLevel: DocumentLevel | null;
}

/** Locks the document first, then the person, as declarations and proofs do, so that one document has one account. */
export async function lockOpenCheck(tx: Tx, id: number): Promise<LockedCheck | null> {
  const { rows: found } = await sql<{ document: string; userId: number }>`
    select document, user_id as "userId" from document_checks where id = ${id}`.execute(tx);
  if (!found[0]) return null;
  await lockDocument(tx, found[0].document);
  await sql`select from users where id = ${found[0].userId} for no key update`.execute(tx);
  const { rows } = await sql<Omit<LockedCheck, 'isOpen'>>`
    select c.id, c.user_id as "userId", c.state, c.level, c.kind, c.is_claim as "isClaim", c.first_by as "firstBy",
      c.document, c.full_name as "fullName", c.born_on::text as "bornOn", c.expires_on::text as "expiresOn", c.mei,
      (market_now() at time zone 'America/Sao_Paulo')::date::text as today,
      ${documentHolder} as "holderId",
      (select coalesce(u.cpf, u.cnpj) from users u where u.id = c.user_id and u.identity_verified_at is not null)
        as declared,
      (select a.level from document_checks a where a.user_id = c.user_id and a.state = 'approved') as "approvedLevel"
    from document_checks c where c.id = ${id} for update of c`.execute(tx);
  const check = rows[0];
  // The account was closed meanwhile, and its documents with it.
  if (!check) return null;
  return { ...check, isOpen: (openDocumentStates as readonly string[]).includes(check.state) };
}

/** Why documents are not approved as they are, in words for the team; null where they may be. */
export function whyNotApproved(check: LockedCheck): string | null {
  const { holderId, isClaim, declared, document, expiresOn, today, level, approvedLevel } = check;
  if (holderId !== null && !isClaim)
    return 'Outra conta já confirmou este documento. Se ele é desta pessoa, recuse com «Em uso em outra conta»: ela pode pedir de volta.';
  if (declared !== null && declared !== document)
    return 'Depois do envio, a conta declarou outro CPF ou CNPJ. Recuse, e ela envia os documentos certos.';
  if (expiresOn !== null && expiresOn < today)
    return 'O documento venceu depois do envio. Recuse, e a pessoa envia um que ainda vale.';
  return approvedLevel !== null && approvedLevel > level
    ? 'A conta já tem documentos aprovados para o nível 3. Recuse, e ela envia de novo para o nível 3.'
    : null;
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

/** The account that had proven the document loses it, with its approval, its levels, its name and birth (§4.14). */
async function takeFromHolder(tx: Tx, { userId, document }: LockedCheck, by: Viewer | null): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    update users set cpf = null, cnpj = null, mei = false, full_name = null, birth_date = null,
      identity_verified_at = null, level_granted_at = null, proven_document = null, document_proven_at = null,
      document_proven_by = null
    where proven_document = ${document} and id <> ${userId} returning id`.execute(tx);
  await withdrawProvenBirths(
    tx,
    rows.map(({ id }) => id),
  );
  for (const { id } of rows) {
    await sql`update document_checks set state = 'revoked', revoked_by = ${by?.id ?? null}, revoked_at = market_now(),
        revocation = 'O documento foi confirmado em outra conta.'
      where user_id = ${id} and state = 'approved'`.execute(tx);
    await record(tx, { kind: 'account.document_lost', actor: null, subject: { kind: 'user', id } });
  }
}
