import { isValidCnpj, isValidCpf } from '@brazilian-utils/brazilian-utils';
import { sql } from 'kysely';
import type { verifyIdentity as endpoint } from '#contract/accounts/account.ts';
import type { Body } from '#contract/endpoint.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import type { FieldErrors } from '#domain/errors.ts';
import type { TaxType } from '#domain/orders/taxes.ts';
import { taxTypesOf } from '#domain/orders/taxes.ts';
import { ageOn } from '#domain/accounts/verification.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { record } from '#server/events/events.ts';
import { currentRules } from '#server/settings/queries.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { isDocumentOfAnother, lockDocument, proveDocument } from './document-proofs.ts';

export interface Identity {
  fullName: string;
  birthDate: string;
  document: { kind: 'cpf' | 'cnpj'; number: string };
  taxType: TaxType;
}

interface StoredIdentity {
  full_name: string | null;
  birth_date: string | null;
  document: string | null;
  verified: boolean;
  email_proven: boolean;
  phone_proven: boolean;
  today: string;
}

/**
 * Name, birth date and document that the person declares: the N2 level. Once stored, the same may be sent again and
 * nothing else. A document that another account proved is refused like one that does not exist (ADR 0079).
 */
export async function verifyIdentity(ctx: Ctx, viewer: Viewer, input: Body<typeof endpoint>): Promise<void> {
  const { verification } = (await currentRules(ctx.db)).rules;
  await inTransaction(ctx.db, async (tx) => {
    const typed = readDocument(input.document);
    await lockDocument(tx, typed?.number ?? '');
    const { rows } = await sql<StoredIdentity>`
      select full_name, birth_date::text, coalesce(cpf, cnpj) as document,
        identity_verified_at is not null as verified, email_verified_at is not null as email_proven,
        phone_verified_at is not null as phone_proven,
        (market_now() at time zone 'America/Sao_Paulo')::date::text as today
      from users where id = ${viewer.id} for no key update`.execute(tx);
    const stored = rows[0]!;
    requireProvenContacts(stored);
    // Also runs for an invalid document, so that both refusals take the same time.
    const taken = await isDocumentOfAnother(tx, viewer.id, typed?.number ?? '');
    const document = taken ? null : typed;
    const identity = readIdentity(input, { document, today: stored.today, minAge: verification.minAge });
    if (stored.verified) return refuseChange(stored, identity);
    await storeIdentity(tx, viewer, identity);
    const subject = { kind: 'user', id: viewer.id } as const;
    await record(tx, { kind: 'account.identity_verified', actor: viewer, subject });
    await proveDocument(tx, viewer.id);
  });
}

/** @throws `verification_required` */
export function requireProvenContacts({
  email_proven: email,
  phone_proven: phone,
}: Pick<StoredIdentity, 'email_proven' | 'phone_proven'>): void {
  if (!email)
    fail('verification_required', { detail: 'Confirme seu e-mail antes.', meta: { needs: 'email' } });
  if (!phone)
    fail('verification_required', { detail: 'Confirme seu celular antes.', meta: { needs: 'phone' } });
}

interface IdentityChecks {
  /** Null for an invalid document, or one that another account proved. */
  document: Identity['document'] | null;
  today: string;
  minAge: number;
}

/** Checks what a person typed. @throws `invalid_request` with an error for each field */
export function readIdentity(
  input: Body<typeof endpoint>,
  { document, today, minAge }: IdentityChecks,
): Identity {
  const fullName = input.fullName.replaceAll(/\s+/g, ' ').trim();
  const errors: FieldErrors = {};
  if (!/^\p{L}[\p{L}\p{M}'’.&\d-]*(?: [\p{L}\d&][\p{L}\p{M}'’.&\d-]*)+$/u.test(fullName))
    errors.fullName = 'Informe nome e sobrenome, como no documento.';
  const age = isRealDate(input.birthDate) ? ageOn(input.birthDate, today) : null;
  if (age === null || age > 120) errors.birthDate = 'Confira a data de nascimento.';
  else if (age < minAge) errors.birthDate = `É preciso ter ${minAge} anos ou mais.`;
  if (!document)
    errors.document =
      'Este CPF ou CNPJ não vale para esta conta. Confira os números ou fale com o atendimento.';
  const possible = document ? taxTypesOf(document.kind) : [];
  const taxType = input.taxType ?? (possible.length === 1 ? possible[0] : undefined);
  if (document && (!taxType || !possible.includes(taxType)))
    errors.taxType =
      document.kind === 'cpf' ? 'Com CPF, quem vende é pessoa física.' : 'Escolha o tipo de empresa.';
  if (!document || !taxType || Object.keys(errors).length > 0) fail('invalid_request', { errors });
  return { fullName, birthDate: input.birthDate, document, taxType };
}

/** CPF, or CNPJ with digits only or with the letters of 2026; punctuation may be left out. */
export function readDocument(typed: string): Identity['document'] | null {
  const number = typed.toUpperCase().replaceAll(/[.\-/\s]/g, '');
  if (/^(.)\1*$/.test(number)) return null;
  if (/^\d{11}$/.test(number)) return isValidCpf(number) ? { kind: 'cpf', number } : null;
  const isCnpj = /^[0-9A-Z]{12}\d{2}$/.test(number) && isValidCnpj(number, { version: 2 });
  return isCnpj ? { kind: 'cnpj', number } : null;
}

/** Whether the date exists; the format alone would accept 30 February. */
export function isRealDate(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

function refuseChange(kept: StoredIdentity, { fullName, birthDate, document }: Identity): void {
  const same =
    kept.document === document.number && kept.birth_date === birthDate && kept.full_name === fullName;
  if (!same)
    fail('wrong_state', {
      detail: 'Seus dados já foram confirmados. Para mudá-los, fale com o atendimento.',
      meta: { allowed: [] },
    });
}

async function storeIdentity(
  tx: Tx,
  viewer: Viewer,
  { fullName, birthDate, document, taxType }: Identity,
): Promise<void> {
  const { kind, number } = document;
  await sql`update users set full_name = ${fullName}, birth_date = ${birthDate}::date,
    cpf = ${kind === 'cpf' ? number : null}, cnpj = ${kind === 'cnpj' ? number : null}, mei = ${taxType === 'mei'},
    identity_verified_at = market_now() where id = ${viewer.id}`.execute(tx);
}

/**
 * Changes between MEI and company under the same CNPJ (LC 214/2025).
 * @throws `wrong_state` for an account without a CNPJ
 */
export async function changeTaxType(ctx: Ctx, viewer: Viewer, taxType: 'mei' | 'company'): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const { rows } = await sql<{ before: TaxType | null }>`
      select tax_type as before from users where id = ${viewer.id} for no key update`.execute(tx);
    const { before } = rows[0]!;
    if (before !== 'mei' && before !== 'company')
      fail('wrong_state', {
        detail: 'Só quem confirmou a identidade com CNPJ escolhe o tipo de empresa.',
        meta: { allowed: [] },
      });
    if (before === taxType) return;
    await sql`update users set mei = ${taxType === 'mei'} where id = ${viewer.id}`.execute(tx);
    const subject = { kind: 'user', id: viewer.id } as const;
    const data = { before: { taxType: before }, after: { taxType } };
    await record(tx, { kind: 'account.tax_type_changed', actor: viewer, subject, data });
  });
}
