import { sql } from 'kysely';
import type { Body } from '#contract/endpoint.ts';
import type * as contract from '#contract/shipping/returns.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import type { ReturnState } from '#domain/shipping/returns/returns.ts';
import {
  normalizeTrackingCode,
  ownCarrierNames,
  trackingCodeError,
} from '#domain/shipping/tracking-codes.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { record } from '#server/events/events.ts';
import type { ClosedOrder } from '#server/orders/closing.ts';
import { attachReturnFiles } from '#server/orders/delivery/proof.ts';
import { orderEvent } from '#server/orders/moves.ts';
import { refuseUsedCode } from '#server/orders/shipment/posting.ts';
import { completeReturn, dropReturn } from './endings.ts';
import { recordReturnFacts, startCheck } from './facts.ts';
import { returnFundTimer } from './fund.ts';
import { decideReturn, lockOwnReturn, moveReturn } from './store.ts';

interface Moved {
  hash: string;
  state: ReturnState;
}

/**
 * S09, S11: the buyer posted the return at a counter, also in place of a label that was not made. Without a carrier whose
 * tracking we read, the seller has 48 hours from the day on which it should arrive.
 * @throws `invalid_request` for a code with a wrong digit, or one that another parcel has · `wrong_state`
 */
export async function postReturn(
  ctx: Ctx,
  tx: Tx,
  viewer: Viewer,
  { hash, carrier, trackingCode }: { hash: string } & Body<typeof contract.postReturn>,
): Promise<Moved> {
  const { order, found, side } = await lockOwnReturn(tx, viewer, hash);
  decideReturn(found, 'post', side);
  const code = trackingCode === null ? null : normalizeTrackingCode(trackingCode);
  const error = code === null ? null : trackingCodeError(carrier, code);
  if (error) fail('invalid_request', { errors: { trackingCode: error } });
  await sql`update returns set way = 'own', tracking_code = ${code}, carrier = ${ownCarrierNames[carrier]}
    where id = ${found.id}`
    .execute(tx)
    .catch(refuseUsedCode);
  const posted = { kind: 'posted', at: order.now, place: '', words: 'Postado por quem comprou' } as const;
  await recordReturnFacts(ctx, tx, order, { found: { ...found, way: 'own' }, events: [posted], by: 'buyer' });
  return { hash, state: 'posted' };
}

/** S11: the buyer gave a picked up thing back. */
export async function handBack(ctx: Ctx, tx: Tx, viewer: Viewer, hash: string): Promise<Moved> {
  const { order, found, side } = await lockOwnReturn(tx, viewer, hash);
  decideReturn(found, 'hand_back', side);
  const { state } = await startCheck(ctx, tx, order, { found, at: order.now, actor: 'buyer' });
  return { hash, state };
}

/** S11: the buyer keeps the thing after all. */
export async function cancelReturn(tx: Tx, viewer: Viewer, hash: string): Promise<Moved> {
  const { order, found, side } = await lockOwnReturn(tx, viewer, hash);
  decideReturn(found, 'cancel', side);
  const { state } = await dropReturn(tx, order, found, { event: 'cancel', actor: 'buyer', viewer });
  return { hash, state };
}

/** S11: the seller has it back as it was. */
export async function acceptReturn(
  ctx: Ctx,
  tx: Tx,
  viewer: Viewer,
  hash: string,
): Promise<{ reply: Moved } & Pick<ClosedOrder, 'notifyProvider'>> {
  const { order, found, side } = await lockOwnReturn(tx, viewer, hash);
  decideReturn(found, 'accept', side);
  const { notifyProvider } = await completeReturn(ctx, tx, order, found, { event: 'accept', actor: side });
  return { reply: { hash, state: 'completed' }, notifyProvider };
}

/**
 * S11: the seller says what is wrong with what came back. From then on staff decide about its refund, or the guarantee fund
 * pays at their final deadline (N03).
 * @throws `invalid_request` without a photo of something that was posted · `wrong_state`
 */
export async function contestReturn(
  ctx: Ctx,
  tx: Tx,
  viewer: Viewer,
  { hash, words, fileIds }: { hash: string } & Body<typeof contract.contestReturn>,
): Promise<Moved> {
  const { order, found, side } = await lockOwnReturn(tx, viewer, hash);
  decideReturn(found, 'contest', side);
  if (fileIds.length === 0 && found.way !== 'hand')
    fail('invalid_request', { errors: { fileIds: 'Envie pelo menos uma foto do que voltou.' } });
  await attachReturnFiles(tx, order, fileIds);
  const { state } = await moveReturn(tx, order, found, {
    event: 'contest',
    actor: side,
    due: await returnFundTimer(ctx, tx, order, order.now),
    also: [sql`contest = ${words}`, sql`contested_at = ${order.now}`],
  });
  await sql`update refunds set state = 'requested' where id = ${found.refundId}`.execute(tx);
  await record(tx, orderEvent('return.contested', order, viewer, {}));
  return { hash, state };
}
