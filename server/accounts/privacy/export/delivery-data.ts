import { sql } from 'kysely';
import { exportedAddresses } from '#server/addresses/queries.ts';
import { ownOrderAddresses } from '#server/shipping/order-addresses.ts';
import { ownDeliveryData } from '#server/orders/delivery/data.ts';
import { byUser } from './personal-table.ts';
import type { Decisions } from './personal-table.ts';
import { ofOwnOrders } from './trade-data.ts';

/** Where to deliver, and proofs of manual deliveries (P13): evidence of the order, kept five years from its end. */
export const deliveryData: Decisions<
  | 'addresses'
  | 'delivery_files'
  | 'delivery_file_views'
  | 'order_addresses'
  | 'order_delivery_data'
  | 'pickups'
  | 'return_events'
  | 'returns'
  | 'shipment_events'
  | 'shipments'
> = {
  addresses: {
    title: 'enderecos',
    mine: byUser,
    columns: {
      id: 'shown',
      user_id: 'internal',
      slot: 'internal',
      sealed: 'secret',
      default_for_receiving: 'shown',
      default_for_sending: 'shown',
      created_at: 'shown',
      updated_at: 'shown',
    },
    read: exportedAddresses,
    onClosure: 'delete',
    because: 'contract: where to receive and send; not needed once the account is deleted',
  },
  order_delivery_data: {
    title: 'dados-para-entrega',
    mine: (userId) => sql`t.order_id in (select id from orders where buyer_id = ${userId})`,
    columns: { order_id: 'shown', sealed: 'secret', written_at: 'shown', opened_at: 'shown' },
    read: ownDeliveryData,
    onClosure: 'delete',
    because: 'contract: where and how to deliver; not needed once the account is deleted',
  },
  order_addresses: {
    title: 'enderecos-dos-pedidos',
    mine: byUser,
    columns: { id: 'internal', order_id: 'shown', kind: 'shown', user_id: 'internal', sealed: 'secret' },
    read: ownOrderAddresses,
    onClosure: 'delete',
    because: 'contract: where a parcel went; not needed once the account is deleted',
  },
  shipments: {
    title: 'envios',
    mine: ofOwnOrders,
    columns: {
      order_id: 'shown',
      state: 'shown',
      source: 'internal',
      service: 'internal',
      carrier: 'shown',
      service_name: 'shown',
      quoted_cents: 'internal',
      business_days: 'shown',
      weight_grams: 'shown',
      length_cm: 'shown',
      width_cm: 'shown',
      height_cm: 'shown',
      insured_cents: 'shown',
      handling_days: 'shown',
      origin_state: 'shown',
      destination_state: 'shown',
      label_id: 'internal',
      charged_cents: 'internal',
      tracking_code: 'shown',
      posted_at: 'shown',
      delivered_at: 'shown',
      next_check_at: 'internal',
      failed_checks: 'internal',
      label_cancelled_at: 'internal',
      contradicted_at: 'internal',
    },
    onClosure: 'keep',
    because: 'evidence of the order',
  },
  shipment_events: {
    title: 'rastreio-dos-envios',
    mine: ofOwnOrders,
    columns: {
      id: 'internal',
      order_id: 'shown',
      kind: 'shown',
      at: 'shown',
      place: 'shown',
      words: 'shown',
      reported_by: 'shown',
      received_at: 'internal',
    },
    onClosure: 'keep',
    because: 'evidence of the order',
  },
  returns: {
    title: 'devolucoes',
    mine: ofOwnOrders,
    columns: {
      id: 'shown',
      order_id: 'shown',
      refund_id: 'shown',
      reason: 'shown',
      complaint_id: 'shown',
      way: 'shown',
      state: 'shown',
      post_by: 'shown',
      due_at: 'internal',
      counted_from: 'internal',
      due_event: 'internal',
      opened_at: 'shown',
      paid_by: 'shown',
      postage_cents: 'shown',
      parcel_state: 'shown',
      carrier: 'shown',
      label_id: 'internal',
      charged_cents: 'internal',
      tracking_code: 'shown',
      posted_at: 'shown',
      arrived_at: 'shown',
      closed_at: 'shown',
      next_check_at: 'internal',
      failed_checks: 'internal',
      label_cancelled_at: 'internal',
      contest: 'shown',
      contested_at: 'shown',
      outcome: 'shown',
    },
    onClosure: 'keep',
    because: 'evidence of the order',
  },
  return_events: {
    title: 'rastreio-das-devolucoes',
    mine: (userId) => sql`t.return_id in (select r.id from returns r join orders o on o.id = r.order_id
      where ${userId} in (o.buyer_id, o.seller_id))`,
    columns: {
      id: 'internal',
      return_id: 'shown',
      kind: 'shown',
      at: 'shown',
      place: 'shown',
      words: 'shown',
      reported_by: 'shown',
      received_at: 'internal',
    },
    onClosure: 'keep',
    because: 'evidence of the order',
  },
  pickups: {
    title: 'retiradas',
    mine: (userId) => sql`t.order_id in (select id from orders where buyer_id = ${userId})`,
    // The code is shown on the order's page and proves the handover.
    columns: { order_id: 'shown', sealed: 'secret', failed_tries: 'internal' },
    onClosure: 'keep',
    because: 'evidence of the order',
  },
  delivery_files: {
    title: 'provas-de-entrega',
    // Before the delivery only the sender may see them.
    mine: (userId) => sql`(t.uploader_id = ${userId} or t.place is not null and ${ofOwnOrders(userId)})`,
    columns: {
      id: 'shown',
      order_id: 'shown',
      uploader_id: 'username',
      place: 'internal',
      proves: 'internal',
      name: 'shown',
      kind: 'shown',
      bytes: 'shown',
      // The file itself is opened on the order's page, which records each opening.
      file_key: 'secret',
      content_hash: 'secret',
      created_at: 'shown',
    },
    onClosure: 'keep',
    because: 'evidence of the order, five years from its end; what no delivery took goes a day after it',
  },
  delivery_file_views: {
    title: 'provas-de-entrega-abertas',
    mine: (userId) => sql`t.viewer_id = ${userId}`,
    columns: {
      id: 'internal',
      file_id: 'shown',
      viewer_id: 'internal',
      viewer_is: 'shown',
      at: 'shown',
      ip: 'shown',
    },
    onClosure: 'keep',
    because: 'who saw a proof of delivery and when: defence of rights; goes with the file',
  },
};
