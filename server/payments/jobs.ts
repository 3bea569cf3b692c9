import { sql } from 'kysely';
import type { Sweep } from '#server/background/worker.ts';
import { chargePayment, findUnopenedCharges, claimUnopenedCharge } from './commands.ts';
import { stopReason, sendRefund } from './refunds.ts';

const batch = 100;

/** Asks the provider again for charges that were not opened at once, or whose process ended before. */
export const chargePayments: Sweep = {
  name: 'charge-payments',
  everyMs: 5_000,
  async run(ctx) {
    let done = 0;
    for (const { id } of await findUnopenedCharges(ctx, batch)) {
      try {
        const charge = await claimUnopenedCharge(ctx.db, id);
        if (!charge) continue;
        await chargePayment(ctx, charge);
        done += 1;
      } catch (error) {
        ctx.log.warn({ err: error, payment: id }, 'the bank opened no charge');
      }
    }
    return done;
  },
};

/** Sends refunds to the provider, retries failed ones and asks about those in process, those asked about longest ago first. */
export const runRefunds: Sweep = {
  name: 'run-refunds',
  everyMs: 5_000,
  async run(ctx) {
    const { rows } = await sql<{ id: number }>`
      select id from refunds where state in ('approved', 'processing', 'failed')
        and (state = 'processing' or ${stopReason} is null)
      order by asked_until nulls first, id limit ${batch}`.execute(ctx.db);
    let done = 0;
    for (const { id } of rows) {
      const moved = await sendRefund(ctx, id).catch((error: unknown) => {
        ctx.log.warn({ err: error, refund: id }, 'the bank gave no answer to a refund');
        return false;
      });
      if (moved) done += 1;
    }
    return done;
  },
};
