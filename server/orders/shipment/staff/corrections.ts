import { sql } from 'kysely';
import type { Body, Reply } from '#contract/endpoint.ts';
import type * as contract from '#contract/shipping/staff-shipments.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import type { EventKind } from '#domain/events.ts';
import { fail } from '#domain/errors.ts';
import type { OrderState } from '#domain/orders/orders.ts';
import {
  normalizeTrackingCode,
  ownCarrierNames,
  trackingCodeError,
} from '#domain/shipping/tracking-codes.ts';
import { can } from '#domain/staff/permissions.ts';
import type { Tx } from '#server/context.ts';
import { recordDecision } from '#server/events/events.ts';
import { maxPickupTries } from '#server/orders/shipment/handover.ts';
import { refuseUsedCode } from '#server/orders/shipment/posting.ts';

interface Corrected {
  id: number;
  state: OrderState;
  promisedAt: Date | null;
}

/** Locks an order that is not the viewer's own. */
async function lockForStaff(tx: Tx, viewer: Viewer, hash: string): Promise<Corrected> {
  const { rows } = await sql<Corrected & { involved: number[] }>`
    select id, state, promised_at as "promisedAt", array[buyer_id, seller_id] as involved from orders
    where hash = ${hash} for no key update`.execute(tx);
  const { involved, ...order } = rows[0] ?? fail('not_found');
  const answer = can(viewer, 'correct_parcel', { involved });
  if (!answer.ok) fail(answer.reason);
  return order;
}

interface Decided {
  kind: EventKind;
  before: Record<string, unknown>;
  after: Record<string, unknown>;
  reason: string;
}

function recordCorrection(tx: Tx, viewer: Viewer, { id }: Corrected, decided: Decided): Promise<void> {
  return recordDecision(tx, { ...decided, actor: viewer, subject: { kind: 'order', id } });
}

function refuse({ state }: Corrected, detail: string): never {
  return fail('wrong_state', { detail, meta: { state, allowed: [] } });
}

/**
 * S09, S15: staff correct the tracking code of a parcel that its seller posted. A label of the site has its carrier's code.
 * @throws `invalid_request` for a code with a wrong digit, or one that another parcel has · `wrong_state`
 */
export async function correctTrackingCode(
  tx: Tx,
  viewer: Viewer,
  { hash, carrier, trackingCode, reason }: { hash: string } & Body<typeof contract.correctTrackingCode>,
): Promise<Reply<typeof contract.correctTrackingCode>> {
  const order = await lockForStaff(tx, viewer, hash);
  const { rows } = await sql<{ carrier: string; trackingCode: string | null }>`
    select carrier, tracking_code as "trackingCode" from shipments
    where order_id = ${order.id} and source = 'table' and posted_at is not null`.execute(tx);
  const before =
    rows[0] ?? refuse(order, 'Só muda o código de um pacote que quem vendeu postou no próprio balcão.');
  const code = normalizeTrackingCode(trackingCode);
  const error = trackingCodeError(carrier, code);
  if (error) fail('invalid_request', { errors: { trackingCode: error } });
  const after = { carrier: ownCarrierNames[carrier], trackingCode: code };
  await sql`update shipments set tracking_code = ${code}, carrier = ${after.carrier}
    where order_id = ${order.id}`
    .execute(tx)
    .catch(refuseUsedCode);
  await recordCorrection(tx, viewer, order, { kind: 'order.tracking_corrected', before, after, reason });
  return { trackingCode: code };
}

/**
 * S12, S15: staff give back the tries of a pickup whose ten are used up.
 * @throws `wrong_state` while there are tries left, or after the handover
 */
export async function resetPickupTries(
  tx: Tx,
  viewer: Viewer,
  { hash, reason }: { hash: string; reason: string },
): Promise<Reply<typeof contract.resetPickupTries>> {
  const order = await lockForStaff(tx, viewer, hash);
  const { numAffectedRows } = await sql`update pickups set failed_tries = 0
    where order_id = ${order.id} and failed_tries = ${maxPickupTries} and ${order.state} = 'paid'`.execute(
    tx,
  );
  if (numAffectedRows !== 1n)
    refuse(order, 'As tentativas só voltam depois de dez códigos errados, antes da entrega.');
  const before = { triesLeft: 0 };
  const after = { triesLeft: maxPickupTries };
  await recordCorrection(tx, viewer, order, { kind: 'order.pickup_tries_reset', before, after, reason });
  return { ...after, until: order.promisedAt && order.promisedAt.toISOString() };
}

/**
 * S15: a contradiction between a parcel and its order's end is settled: staff did what was to be done.
 * @throws `wrong_state` where there is none
 */
export async function settleContradiction(
  tx: Tx,
  viewer: Viewer,
  { hash, reason }: { hash: string; reason: string },
): Promise<void> {
  const order = await lockForStaff(tx, viewer, hash);
  const { rows } = await sql<{ state: string }>`update shipments set contradicted_at = null
    where order_id = ${order.id} and contradicted_at is not null returning state`.execute(tx);
  const parcel = rows[0] ?? refuse(order, 'Este envio não contradiz o pedido, ou alguém já resolveu.');
  const before = { parcel: parcel.state };
  await recordCorrection(tx, viewer, order, {
    kind: 'order.contradiction_settled',
    before,
    after: before,
    reason,
  });
}
