import { useState } from 'react';
import type { OrderRow } from '#contract/orders/orders.ts';
import { deliverOrder, startDelivery } from '#contract/orders/orders.ts';
import { buyLabel } from '#contract/shipping/shipments.ts';
import { api, ApiError } from '#web/api/api.ts';
import { useIdempotentAction } from '#web/api/idempotent-action.ts';
import type { BulkAction } from '#web/orders/bulk/bulk-action.ts';

/** Outcome of each order by its hash; an order without one was not tried yet. */
export type Outcomes = Readonly<Record<string, 'moving' | 'done' | ApiError>>;

/**
 * Runs the action on several orders one after the other, with a separate call and idempotency key for each: every order
 * succeeds or fails on its own (P09, P13). A retry uses the same key, so that an order whose outcome is unknown is not
 * acted on twice.
 */
export function useBulkAction(action: BulkAction) {
  const once = useIdempotentAction();
  const [outcomes, setOutcomes] = useState<Outcomes>({});
  const [pending, setPending] = useState(false);

  async function run(rows: readonly Pick<OrderRow, 'hash'>[], note: string): Promise<Outcomes> {
    setPending(true);
    const results: Record<string, 'moving' | 'done' | ApiError> = { ...outcomes };
    try {
      for (const { hash } of rows) {
        results[hash] = 'moving';
        setOutcomes({ ...results });
        results[hash] = await runOne(hash, note);
        setOutcomes({ ...results });
      }
      return results;
    } finally {
      setPending(false);
    }
  }

  async function runOne(hash: string, note: string): Promise<'done' | ApiError> {
    try {
      // A label is bought once, however often it is asked for.
      if (action === 'label') {
        await api(buyLabel, { params: { hash } });
        return 'done';
      }
      await once([action, hash, note], (idempotencyKey) =>
        action === 'start'
          ? api(startDelivery, { params: { hash }, idempotencyKey })
          : api(deliverOrder, { params: { hash }, body: { note }, idempotencyKey }),
      );
      return 'done';
    } catch (error) {
      if (error instanceof ApiError) return error;
      throw error;
    }
  }

  return { outcomes, pending, run };
}

/** True when a retry may succeed, because the order itself did not refuse. */
export function isRetryable(outcome: Outcomes[string] | undefined): boolean {
  return (
    outcome instanceof ApiError && !['wrong_state', 'not_found', 'invalid_request'].includes(outcome.code)
  );
}
