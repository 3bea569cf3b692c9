import { sql } from 'kysely';
import type { OwnDocumentCheck, OwnDocuments } from '#contract/accounts/documents.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { maskedDocument } from '#domain/accounts/documents.ts';
import { openDocumentStates } from '#domain/accounts/documents/checks.ts';
import type {
  DocumentKind,
  DocumentLevel,
  DocumentRefusal,
  DocumentState,
} from '#domain/accounts/documents/checks.ts';
import type { Ctx, Queryable } from '#server/context.ts';
import { currentRules } from '#server/settings/queries.ts';

interface CheckRow {
  id: number;
  state: DocumentState;
  level: DocumentLevel;
  kind: DocumentKind;
  created_at: Date;
  decided_at: Date | null;
  refusal: DocumentRefusal | null;
  note: string | null;
  valid_until: string | null;
  revocation: string | null;
  is_claim: boolean;
  files_removed_at: Date | null;
}

/** What a person reads about their own documents; the words of an approval are for the team. */
export async function ownDocuments(ctx: Ctx, db: Queryable, { id }: Viewer): Promise<OwnDocuments> {
  const { documents } = (await currentRules(ctx.db, db)).rules;
  const { rows: people } = await sql<PersonRow>`
    select email_verified_at is not null as email, phone_verified_at is not null as phone,
      case when identity_verified_at is not null then full_name end as "fullName",
      case when identity_verified_at is not null then coalesce(cpf, cnpj) end as document
    from users where id = ${id}`.execute(db);
  const { rows: newest } = await sql<CheckRow>`
    select id, state, level, kind, created_at, decided_at, refusal, note, valid_until::text, revocation, is_claim,
      files_removed_at
    from document_checks where user_id = ${id} order by id desc limit 1`.execute(db);
  const { rows: approved } = await sql<{ level: DocumentLevel; validUntil: string; renewable: boolean }>`
    select level, valid_until::text as "validUntil",
      valid_until < (market_now() + interval '60 days')::date as renewable
    from document_checks where user_id = ${id} and state = 'approved'`.execute(db);
  const { email, phone, fullName, document } = people[0]!;
  const check = newest[0] && presentCheck(newest[0]);
  const inForce = approved[0];
  const isOpen = check && (openDocumentStates as readonly string[]).includes(check.state);
  return {
    check: check ?? null,
    approved: inForce ? { level: inForce.level, validUntil: inForce.validUntil } : null,
    maySend: !isOpen && (!inForce || inForce.renewable || inForce.level === 'N2'),
    neededFrom: documents.neededFrom,
    selfie: documents.selfie,
    filesDays: documents.filesDays,
    declared:
      fullName && document
        ? { fullName, document: maskedDocument(document), isCompany: document.length === 14 }
        : null,
    needs: email ? (phone ? null : 'phone') : 'email',
  };
}

interface PersonRow {
  email: boolean;
  phone: boolean;
  fullName: string | null;
  document: string | null;
}

function presentCheck(row: CheckRow): OwnDocumentCheck {
  const { id, state, level, kind, refusal, revocation } = row;
  return {
    id,
    state,
    level,
    kind,
    refusal,
    note: state === 'refused' ? row.note : null,
    validUntil: row.valid_until,
    revocation,
    isClaim: row.is_claim,
    mayClaim: refusal === 'in_use' && row.files_removed_at === null,
    createdAt: row.created_at.toISOString(),
    decidedAt: row.decided_at?.toISOString() ?? null,
    filesRemovedAt: row.files_removed_at?.toISOString() ?? null,
  };
}
