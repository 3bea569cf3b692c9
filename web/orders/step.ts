import type { OrderWait } from '#contract/orders/parts.ts';
import type { EndingMoney } from '#domain/orders/endings.ts';
import type { DeliveryType, OrderState } from '#domain/orders/orders.ts';
import type { PaymentMethod } from '#domain/payments/payments.ts';

export type Side = 'buyer' | 'seller';

/** The one thing to press; the page of the order and the lists know how each is done. */
export type StepButton =
  | 'pay'
  | 'reveal'
  | 'confirm'
  | 'start_delivery'
  | 'deliver'
  | 'answer'
  | 'rate'
  | 'see_similar'
  | 'see_balance'
  | null;

export interface Step {
  /** What happens next, who must act and by when, in one sentence. */
  sentence: string;
  /** What the clock does if nobody acts (N12); empty when no clock runs. */
  otherwise: string;
  /** Where the money is meanwhile and where it goes; empty once the order is over. */
  money: string;
  /** Whose turn it is. */
  actor: Side | 'platform' | null;
  /** ISO instant until which the actor may act. */
  deadline: string | null;
  button: StepButton;
}

/** What the sentence needs to know; a row of a list and a whole order both give it. */
export interface StepFacts {
  state: OrderState;
  deliveryType: DeliveryType;
  /** How it is paid; null when nobody said. */
  method: PaymentMethod | null;
  otherParty: string;
  /** Total for the buyer, what the seller receives for the seller. In cents. */
  amountCents: number;
  /** A part of the price came in and waits for the rest. */
  begun?: boolean;
  dueAt: string | null;
  promisedAt: string | null;
  releaseAt: string | null;
  closedAt: string | null;
  /** Codes were shown already; null when nobody said. */
  revealed: boolean | null;
  /** This side may say now how the deal was. */
  rateable?: boolean;
  /** What it waits for besides its own clock: an answer to a wish to cancel, or the complaint's next move. */
  waits?: OrderWait | null;
  /** A refund on its way: when it arrives and where. */
  refund?: { by: string; where: string } | null;
  /** How it ended and what became of the money; null where nobody said. */
  ending?: Ending | null;
  /** The market's clock, ISO. */
  now: string;
}

/** The end of an order that came to nothing. */
export interface Ending {
  /** The event that closed it, in words, without a full stop. */
  because: string;
  money: EndingMoney;
}
