import { shipmentStateNames } from '#domain/shipping/shipments.ts';
import type { ShipmentState } from '#domain/shipping/shipments.ts';
import type { StateLabel } from '#web/labels.ts';

const tones: Record<ShipmentState, StateLabel['tone']> = {
  preparing: 'info',
  posted: 'brand',
  in_transit: 'brand',
  out_for_delivery: 'brand',
  awaiting_collection: 'warning',
  delivered: 'success',
  failed: 'warning',
  returning: 'warning',
  returned: 'neutral',
  lost: 'danger',
  cancelled: 'neutral',
};

/** The badge of a parcel. */
export function shipmentLabel(state: ShipmentState): StateLabel {
  return { label: shipmentStateNames[state], tone: tones[state] };
}
