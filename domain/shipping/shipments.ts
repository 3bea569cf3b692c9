import { nextState } from '#domain/machine.ts';
import type { Machine } from '#domain/machine.ts';

export const shipmentStates = [
  'preparing',
  'posted',
  'in_transit',
  'out_for_delivery',
  'awaiting_collection',
  'delivered',
  'failed',
  'returning',
  'returned',
  'lost',
  'cancelled',
] as const;
export type ShipmentState = (typeof shipmentStates)[number];

export const shipmentStateNames: Readonly<Record<ShipmentState, string>> = {
  preparing: 'Em preparação',
  posted: 'Postado',
  in_transit: 'Em trânsito',
  out_for_delivery: 'Saiu para entrega',
  awaiting_collection: 'Aguardando retirada na agência',
  delivered: 'Entregue',
  failed: 'Não entregue',
  returning: 'Voltando',
  returned: 'Devolvido',
  lost: 'Extraviado',
  cancelled: 'Cancelado',
};

/**
 * What a carrier reports, in the order in which events of the same instant happened: a scan at the counter precedes
 * the delivery that was recorded with the same minute.
 */
export const carrierEventKinds = [
  'posted',
  'moved',
  'out_for_delivery',
  'attempt_failed',
  'refused',
  'awaiting_collection',
  'returning',
  'lost',
  'returned',
  'delivered',
] as const;
export type CarrierEventKind = (typeof carrierEventKinds)[number];

export const carrierEventNames: Readonly<Record<CarrierEventKind, string>> = {
  posted: 'Postado',
  moved: 'Em trânsito',
  out_for_delivery: 'Saiu para entrega',
  attempt_failed: 'Tentativa de entrega sem sucesso',
  refused: 'Recusado no endereço',
  awaiting_collection: 'Aguardando retirada na agência',
  returning: 'Voltando para quem vendeu',
  lost: 'Extraviado',
  returned: 'Devolvido a quem vendeu',
  delivered: 'Entregue',
};

/** One event of a parcel, as its carrier reports it (S09). */
export interface CarrierEvent {
  kind: CarrierEventKind;
  /** The carrier's time. */
  at: Date;
  /** City and branch in the carrier's words; may be empty. */
  place: string;
  /** What happened, in the carrier's words. */
  words: string;
}

/** What moves a shipment: an event of the carrier, or its cancellation before it is posted. */
export type ShipmentEvent = CarrierEventKind | 'cancelled';
export type ShipmentActor = 'seller' | 'carrier' | 'system' | 'staff';

/** A parcel on its way. One that was lost may be found. */
const underway = ['posted', 'in_transit', 'out_for_delivery', 'awaiting_collection', 'failed'] as const;
const open = ['preparing', ...underway, 'lost'] as const;

/**
 * The shipment's states (S07–S10). The first event may be any, because carriers skip scans. `moved` leaves a parcel
 * that is returning where it is: the way back has scans too.
 */
export const shipmentMachine: Machine<ShipmentEvent, ShipmentState, ShipmentActor> = {
  // The seller says so where a parcel has no tracking.
  posted: { rule: 'S07', by: ['carrier', 'seller'], from: ['preparing'], to: 'posted' },
  moved: { rule: 'S09', by: ['carrier'], from: open, to: 'in_transit' },
  out_for_delivery: { rule: 'S09', by: ['carrier'], from: open, to: 'out_for_delivery' },
  attempt_failed: { rule: 'S10', by: ['carrier'], from: open, to: 'failed' },
  refused: { rule: 'S10', by: ['carrier'], from: open, to: 'failed' },
  awaiting_collection: { rule: 'S10', by: ['carrier'], from: open, to: 'awaiting_collection' },
  // The carrier may bring back what it delivered to a wrong address.
  returning: { rule: 'S10', by: ['carrier'], from: [...open, 'delivered'], to: 'returning' },
  // The system says so after days without an event, staff after asking the carrier.
  lost: {
    rule: 'S07',
    by: ['carrier', 'system', 'staff'],
    from: ['preparing', ...underway, 'returning'],
    to: 'lost',
  },
  returned: {
    rule: 'S10',
    by: ['carrier', 'staff'],
    from: [...open, 'returning', 'delivered'],
    to: 'returned',
  },
  // The system says so on the promised day of a parcel without tracking.
  delivered: {
    rule: 'S08',
    by: ['carrier', 'system', 'staff'],
    from: [...open, 'returning'],
    to: 'delivered',
  },
  cancelled: { rule: 'S07', by: ['seller', 'system', 'staff'], from: ['preparing'], to: 'cancelled' },
};

/**
 * The state of a parcel by its carrier's events, in whatever order and how often they arrived (S09): sorted by the
 * carrier's time, each moves the parcel as the machine permits, and one that it does not permit changes nothing. So an
 * older event never moves a delivered parcel; a newer one does only if the parcel comes back. A lost parcel that is
 * found goes on, also to `delivered`; its money does not move a second time.
 */
export function stateOf(events: readonly CarrierEvent[]): ShipmentState {
  return sortEvents(events).reduce<ShipmentState>((state, { kind }) => {
    const next = nextState(shipmentMachine, kind, state, 'carrier');
    return 'to' in next ? next.to : state;
  }, 'preparing');
}

/** The events by the carrier's time; those of one instant in the order of {@link carrierEventKinds}. */
export function sortEvents<T extends Pick<CarrierEvent, 'kind' | 'at'>>(events: readonly T[]): T[] {
  return events.toSorted(
    (one, other) => one.at.getTime() - other.at.getTime() || rank(one.kind) - rank(other.kind),
  );
}

const rank = (kind: CarrierEventKind) => carrierEventKinds.indexOf(kind);

/** When the parcel was posted by the carrier's facts: the first event of any kind (S07); null before it. */
export function postedAt(events: readonly CarrierEvent[]): Date | null {
  return sortEvents(events)[0]?.at ?? null;
}

/** When the parcel was delivered by the carrier's facts, if it is (S08). */
export function deliveredAt(events: readonly CarrierEvent[]): Date | null {
  if (stateOf(events) !== 'delivered') return null;
  return sortEvents(events).findLast(({ kind }) => kind === 'delivered')!.at;
}
