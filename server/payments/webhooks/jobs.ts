import { sql } from 'kysely';
import type { ProviderEvent } from '#server/adapters/payments/payment-provider.ts';
import type { Ctx } from '#server/context.ts';
import type { Sweep } from '#server/background/worker.ts';
import { noticeAttempts, processNotice } from './commands.ts';

const batch = 100;

interface StoredNotice {
  provider: string;
  event_id: string;
  body: ProviderEvent;
}

/** Processes notices that were stored but not processed, with growing pauses between the attempts. */
export const processProviderEvents: Sweep = {
  name: 'process-provider-events',
  everyMs: 1_000,
  async run(ctx) {
    const { rows } = await sql<StoredNotice>`
      select provider, event_id, body from provider_events
      where processed_at is null and attempts < ${noticeAttempts}
        and received_at + attempts * attempts * interval '5 seconds' <= now()
      order by received_at limit ${batch}`.execute(ctx.db);
    let done = 0;
    for (const notice of rows) if (await processStored(ctx, notice)) done += 1;
    return done;
  },
};

async function processStored(
  ctx: Ctx,
  { provider, event_id: eventId, body }: StoredNotice,
): Promise<boolean> {
  try {
    await processNotice(ctx, { ...body, provider, eventId });
    return true;
  } catch (error) {
    ctx.log.error({ err: error, provider, eventId }, 'a provider event could not be processed');
    await sql`update provider_events set attempts = attempts + 1, last_error = ${String(error).slice(0, 500)}
      where provider = ${provider} and event_id = ${eventId}`.execute(ctx.db);
    return false;
  }
}
