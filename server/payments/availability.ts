import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { listPaymentMethods } from '#contract/listings/catalogue.ts';
import type { Reply } from '#contract/endpoint.ts';
import { offeredMethods } from '#domain/payments/methods.ts';
import type { PaymentMethod } from '#domain/payments/payments.ts';
import { cached } from '#server/concurrency/cache.ts';
import type { Ctx } from '#server/context.ts';
import { currentRules } from '#server/settings/queries.ts';

/**
 * Charges that the provider should have opened a minute ago and did not, a sign that it is unavailable. Cards are left
 * out, since they wait for the buyer's token. Uses the index `payments_by_state`, however long the history.
 */
export function unopenedCharges({ payments }: Pick<Ctx, 'payments'>): RawBuilder<unknown> {
  return sql`select method, created_at from payments
    where state = 'created' and expires_at > market_now() and created_at < market_now() - interval '1 minute'
      and provider = ${payments.name} and end_to_end_id is null and method in ('pix', 'boleto', 'card')
      and (method <> 'card' or ${payments.cardFields === null})`;
}

const cacheOptions = { name: 'payments.availability', maxEntries: 1, ttlMs: 10_000 };

/** The offered payment methods, and since when one of them does not work. */
export function paymentMethods(ctx: Ctx): Promise<Reply<typeof listPaymentMethods>> {
  return cached(ctx, cacheOptions, '', async () => {
    const { rules } = await currentRules(ctx.db);
    const { rows } = await sql<{ method: PaymentMethod; since: Date }>`
      select method, min(created_at) as since from (${unopenedCharges(ctx)}) u group by method`.execute(
      ctx.db,
    );
    const since = new Map(rows.map((row) => [row.method, row.since]));
    return {
      items: offeredMethods(rules, ctx.payments.methods).map((method) => ({
        method,
        unstableSince: since.get(method)?.toISOString() ?? null,
      })),
    };
  });
}
