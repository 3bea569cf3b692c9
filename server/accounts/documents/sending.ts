import { sql } from 'kysely';
import type { Body } from '#contract/endpoint.ts';
import type {
  claimDocument as claimEndpoint,
  sendDocuments as endpoint,
} from '#contract/accounts/documents.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import type { DocumentKind, DocumentLevel, DocumentPart } from '#domain/accounts/documents/checks.ts';
import type { DocumentRules } from '#domain/accounts/documents/rules.ts';
import { fail } from '#domain/errors.ts';
import type { FieldErrors } from '#domain/errors.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { record } from '#server/events/events.ts';
import { currentRules } from '#server/settings/queries.ts';
import { isRealDate, readDocument, readIdentity, requireProvenContacts } from './identity.ts';

type Input = Body<typeof endpoint>;

interface Sender {
  full_name: string | null;
  born_on: string | null;
  document: string | null;
  mei: boolean;
  email_proven: boolean;
  phone_proven: boolean;
  today: string;
  open: boolean;
  approved_level: DocumentLevel | null;
  renewable: boolean;
}

/**
 * §4.14: sends uploaded files for a decision. The reply is the same whether another account has the number or not
 * (ADR 0079).
 * @throws `not_found` for a file that is not the viewer's own, `wrong_state` while another sending waits
 */
export async function sendDocuments(ctx: Ctx, tx: Tx, viewer: Viewer, input: Input): Promise<void> {
  const { documents, verification } = (await currentRules(ctx.db, tx)).rules;
  const sender = await lockSender(tx, viewer);
  requireProvenContacts(sender);
  refuseAnother(sender, input.level);
  const person = personOf(sender, input, verification.minAge);
  refuseUnfit(input, sender.today, { documents, isCompany: person.document.length === 14 });
  const { rows } = await sql<{ id: number }>`
    insert into document_checks (user_id, level, kind, full_name, document, mei, born_on, expires_on)
    values (${viewer.id}, ${input.level}, ${input.kind}, ${person.fullName}, ${person.document}, ${person.mei},
      ${person.bornOn}::date, ${input.expiresOn ?? null}::date) returning id`.execute(tx);
  await attachFiles(tx, viewer, { checkId: rows[0]!.id, input });
  const subject = { kind: 'user', id: viewer.id } as const;
  const data = { checkId: rows[0]!.id, level: input.level };
  await record(tx, { kind: 'account.documents_sent', actor: viewer, subject, data });
}

async function lockSender(tx: Tx, { id }: Viewer): Promise<Sender> {
  await sql`select from users where id = ${id} for no key update`.execute(tx);
  const { rows } = await sql<Sender>`
    select case when u.identity_verified_at is not null then u.full_name end as full_name, u.birth_date::text as born_on,
      case when u.identity_verified_at is not null then coalesce(u.cpf, u.cnpj) end as document, u.mei,
      u.email_verified_at is not null as email_proven, u.phone_verified_at is not null as phone_proven,
      (market_now() at time zone 'America/Sao_Paulo')::date::text as today,
      exists (select from document_checks c where c.user_id = u.id and c.state in ('sent', 'in_review', 'claimed')) as open,
      a.level as approved_level,
      coalesce(a.valid_until < (market_now() + interval '60 days')::date, true) as renewable
    from users u left join document_checks a on a.user_id = u.id and a.state = 'approved'
    where u.id = ${id}`.execute(tx);
  return rows[0]!;
}

function refuseAnother({ open, approved_level: approved, renewable }: Sender, level: DocumentLevel): void {
  if (open) refuse('Seus documentos já estão com a equipe. Aguarde a decisão para enviar outros.');
  if (approved !== null && approved >= level && !renewable)
    refuse('Seus documentos já estão aprovados. Envie de novo quando a validade estiver perto.');
  if (approved !== null && approved > level)
    refuse('Seus documentos estão aprovados para o nível 3. Envie de novo para o mesmo nível.');
}

function refuse(detail: string): never {
  return fail('wrong_state', { detail, meta: { allowed: [] } });
}

/** The declared identity, which cannot change; without one, what was typed with the documents. */
function personOf(sender: Sender, input: Input, minAge: number) {
  const { full_name: fullName, born_on: bornOn, document, mei, today } = sender;
  if (fullName !== null && bornOn !== null && document !== null) return { fullName, bornOn, document, mei };
  const typed = {
    fullName: input.fullName ?? '',
    birthDate: input.birthDate ?? '',
    document: input.document ?? '',
    taxType: input.taxType,
  };
  const identity = readIdentity(typed, { document: readDocument(typed.document), today, minAge });
  return {
    fullName: identity.fullName,
    bornOn: identity.birthDate,
    document: identity.document.number,
    mei: identity.taxType === 'mei',
  };
}

/** Documents that carry a date of their own. */
const dated: readonly DocumentKind[] = ['cnh', 'passport', 'crnm'];

function refuseUnfit(
  { kind, backId, selfieId, expiresOn }: Input,
  today: string,
  { documents, isCompany }: { documents: DocumentRules; isCompany: boolean },
): void {
  const errors: FieldErrors = {};
  if (isCompany !== (kind === 'company'))
    errors.kind = isCompany
      ? 'Com CNPJ, envie o contrato social ou o certificado de MEI.'
      : 'Com CPF, envie um documento seu com foto.';
  if (kind === 'rg' && backId === undefined) errors.backId = 'Envie também o verso.';
  if (documents.selfie && selfieId === undefined) errors.selfieId = 'Envie uma selfie segurando o documento.';
  if (expiresOn === undefined) {
    if (dated.includes(kind)) errors.expiresOn = 'Informe a validade que está no documento.';
  } else if (!isRealDate(expiresOn)) errors.expiresOn = 'Confira a data.';
  else if (expiresOn < today) errors.expiresOn = 'Este documento venceu. Envie um que ainda vale.';
  if (Object.keys(errors).length > 0) fail('invalid_request', { errors });
}

async function attachFiles(
  tx: Tx,
  viewer: Viewer,
  { checkId, input }: { checkId: number; input: Input },
): Promise<void> {
  const wanted: [DocumentPart, number | undefined][] = [
    ['front', input.frontId],
    ['back', input.backId],
    ['selfie', input.selfieId],
  ];
  for (const [part, fileId] of wanted) {
    if (fileId === undefined) continue;
    const { numAffectedRows } = await sql`
      update document_files set check_id = ${checkId} where id = ${fileId} and owner_id = ${viewer.id}
        and part = ${part} and check_id is null`.execute(tx);
    if (numAffectedRows !== 1n)
      fail('not_found', { detail: 'Um dos arquivos não está mais aqui. Envie de novo.' });
  }
}

/**
 * The owner of a document that confirms another account asks for it back, after staff found it to be theirs. Nothing is
 * said about the other account.
 * @throws `not_found` · `wrong_state` unless it was refused for that reason and its files are still stored
 */
export async function claimDocument(
  tx: Tx,
  viewer: Viewer,
  { id, words }: { id: number } & Body<typeof claimEndpoint>,
): Promise<void> {
  await sql`select from users where id = ${viewer.id} for no key update`.execute(tx);
  const { rows } = await sql<{ claimable: boolean; newest: boolean }>`
    select c.state = 'refused' and c.refusal = 'in_use' and c.files_removed_at is null as claimable,
      not exists (select from document_checks n where n.user_id = c.user_id and n.id > c.id) as newest
    from document_checks c where c.id = ${id} and c.user_id = ${viewer.id} for update`.execute(tx);
  const { claimable, newest } = rows[0] ?? fail('not_found');
  if (!claimable || !newest) refuse('Este pedido não pode mais ser feito. Envie seus documentos de novo.');
  await sql`update document_checks set state = 'claimed', is_claim = true, claim_words = ${words}, refusal = null,
      note = null, first_by = null, first_at = null, decided_by = null, decided_at = null where id = ${id}`.execute(
    tx,
  );
  const subject = { kind: 'user', id: viewer.id } as const;
  await record(tx, { kind: 'account.documents_claimed', actor: viewer, subject, data: { checkId: id } });
}
