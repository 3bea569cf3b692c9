import { useState } from 'react';
import type { OrderRow } from '#contract/orders/orders.ts';
import { deliverOrder, startDelivery } from '#contract/orders/orders.ts';
import { api, ApiError } from '#web/api/api.ts';
import { useIntent } from '#web/api/idempotent-action.ts';
import type { Deed } from '#web/orders/move.ts';

/** What became of each order, by its hash; one that is missing was not asked for yet. */
export type Outcomes = Readonly<Record<string, 'moving' | 'done' | ApiError>>;

/**
 * Moves several orders one after the other, as their own pages would: each move is an act of its own under its own key,
 * is done whole or not at all, and does not wait for the luck of the others (P09, P13). What failed may be asked again:
 * where nobody knew what became of it, the same key makes it happen once.
 */
export function useManyMoves(deed: Deed) {
  const once = useIntent();
  const [outcomes, setOutcomes] = useState<Outcomes>({});
  const [pending, setPending] = useState(false);

  async function move(rows: readonly Pick<OrderRow, 'hash'>[], note: string): Promise<Outcomes> {
    setPending(true);
    const found: Record<string, 'moving' | 'done' | ApiError> = { ...outcomes };
    try {
      for (const { hash } of rows) {
        found[hash] = 'moving';
        setOutcomes({ ...found });
        found[hash] = await moveOne(hash, note);
        setOutcomes({ ...found });
      }
      return found;
    } finally {
      setPending(false);
    }
  }

  async function moveOne(hash: string, note: string): Promise<'done' | ApiError> {
    try {
      await once([deed, hash, note], (idempotencyKey) =>
        deed === 'start'
          ? api(startDelivery, { params: { hash }, idempotencyKey })
          : api(deliverOrder, { params: { hash }, body: { note }, idempotencyKey }),
      );
      return 'done';
    } catch (error) {
      if (error instanceof ApiError) return error;
      throw error;
    }
  }

  return { outcomes, pending, move };
}

/** Asking again may help: the order itself did not say no. */
export function mayHelp(outcome: Outcomes[string] | undefined): boolean {
  return (
    outcome instanceof ApiError && !['wrong_state', 'not_found', 'invalid_request'].includes(outcome.code)
  );
}
