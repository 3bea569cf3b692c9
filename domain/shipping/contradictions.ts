import type { OrderState } from '#domain/orders/orders.ts';
import type { ShipmentState } from './shipments.ts';

/** A parcel that is somewhere although its order was cancelled; `cancelled` itself had a label that was posted. */
const found: readonly ShipmentState[] = [
  'posted',
  'in_transit',
  'out_for_delivery',
  'awaiting_collection',
  'failed',
  'delivered',
  'cancelled',
];

/** A parcel that did not arrive although its order was concluded. */
const missing: readonly ShipmentState[] = ['returning', 'returned', 'lost'];

/** S15: whether what a carrier reports after the end of an order does not fit that end. No money moves by it. */
export function contradictsEnd(order: OrderState, parcel: ShipmentState): boolean {
  if (order === 'cancelled') return found.includes(parcel);
  return order === 'completed' && missing.includes(parcel);
}
