import type { Viewer } from '#domain/accounts/accounts.ts';
import type { CarrierEventKind } from '#domain/shipping/shipments.ts';
import type { Ctx, Tx } from '#server/context.ts';
import type { ClosedOrder } from '#server/orders/closing.ts';
import type { LockedOrder } from '#server/orders/moves.ts';
import { recordFacts } from '#server/orders/shipment/facts.ts';
import type { ParcelMove } from '#server/orders/shipment/facts.ts';

/** What the sides read of it; the reason of staff is in the audit log only. */
const facts: Readonly<Record<ParcelMove, { kind: CarrierEventKind; words: string }>> = {
  force_delivery: { kind: 'delivered', words: 'Entrega confirmada pela equipe' },
  lose: { kind: 'lost', words: 'Extravio confirmado pela equipe' },
  return_parcel: { kind: 'returned', words: 'Volta do pacote confirmada pela equipe' },
  return_for_address: { kind: 'returned', words: 'Devolvido: endereço incorreto' },
};

/**
 * S15, P27: a forced move of a shipped order says what became of its parcel, now. It is one of the parcel's events, and
 * order and money follow by it as by the carrier's.
 * @throws `wrong_state` where the carrier's events say otherwise
 */
export function reportParcel(
  event: ParcelMove,
): (ctx: Ctx, tx: Tx, order: LockedOrder, forced: { viewer: Viewer }) => Promise<ClosedOrder> {
  const { kind, words } = facts[event];
  return (ctx, tx, order, { viewer }) =>
    recordFacts(ctx, tx, order, {
      events: [{ kind, at: order.now, place: '', words }],
      by: 'staff',
      viewer,
      event,
    });
}
