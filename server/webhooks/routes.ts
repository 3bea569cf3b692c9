import { setTimeout as sleep } from 'node:timers/promises';
import * as contract from '#contract/orders.ts';
import type { Ctx } from '#server/context.ts';
import { route } from '#server/http/serve.ts';
import type { Route } from '#server/http/serve.ts';
import { processEvent, storeEvent } from './commands.ts';
import type { StoredEvent } from './commands.ts';

/** How long the bank waits for our work before it gets its 200 anyway: slow handlers make it send again (T34). */
const patienceMs = 150;

const ok = { ok: true } as const;

export const webhookRoutes: Route[] = [
  route(contract.receivePaymentEvent, async (ctx, { params, body, request, afterCommit }) => {
    const event = await storeEvent(ctx, params.provider, body, request.headers);
    if (event.fresh) afterCommit(() => beginProcessing(ctx, event));
    return ok;
  }),
];

/** Starts at once and goes on in the background; what is interrupted here the sweep picks up. */
async function beginProcessing(ctx: Ctx, event: StoredEvent): Promise<void> {
  const work = processEvent(ctx, event).catch((error: unknown) =>
    ctx.log.warn({ err: error, event: event.eventId }, 'a provider event waits for the sweep'),
  );
  const patience = new AbortController();
  await Promise.race([
    work,
    sleep(patienceMs, undefined, { signal: patience.signal }).catch(() => undefined),
  ]);
  patience.abort();
}
