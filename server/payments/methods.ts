import { sql } from 'kysely';
import { fail } from '#domain/errors.ts';
import type { FieldErrors } from '#domain/errors.ts';
import { offeredMethods } from '#domain/payments/methods.ts';
import { isProviderMethod } from '#domain/payments/payments.ts';
import type { PaymentMethod, ProviderMethod } from '#domain/payments/payments.ts';
import type { Rules } from '#domain/settings/rules.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { readDocument } from '#server/accounts/documents/identity.ts';

/** The person in whose name a charge is made out, without mask. */
export interface Billing {
  name: string;
  document: string;
}

interface ChosenMethod {
  method: PaymentMethod;
  payerName?: string | undefined;
  payerDocument?: string | undefined;
}

/**
 * Refuses a method that is not offered. Where its provider requires a document, the account's is used, or else the one
 * that the buyer typed with the method.
 * @returns the method, with the typed person where the account has no document
 * @throws `method_closed` · `verification_required` with `meta {needs: 'payer'}` · `invalid_request` for what was typed
 */
export async function checkMethod(
  ctx: Ctx,
  tx: Tx,
  buyerId: number,
  chosen: ChosenMethod,
  rules: Rules,
): Promise<{ method: PaymentMethod; billing: Billing | null }> {
  const { method } = chosen;
  if (!offeredMethods(rules, ctx.payments.methods).includes(method)) fail('method_closed');
  const needed = isProviderMethod(method) && ctx.payments.asksOfPayer(method) === 'document';
  return { method, billing: needed && !(await hasDocument(tx, buyerId)) ? readBilling(chosen) : null };
}

/** The methods that the rules allow and the provider supports. */
export function offeredByProvider({ payments }: Pick<Ctx, 'payments'>, rules: Rules): ProviderMethod[] {
  return offeredMethods(rules, payments.methods).filter(isProviderMethod);
}

async function hasDocument(tx: Tx, buyerId: number): Promise<boolean> {
  const { rows } = await sql`
    select from users where id = ${buyerId} and coalesce(cpf, cnpj) is not null`.execute(tx);
  return rows.length > 0;
}

function readBilling({ payerName, payerDocument }: ChosenMethod): Billing {
  if (payerName === undefined && payerDocument === undefined)
    fail('verification_required', {
      detail: 'Esta forma de pagamento sai em nome de um CPF ou CNPJ. Escreva o seu para continuar.',
      meta: { needs: 'payer' },
    });
  const name = (payerName ?? '').replaceAll(/\s+/g, ' ').trim();
  const document = readDocument(payerDocument ?? '');
  const errors: FieldErrors = {};
  if (!/^\S{2,} \S/.test(name)) errors.payerName = 'Informe nome e sobrenome, ou a razão social.';
  if (!document) errors.payerDocument = 'Este CPF ou CNPJ não existe. Confira os números.';
  if (!document || errors.payerName) fail('invalid_request', { errors });
  return { name, document: document.number };
}
