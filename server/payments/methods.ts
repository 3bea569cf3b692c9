import { sql } from 'kysely';
import { fail } from '#domain/errors.ts';
import { offeredMethods } from '#domain/payments/methods.ts';
import { isProviderMethod } from '#domain/payments/payments.ts';
import type { PaymentMethod, ProviderMethod } from '#domain/payments/payments.ts';
import type { Rules } from '#domain/settings/rules.ts';
import type { Ctx, Tx } from '#server/context.ts';

/**
 * Refuses a method that is not offered, or one whose provider requires the buyer's document when it is unknown.
 * @throws `method_closed` · `verification_required` with `meta {needs: 'identity'}`
 */
export async function checkMethod(
  ctx: Ctx,
  tx: Tx,
  buyerId: number,
  method: PaymentMethod,
  rules: Rules,
): Promise<PaymentMethod> {
  if (!offeredMethods(rules, ctx.payments.methods).includes(method)) fail('method_closed');
  if (isProviderMethod(method) && ctx.payments.asksOfPayer(method) === 'document')
    await requireDocument(tx, buyerId);
  return method;
}

/** The methods that the rules allow and the provider supports. */
export function offeredByProvider({ payments }: Pick<Ctx, 'payments'>, rules: Rules): ProviderMethod[] {
  return offeredMethods(rules, payments.methods).filter(isProviderMethod);
}

async function requireDocument(tx: Tx, buyerId: number): Promise<void> {
  const { rows } = await sql`
    select from users where id = ${buyerId} and coalesce(cpf, cnpj) is not null`.execute(tx);
  if (rows.length > 0) return;
  const detail = 'Esta forma de pagamento sai em nome de um CPF ou CNPJ. Confirme seus dados para usá-la.';
  fail('verification_required', { detail, meta: { needs: 'identity' } });
}
