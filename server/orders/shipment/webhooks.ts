import { sql } from 'kysely';
import { fail } from '#domain/errors.ts';
import type { Ctx } from '#server/context.ts';
import { recordForgery, refuseFlood } from '#server/http/limits/forgeries.ts';
import { recheckLabels } from './jobs.ts';

/** A webhook as it came. */
interface Sent {
  body: unknown;
  headers: Record<string, unknown>;
  ip: string;
}

/**
 * S09: a carrier says that something happened. The signature is verified over the raw bytes (T28); then the parcels that
 * it names are due, and the sweep reads from the carrier what happened.
 * @throws `not_found` for a carrier that is not the configured one · `webhook_signature`
 */
export async function receiveCarrierEvent(
  ctx: Ctx,
  provider: string,
  { body, headers, ip }: Sent,
): Promise<void> {
  refuseFlood(ctx, ip);
  if (!ctx.shipping || provider !== ctx.shipping.name) fail('not_found');
  const event = Buffer.isBuffer(body) ? ctx.shipping.readWebhook(headers, body) : null;
  await countNotice(ctx, provider, event ? 'accepted' : 'refused');
  if (!event) {
    recordForgery(ctx, provider, ip);
    fail('webhook_signature');
  }
  await recheckLabels(ctx, event.labelIds);
}

/** S15: the webhooks of a day in São Paulo. A network's refused ones are limited by {@link refuseFlood}. */
async function countNotice(ctx: Ctx, provider: string, outcome: 'accepted' | 'refused'): Promise<void> {
  await sql`insert into carrier_notices as c (day, provider, ${sql.ref(outcome)}, newest_at)
    select (now at time zone 'America/Sao_Paulo')::date, ${provider}, 1, now from market_now() now
    on conflict (day, provider) do update set ${sql.ref(outcome)} = c.${sql.ref(outcome)} + 1,
      newest_at = excluded.newest_at`.execute(ctx.db);
}
