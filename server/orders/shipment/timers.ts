import type { Ctx, Tx } from '#server/context.ts';
import type { LockedOrder } from '#server/orders/moves.ts';
import { recordFacts } from './facts.ts';
import type { FollowedShipment } from './facts.ts';

/** S07, S16: no news for too long after the promised day: the parcel is lost. */
export function loseByTime(ctx: Ctx, tx: Tx, order: LockedOrder): Promise<FollowedShipment> {
  const lost = { kind: 'lost', at: order.now, place: '', words: 'Sem notícia da transportadora' } as const;
  return recordFacts(ctx, tx, order, { events: [lost], by: 'system' });
}

/** S08: the promised day of a parcel without tracking has passed. */
export function assumeDelivered(ctx: Ctx, tx: Tx, order: LockedOrder): Promise<FollowedShipment> {
  const delivered = {
    kind: 'delivered',
    at: order.promiseAt ?? order.now,
    place: '',
    words: 'Prazo de entrega encerrado, sem rastreio',
  } as const;
  return recordFacts(ctx, tx, order, { events: [delivered], by: 'system' });
}
