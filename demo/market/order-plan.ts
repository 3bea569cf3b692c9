import type { DeliveryType } from '#domain/orders/orders.ts';
import type { TableServiceCode } from '#domain/shipping/services.ts';
import type { CarrierEventKind } from '#domain/shipping/shipments.ts';
import type { DisputeStory } from './complaints.ts';
import type { PaymentProofStory } from './payment-proofs.ts';

/** How far an order of the demo goes, and from then on its timers take it. */
export type OrderStory =
  | 'waits'
  | 'abandoned'
  | 'paid'
  | 'regretted'
  | 'refused'
  | 'started'
  | 'asked_to_cancel'
  | 'delivered'
  | 'given_back'
  | 'asked_back'
  | 'asked_back_in_vain'
  | 'confirmed'
  | DisputeStory
  | PaymentProofStory;

export interface OrderPlan {
  daysAgo: number;
  story: OrderStory;
  buyer: string;
  seller: string;
  listingKey: string;
  delivery: DeliveryType;
  /** How its parcel travels. */
  journey?: Journey;
  /** When its buyer complains, where the delivery takes days. */
  complaintDaysAgo?: number;
  /** Which of the demo buyer's confirmed orders it is. */
  ratingPlace?: number;
  /** Pix where nothing is said. */
  method?: 'card' | 'boleto' | 'manual';
}

/** What a carrier reports beyond the journey that it planned, and how many days ago. */
export interface Report {
  kind: CarrierEventKind;
  daysAgo: number;
}

/** How a parcel travels. */
export interface Journey {
  service: TableServiceCode;
  /** With a label of the site, by its seller alone, or not at all. */
  posted: 'with label' | 'alone' | 'never';
  /** When the label was bought, or the seller posted it alone. */
  preparedDaysAgo: number;
  reports: readonly Report[];
  /** The end of the postal code it goes to; the buyer's home without one. */
  ending?: string;
}
