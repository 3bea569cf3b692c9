import type { ChargeKey } from '#server/adapters/payments/payment-provider.ts';
import type { Ctx } from '#server/context.ts';
import { sendRefund } from '#server/payments/refunds.ts';

/** Calls to the payment provider about an order, to make after the commit. */
export interface ProviderFollowUps {
  /** Charges that must not be paid any more. */
  chargesToCancel: ChargeKey[];
  refundIds: number[];
}

/** An empty list to add to. */
export const noFollowUps = (): ProviderFollowUps => ({ chargesToCancel: [], refundIds: [] });

/**
 * Makes the calls; a failure does not stop the others. A charge whose cancellation fails does no harm: if it is paid, its
 * money pays the order or is refunded. A sweep sends failed refunds again.
 */
export async function runFollowUps(
  ctx: Ctx,
  { chargesToCancel: givenUp = [], refundIds = [] }: Partial<ProviderFollowUps>,
): Promise<void> {
  for (const key of givenUp)
    await ctx.payments
      .cancelCharge(key)
      .catch((error: unknown) => ctx.log.warn({ err: error, charge: key }, 'a charge was not cancelled'));
  for (const refundId of refundIds)
    await sendRefund(ctx, refundId).catch((error: unknown) =>
      ctx.log.warn({ err: error, refund: refundId }, 'the bank gave no answer to a refund'),
    );
}
