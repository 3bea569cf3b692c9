import type { Order } from '#contract/orders/orders.ts';
import { allowedMoves, mayReveal } from '#domain/orders/orders.ts';
import type { DeliveryType, OrderState } from '#domain/orders/orders.ts';
import type { Rules } from '#domain/settings/rules.ts';
import { mayRegret } from './presenter.ts';
import type { OrderRefund } from './presenter.ts';

type Deal = NonNullable<Order['deal']>;

/** The columns of an order that its actions depend on. */
export interface ActionRow {
  state: OrderState;
  delivery_type: DeliveryType;
  delivered_at: Date | null;
  outage_ms: number;
  revealed_at: Date | null;
  now: Date;
  refunds: readonly OrderRefund[];
  cancellation: { state: string } | null;
  shipment: { source: string } | null;
}

const offeredMoves = {
  buyer: ['abandon', 'withdraw_purchase', 'confirm'],
  seller: ['start_delivery', 'deliver', 'post', 'hand_over', 'cancel_sale'],
} as const;
const refundable: readonly OrderState[] = ['paid', 'in_delivery', 'delivered', 'completed'];

/** Every action of this side, allowed or not. Staff have none. */
export function actionsOf(row: ActionRow, viewerIs: Order['viewerIs'], rules: Rules): Deal['actions'] {
  if (viewerIs !== 'buyer' && viewerIs !== 'seller') return [];
  const order = { state: row.state, deliveryType: row.delivery_type, revealedAt: row.revealed_at };
  const possible: string[] = allowedMoves(order, viewerIs).filter(
    // The carrier reports the posting of its own label.
    (event) => event !== 'post' || row.shipment?.source === 'table',
  );
  const actions: Deal['actions'] = offeredMoves[viewerIs].map((event) => ({
    event,
    // A parcel may be confirmed before its carrier reports it (S08).
    allowed: possible.includes(event) || (event === 'confirm' && possible.includes('receive')),
  }));
  const inDelivery = row.state === 'in_delivery' && row.delivery_type !== 'shipping';
  if (viewerIs === 'seller')
    return [
      ...actions,
      { event: 'refund_sale', allowed: refundable.includes(row.state) },
      { event: 'answer_cancellation', allowed: inDelivery && row.cancellation?.state === 'open' },
    ];
  return [
    ...actions,
    { event: 'reveal', allowed: mayReveal(order) },
    { event: 'request_cancellation', allowed: inDelivery && row.cancellation === null },
    { event: 'regret', allowed: possible.includes('regret') && mayRegret(row, rules) },
  ];
}
