import { sql } from 'kysely';
import type { Viewer } from '#domain/accounts/accounts.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { rulesOf } from '#server/settings/queries.ts';
import { lockOwnCase, tell } from './cases.ts';
import { turn } from './transitions.ts';
import { refuseTurn } from './refusals.ts';
import type { Case } from './cases.ts';
import { finish } from './settling.ts';
import type { Settled } from './settling.ts';

/** R03: the seller delivered what was agreed or decided, and says how; the buyer has 48 hours to object. */
export async function fulfil(
  ctx: Ctx,
  tx: Tx,
  viewer: Viewer,
  { id, words }: { id: number; words: string },
): Promise<Case> {
  const found = await lockOwnCase(tx, viewer, id);
  const { complaint, order, side, now } = found;
  // A broken agreement is decided by that; what was decided as another unit may still be delivered.
  const broken = complaint.state === 'decided' && complaint.result !== 'replacement';
  if (side !== 'seller' || !complaint.promiseKind || complaint.fulfilledAt || broken)
    await refuseTurn(tx, found, side);
  const { complaints: rules } = await rulesOf(ctx.db, order.ruleVersionId, tx);
  const fulfilled = await turn(tx, found, {
    event: 'fulfil',
    actor: side,
    viewer,
    words,
    // What was decided goes on waiting for an appeal; what was agreed waits for the buyer.
    ...(complaint.state === 'negotiating' && {
      due: { at: new Date(now.getTime() + rules.fulfilmentMs), event: 'confirm' as const },
    }),
  });
  await sql`update complaints set fulfilled_at = ${now} where id = ${id}`.execute(tx);
  await tell(tx, fulfilled, 'complaint.fulfilled', viewer, { kind: complaint.promiseKind });
  return fulfilled;
}

/** The buyer has what was agreed. */
export async function confirmPromise(ctx: Ctx, tx: Tx, viewer: Viewer, id: number): Promise<Settled> {
  const found = await lockOwnCase(tx, viewer, id);
  if (found.side === 'buyer' && !found.complaint.promiseKind) await refuseTurn(tx, found, 'buyer');
  return endPromise(ctx, tx, found, { event: 'confirm_promise', actor: found.side, viewer });
}

/** What was agreed has been delivered: said by the buyer, or by their silence. */
export function endPromise(
  ctx: Ctx,
  tx: Tx,
  found: Case,
  how:
    | { event: 'confirm_promise'; actor: 'buyer' | 'seller'; viewer: Viewer }
    | { event: 'confirm_by_time'; actor: 'system'; viewer: null },
): Promise<Settled> {
  return finish(ctx, tx, found, {
    ...how,
    ending: 'agreed',
    result: found.complaint.promiseKind === 'replacement' ? 'replacement' : 'release',
    refundCents: 0,
    inspected: true,
  });
}
