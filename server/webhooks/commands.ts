import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { fail } from '#domain/errors.ts';
import type { ProviderEvent } from '#server/adapters/payments/payment-provider.ts';
import type { Ctx } from '#server/context.ts';
import { confirmPayment } from '#server/orders/payment.ts';
import { sendPayoutOf } from '#server/withdrawals/payouts.ts';
import { sendRefundOf } from '#server/payments/refunds.ts';

/** A notice that was stored; `fresh` is false for a copy of one that came before. */
export interface StoredEvent extends ProviderEvent {
  provider: string;
  fresh: boolean;
}

/**
 * Keeps a provider's notice: signature over the raw bytes first, then one row for each event id (T28, T30, T33).
 * @throws `webhook_signature` and nothing is kept
 */
export async function storeEvent(
  ctx: Ctx,
  provider: string,
  rawBody: unknown,
  headers: Record<string, unknown>,
): Promise<StoredEvent> {
  if (provider !== ctx.payments.name) fail('not_found');
  const event = Buffer.isBuffer(rawBody) ? ctx.payments.verifyWebhook(rawBody, headers) : null;
  if (!event) fail('webhook_signature');
  const { rows } = await sql`
    insert into provider_events (provider, event_id, body)
    values (${provider}, ${event.eventId}, ${JSON.stringify(event)}::jsonb)
    on conflict do nothing returning 1 as stored`.execute(ctx.db);
  return { ...event, provider, fresh: rows.length === 1 };
}

/** What a notice is about is asked again from the provider, and done from its answer. Safe to run late and twice. */
export async function processEvent(ctx: Ctx, event: StoredEvent): Promise<void> {
  const done = sql`update provider_events set processed_at = now(), last_error = null
    where provider = ${event.provider} and event_id = ${event.eventId}`;
  const noted = await handlers[event.kind](ctx, event.reference, done);
  if (!noted) await done.execute(ctx.db);
}

/** Acts on a reference; the answer says whether `done` was written together with what was done. */
type EventHandler = (ctx: Ctx, reference: string, done: RawBuilder<unknown>) => Promise<boolean>;

const handlers: Record<ProviderEvent['kind'], EventHandler> = {
  charge: async (ctx, reference, done) =>
    (await confirmPayment(ctx, reference, [sql`noted as (${done})`])).written,
  refund: async (ctx, reference) => {
    await sendRefundOf(ctx, reference);
    return false;
  },
  payout: async (ctx, reference) => {
    await sendPayoutOf(ctx, reference);
    return false;
  },
};
