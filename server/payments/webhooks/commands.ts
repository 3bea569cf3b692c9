import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { fail } from '#domain/errors.ts';
import type { PayoutQuestion, ProviderEvent } from '#server/adapters/payments/payment-provider.ts';
import type { Ctx } from '#server/context.ts';
import { followContestation } from '#server/payments/contestations/commands.ts';
import { confirmPayment } from '#server/orders/payment/payment.ts';
import { sendPayoutOf } from '#server/withdrawals/payouts.ts';
import { sendRefundOf } from '#server/payments/refunds.ts';
import { noteForgery } from './forgeries.ts';

/** What came with a notice, and from which address. */
interface Sender {
  headers: Record<string, unknown>;
  query: Record<string, unknown>;
  ip: string;
}

/** After so many tries of a notice a person must look; reconciliation goes on asking about the money meanwhile. */
export const noticeAttempts = 12;

/** A notice and who sent it. */
export interface Notice extends ProviderEvent {
  provider: string;
}

/**
 * Reads a provider's notice, its signature first, over the raw bytes (T28, T30).
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
  noteForgery(ctx, provider, ip);
  return fail('webhook_signature');
}

/**
 * Reads what a provider asks before it sends a payout, its secret first.
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
  noteForgery(ctx, provider, ip);
  return fail('webhook_signature');
}

/** Keeps a notice for the sweep: one row for each event id, however many copies come (T33). */
export async function storeNotice(ctx: Ctx, { provider, ...event }: Notice): Promise<void> {
  await sql`insert into provider_events (provider, event_id, body)
    values (${provider}, ${event.eventId}, ${JSON.stringify(event)}::jsonb) on conflict do nothing`.execute(
    ctx.db,
  );
}

/**
 * What a notice is about is asked again from the provider, and done from its answer; the notice is kept together with
 * what was done. Safe to run late and twice.
 */
export async function processNotice(ctx: Ctx, { provider, ...event }: Notice): Promise<void> {
  const done = sql`insert into provider_events (provider, event_id, body, processed_at)
    values (${provider}, ${event.eventId}, ${JSON.stringify(event)}::jsonb, now())
    on conflict (provider, event_id) do update set processed_at = now(), last_error = null`;
  const noted = await handlers[event.kind](ctx, event, done);
  if (!noted) await done.execute(ctx.db);
}

/** Acts on what a notice is about; the answer says whether `done` was written together with what was done. */
type EventHandler = (ctx: Ctx, event: ProviderEvent, done: RawBuilder<unknown>) => Promise<boolean>;

const handlers: Record<ProviderEvent['kind'], EventHandler> = {
  charge: async (ctx, { reference, providerId }, done) => {
    const key = { reference, providerId };
    const { written } = await confirmPayment(ctx, key, [sql`noted as (${done})`]);
    // What has just paid is contested by nobody yet.
    if (!written) await followContestation(ctx, key);
    return written;
  },
  refund: async (ctx, { reference }) => {
    if (reference) await sendRefundOf(ctx, reference);
    return false;
  },
  payout: async (ctx, { reference }) => {
    if (reference) await sendPayoutOf(ctx, reference);
    return false;
  },
  other: async () => false,
};
