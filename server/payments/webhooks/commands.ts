import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { fail } from '#domain/errors.ts';
import type { PayoutQuestion, ProviderEvent } from '#server/adapters/payments/payment-provider.ts';
import type { Ctx } from '#server/context.ts';
import { followContestation } from '#server/payments/contestations/commands.ts';
import { confirmPayment } from '#server/orders/payment/payment.ts';
import { sendPayoutByReference } from '#server/withdrawals/payouts.ts';
import { sendRefundByReference } from '#server/payments/refunds.ts';
import { recordForgery } from '#server/http/limits/forgeries.ts';

/** The headers, query and network address of a notice. */
interface Sender {
  headers: Record<string, unknown>;
  query: Record<string, unknown>;
  ip: string;
}

/** Attempts to process a notice before it is left to staff; reconciliation still finds the money meanwhile. */
export const noticeAttempts = 12;

/** A notice and its provider. */
export interface Notice extends ProviderEvent {
  provider: string;
}

/**
 * Reads a provider's notice after verifying its signature over the raw bytes (T28, T30).
 * @throws `webhook_signature`
 */
export function readNotice(
  ctx: Ctx,
  provider: string,
  rawBody: unknown,
  { headers, query, ip }: Sender,
): Notice {
  if (provider !== ctx.payments.name) fail('not_found');
  const event = Buffer.isBuffer(rawBody) ? ctx.payments.verifyWebhook(rawBody, headers, query) : null;
  if (event) return { ...event, provider };
  recordForgery(ctx, provider, ip);
  return fail('webhook_signature');
}

/**
 * Reads a provider's question before a payout, after verifying its secret.
 * @throws `webhook_signature`
 */
export function readPayoutQuestion(
  ctx: Ctx,
  provider: string,
  rawBody: unknown,
  { headers, ip }: Omit<Sender, 'query'>,
): PayoutQuestion {
  if (provider !== ctx.payments.name) fail('not_found');
  const question = Buffer.isBuffer(rawBody) ? ctx.payments.readPayoutQuestion(rawBody, headers) : null;
  if (question) return question;
  recordForgery(ctx, provider, ip);
  return fail('webhook_signature');
}

/** Stores a notice for the sweep: one row for each event id, however many copies come (T33). */
export async function storeNotice(ctx: Ctx, { provider, ...event }: Notice): Promise<void> {
  await sql`insert into provider_events (provider, event_id, body)
    values (${provider}, ${event.eventId}, ${JSON.stringify(event)}::jsonb) on conflict do nothing`.execute(
    ctx.db,
  );
}

/**
 * Reads the subject of a notice from the provider and acts on that answer, not on the notice. The notice is stored in the
 * same transaction as its effect where possible. Safe to run late and twice.
 */
export async function processNotice(ctx: Ctx, { provider, ...event }: Notice): Promise<void> {
  const done = sql`insert into provider_events (provider, event_id, body, processed_at)
    values (${provider}, ${event.eventId}, ${JSON.stringify(event)}::jsonb, now())
    on conflict (provider, event_id) do update set processed_at = now(), last_error = null`;
  const noted = await handlers[event.kind](ctx, event, done);
  if (!noted) await done.execute(ctx.db);
}

/** Acts on the subject of a notice. @returns whether `done` was written with the effect, in one statement */
type EventHandler = (ctx: Ctx, event: ProviderEvent, done: RawBuilder<unknown>) => Promise<boolean>;

const handlers: Record<ProviderEvent['kind'], EventHandler> = {
  charge: async (ctx, { reference, providerId }, done) => {
    const key = { reference, providerId };
    const { written } = await confirmPayment(ctx, key, [sql`noted as (${done})`]);
    // A payment that has just arrived cannot be contested yet.
    if (!written) await followContestation(ctx, key);
    return written;
  },
  refund: async (ctx, { reference }) => {
    if (reference) await sendRefundByReference(ctx, reference);
    return false;
  },
  payout: async (ctx, { reference }) => {
    if (reference) await sendPayoutByReference(ctx, reference);
    return false;
  },
  other: async () => false,
};
