import * as contract from '#contract/payments/payments.ts';
import { answerPayoutQuestion } from '#contract/withdrawals/withdrawals.ts';
import { withinTime } from '#server/concurrency/within-time.ts';
import type { Ctx } from '#server/context.ts';
import { route } from '#server/http/serve.ts';
import type { Route } from '#server/http/serve.ts';
import { checkPayoutQuestion } from '#server/withdrawals/questions.ts';
import { processNotice, readNotice, readPayoutQuestion, storeNotice } from './commands.ts';
import type { Notice } from './commands.ts';
import { refuseFlood } from '#server/http/limits/forgeries.ts';

/** Milliseconds of processing after which the provider gets its 200 anyway: slow replies make it send again (T34). */
const replyWithinMs = 150;

const ok = { ok: true } as const;

export const webhookRoutes: Route[] = [
  route(contract.receivePaymentEvent, async (ctx, { params, body, request }) => {
    const { headers, ip } = request;
    refuseFlood(ctx, ip);
    const query = request.query as Record<string, unknown>;
    const notice = readNotice(ctx, params.provider, body, { headers, query, ip });
    // The notice is stored before the reply in any case: with its effect, or for the sweep.
    if (!(await isProcessedInTime(ctx, notice))) await storeNotice(ctx, notice);
    return ok;
  }),
  route(answerPayoutQuestion, async (ctx, { params, body, request: { headers, ip } }) => {
    refuseFlood(ctx, ip);
    const question = readPayoutQuestion(ctx, params.provider, body, { headers, ip });
    const refuseReason = await checkPayoutQuestion(ctx, question);
    return refuseReason === null
      ? { status: 'APPROVED' as const }
      : { status: 'REFUSED' as const, refuseReason };
  }),
];

/** Starts at once and continues in the background after the time limit. @returns whether it was done in time */
async function isProcessedInTime(ctx: Ctx, notice: Notice): Promise<boolean> {
  const work = processNotice(ctx, notice).then(
    () => true,
    (error: unknown) => {
      ctx.log.warn({ err: error, event: notice.eventId }, 'a provider event waits for the sweep');
      return false;
    },
  );
  return withinTime(work, replyWithinMs, false);
}
