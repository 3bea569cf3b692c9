import type { ChargeKey } from '#server/adapters/payments/payment-provider.ts';
import type { Ctx } from '#server/context.ts';
import { sendRefund } from '#server/payments/refunds.ts';

/** What the bank must still hear of an order once it is durable. */
export interface Untold {
  /** Charges that nobody shall pay any more. */
  givenUp: ChargeKey[];
  refundIds: number[];
}

/** To be added to. */
export const nothingUntold = (): Untold => ({ givenUp: [], refundIds: [] });

/**
 * Tells it, whatever becomes of each. Nothing hangs on the bank hearing of a charge: should it be paid all the same, its
 * money pays the order or goes back. Refunds are sent again by their sweep.
 */
export async function tellBank(ctx: Ctx, { givenUp = [], refundIds = [] }: Partial<Untold>): Promise<void> {
  for (const key of givenUp)
    await ctx.payments
      .cancelCharge(key)
      .catch((error: unknown) => ctx.log.warn({ err: error, charge: key }, 'a charge was not cancelled'));
  for (const refundId of refundIds)
    await sendRefund(ctx, refundId).catch((error: unknown) =>
      ctx.log.warn({ err: error, refund: refundId }, 'the bank gave no answer to a refund'),
    );
}
