import type { OrderPendingResponse } from '#contract/orders/parts.ts';
import type { ShipmentState } from '#domain/shipping/shipments.ts';
import type { EndingMoney } from '#domain/orders/endings.ts';
import type { DeliveryType, OrderState } from '#domain/orders/orders.ts';
import type { PaymentMethod } from '#domain/payments/payments.ts';

export type Side = 'buyer' | 'seller';

/** The action to offer; the order's page and the lists know how to perform it. */
export type StepButton =
  | 'pay'
  | 'reveal'
  | 'confirm'
  | 'start_delivery'
  | 'deliver'
  | 'make_label'
  | 'print_label'
  | 'post'
  | 'receive'
  | 'see_code'
  | 'hand_over'
  | 'answer'
  | 'give_back'
  | 'check_return'
  | 'rate'
  | 'see_similar'
  | 'see_balance'
  | null;

export interface Step {
  /** What happens next, who must act and by when, in one sentence. */
  sentence: string;
  /** What happens automatically if the actor does nothing (N12); empty when there is no deadline. */
  otherwise: string;
  /** Where the money is now and where it goes; empty once the order is over. */
  money: string;
  /** Who must act. */
  actor: Side | 'platform' | null;
  /** ISO instant until which the actor may act. */
  deadline: string | null;
  button: StepButton;
}

/** Input of the sentence, available both in a list row and in a full order. */
export interface StepFacts {
  state: OrderState;
  deliveryType: DeliveryType;
  /** The parcel of a shipped order. */
  shipment?: { state: ShipmentState; hasLabel: boolean; labelReady: boolean } | null;
  /** How it is paid; null when unknown. */
  method: PaymentMethod | null;
  otherParty: string;
  /** Total for the buyer, net amount for the seller. In cents. */
  amountCents: number;
  /** A part of the price was paid and the rest is pending. */
  begun?: boolean;
  dueAt: string | null;
  promisedAt: string | null;
  releaseAt: string | null;
  closedAt: string | null;
  /** Whether the codes were opened; null when unknown. */
  revealed: boolean | null;
  /** This side may rate the order now. */
  rateable?: boolean;
  /**
   * The pending response besides the order's own deadline: a cancellation request's answer or a complaint's next
   * action.
   */
  waits?: OrderPendingResponse | null;
  /** A pending refund: when it arrives and where. */
  refund?: { by: string; where: string } | null;
  /** How it ended and what happened to the money; null when unknown. */
  ending?: Ending | null;
  /** The server's time, ISO. */
  now: string;
}

/** How an order ended that was not completed. */
export interface Ending {
  /** Text of the event that closed it, without a full stop. */
  because: string;
  money: EndingMoney;
  /** The freight does not come back (S10). */
  lessFreight?: boolean;
}
