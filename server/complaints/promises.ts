import { sql } from 'kysely';
import type { Viewer } from '#domain/accounts/accounts.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { rulesOf } from '#server/settings/queries.ts';
import { lockOwnCase, notifySides } from './cases.ts';
import { applyTransition } from './transitions.ts';
import { refuseTransition } from './refusals.ts';
import type { Case } from './cases.ts';
import { endWithResult } from './settling.ts';
import type { SettledCase } from './settling.ts';

/** R03: the seller reports that the agreement or decision was fulfilled; the buyer has 48 hours to object. */
export async function fulfilPromise(
  ctx: Ctx,
  tx: Tx,
  viewer: Viewer,
  { id, words }: { id: number; words: string },
): Promise<Case> {
  const found = await lockOwnCase(tx, viewer, id);
  const { complaint, order, side, now } = found;
  // A broken agreement was decided by that; a replacement that was decided may still be delivered.
  const broken = complaint.state === 'decided' && complaint.result !== 'replacement';
  if (side !== 'seller' || !complaint.promiseKind || complaint.fulfilledAt || broken)
    await refuseTransition(tx, found, side);
  const { complaints: rules } = await rulesOf(ctx.db, order.ruleVersionId, tx);
  const fulfilled = await applyTransition(tx, found, {
    event: 'fulfil',
    actor: side,
    viewer,
    words,
    // A decision keeps its time to appeal; an agreement waits for the buyer.
    ...(complaint.state === 'negotiating' && {
      due: { at: new Date(now.getTime() + rules.fulfilmentMs), event: 'confirm' as const },
    }),
  });
  await sql`update complaints set fulfilled_at = ${now} where id = ${id}`.execute(tx);
  await notifySides(tx, fulfilled, 'complaint.fulfilled', viewer, { kind: complaint.promiseKind });
  return fulfilled;
}

/** The buyer confirms that the agreement was fulfilled. */
export async function confirmPromise(ctx: Ctx, tx: Tx, viewer: Viewer, id: number): Promise<SettledCase> {
  const found = await lockOwnCase(tx, viewer, id);
  if (found.side === 'buyer' && !found.complaint.promiseKind) await refuseTransition(tx, found, 'buyer');
  return endPromise(ctx, tx, found, { event: 'confirm_promise', actor: found.side, viewer });
}

/** Ends a complaint whose agreement was fulfilled, confirmed by the buyer or by their silence. */
export function endPromise(
  ctx: Ctx,
  tx: Tx,
  found: Case,
  how:
    | { event: 'confirm_promise'; actor: 'buyer' | 'seller'; viewer: Viewer }
    | { event: 'confirm_by_time'; actor: 'system'; viewer: null },
): Promise<SettledCase> {
  return endWithResult(ctx, tx, found, {
    ...how,
    ending: 'agreed',
    result: found.complaint.promiseKind === 'replacement' ? 'replacement' : 'release',
    refundCents: 0,
    inspected: true,
  });
}
