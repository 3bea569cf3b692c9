import { setTimeout as sleep } from 'node:timers/promises';
import * as contract from '#contract/orders/orders.ts';
import { answerPayoutQuestion } from '#contract/withdrawals/withdrawals.ts';
import type { Ctx } from '#server/context.ts';
import { route } from '#server/http/serve.ts';
import type { Route } from '#server/http/serve.ts';
import { judgePayout } from '#server/withdrawals/questions.ts';
import { processNotice, readNotice, readPayoutQuestion, storeNotice } from './commands.ts';
import type { Notice } from './commands.ts';
import { refuseFlood } from './forgeries.ts';

/** How long the bank waits for our work before it gets its 200 anyway: slow handlers make it send again (T34). */
const patienceMs = 150;

const ok = { ok: true } as const;

export const webhookRoutes: Route[] = [
  route(contract.receivePaymentEvent, async (ctx, { params, body, request }) => {
    const { headers, ip } = request;
    refuseFlood(ctx, ip);
    const query = request.query as Record<string, unknown>;
    const notice = readNotice(ctx, params.provider, body, { headers, query, ip });
    // Kept either way before the bank hears «ok»: with what it led to, or for the sweep.
    if (!(await isProcessedSoon(ctx, notice))) await storeNotice(ctx, notice);
    return ok;
  }),
  route(answerPayoutQuestion, async (ctx, { params, body, request: { headers, ip } }) => {
    refuseFlood(ctx, ip);
    const question = readPayoutQuestion(ctx, params.provider, body, { headers, ip });
    const refuseReason = await judgePayout(ctx, question);
    return refuseReason === null
      ? { status: 'APPROVED' as const }
      : { status: 'REFUSED' as const, refuseReason };
  }),
];

/** Starts at once and goes on in the background past the bank's patience. */
async function isProcessedSoon(ctx: Ctx, notice: Notice): Promise<boolean> {
  const work = processNotice(ctx, notice).then(
    () => true,
    (error: unknown) => {
      ctx.log.warn({ err: error, event: notice.eventId }, 'a provider event waits for the sweep');
      return false;
    },
  );
  const patience = new AbortController();
  const soon = await Promise.race([
    work,
    sleep(patienceMs, false, { signal: patience.signal }).catch(() => false),
  ]);
  patience.abort();
  return soon;
}
