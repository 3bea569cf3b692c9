import type { Cents } from '#domain/money.ts';
import type { DeclineReason, ProviderMethod } from '#domain/payments/payments.ts';

/** Who pays, as far as the provider asks for it. */
export interface Payer {
  name: string;
  email: string;
  /** CPF or CNPJ without mask; null when the account gave none. */
  document: string | null;
}

/** What is to be paid. `reference` is ours, and at every provider the one id of the charge. */
export interface ChargeOrder {
  reference: string;
  amountCents: Cents;
  description: string;
  expiresAt: Date;
  /** Null where the provider asks nothing of the payer. */
  payer: Payer | null;
}

export interface PixCharge {
  providerId: string;
  /** The copy-and-paste code, shown verbatim. */
  pixCode: string;
  receiverName: string;
}

export interface BoletoCharge {
  providerId: string;
  /** The 47 digits that are typed, without mask. */
  line: string;
  /** The 44 digits of the bars. */
  barcode: string;
  /** The document to print. */
  url: string;
}

export interface CardOrder extends ChargeOrder {
  /** Made in the buyer's browser by the provider's own fields; null where the card is typed on the provider's page. */
  token: string | null;
  /** The card's brand as those fields call it. */
  brand: string | null;
  installments: number;
}

/** How a charge to a card stands when it is asked for. */
export interface CardCharge {
  providerId: string;
  state: 'pending' | 'paid' | 'in_review' | 'declined';
  declinedReason?: DeclineReason;
  /** The provider's page where the card is typed. */
  payUrl?: string;
}

/** Money that arrived. One id is one movement. */
export interface IncomingPayment {
  /** The bank's id of a Pix (`E…`), or the provider's id of the payment. */
  endToEndId: string;
  amountCents: Cents;
  /** ISO 8601. */
  at: string;
  /** CPF or CNPJ of whoever paid, as far as the provider tells. */
  payerDocument?: string | null;
}

/** What the provider says of a charge, in our words. */
export interface ChargeStatus {
  reference: string;
  providerId: string;
  state: 'pending' | 'in_review' | 'paid' | 'declined' | 'expired' | 'cancelled';
  declinedReason?: DeclineReason;
  card?: { brand: string; last4: string };
  /** Everything that arrived for it, in the bank's order. */
  incomingPayments: IncomingPayment[];
  /** The payer asked their bank for it back, and nobody has decided yet (P26). */
  contested: boolean;
  /** All that went back of it by whatever way, refunds included. */
  returnedCents: Cents;
}

export interface TransferStatus {
  providerId: string;
  state: 'processing' | 'done' | 'failed';
  reason?: string;
}

/** One line of the provider's own list of what moved. */
export interface Movement {
  kind: MovementKind;
  /** As in `IncomingPayment.endToEndId` for an incoming payment, else the provider's id of the refund or payout. */
  movementId: string;
  reference: string | null;
  amountCents: Cents;
  at: Date;
}
export type MovementKind = 'receipt' | 'refund' | 'payout';

/** A charge by our id or, where a notice tells only that, by the provider's. */
export interface ChargeKey {
  reference?: string;
  providerId?: string | null;
}

/** A notice that something may have changed: never the truth itself, which is always read again. */
export interface ProviderEvent {
  eventId: string;
  kind: 'charge' | 'refund' | 'payout' | 'other';
  /** Our id of the thing, where the notice tells it. */
  reference?: string;
  /** The provider's id of the thing. */
  providerId?: string;
}

/** What a provider asks before it sends money out in our name; what it does not tell is null. */
export interface PayoutQuestion {
  /** The provider's id of the transfer. */
  transferId: string;
  reference: string | null;
  amountCents: Cents | null;
  pixKey: string | null;
}

/** A page of the provider's that turns a card into a token, shown in a frame on the order's page. */
export interface CardFields {
  path: string;
  html: string;
  /** What it may load, as a Content-Security-Policy; who may show it is the server's to add. */
  policy: string;
  /** Scripts it loads from this server, by path. */
  scripts: Readonly<Record<string, string>>;
}

/**
 * A payment institution, behind one door. All calls are idempotent by our reference: asking again
 * for the same charge, refund or payout makes one, and the second answer tells how it stands now. Not so at the same
 * moment, which `server/payments/provider-lease.ts` sees to across processes. A refusal throws
 * `provider_refused` (`failures.ts`); an answer that never came throws anything else and is unknown, not failed.
 */
export interface PaymentProvider {
  readonly name: string;
  readonly methods: readonly ProviderMethod[];
  /** Where cards are typed: null is the provider's own page, to which the charge leads (`payUrl`). */
  readonly cardFields: CardFields | null;
  /** Whether it pays withdrawals out; otherwise approved ones wait. */
  readonly paysOut: boolean;
  /** Kinds of movements its list tells. */
  readonly listedKinds: readonly MovementKind[];
  /** What it must know of the payer to open a charge; a boleto bears a document by law (Circ. BCB 3.656/2013). */
  asksOfPayer(method: ProviderMethod): 'nothing' | 'name' | 'document';
  createPixCharge(charge: ChargeOrder): Promise<PixCharge>;
  createBoleto(charge: ChargeOrder): Promise<BoletoCharge>;
  createCardCharge(charge: CardOrder): Promise<CardCharge>;
  findCharge(key: ChargeKey): Promise<ChargeStatus | null>;
  /** Nobody shall pay it any more. Does nothing to a charge that is unknown or over. */
  cancelCharge(key: ChargeKey): Promise<void>;
  /** Gives back part or all of one incoming payment of a charge; `chargeId` is the provider's. */
  refund(refund: {
    reference: string;
    chargeId: string;
    endToEndId: string;
    amountCents: Cents;
  }): Promise<TransferStatus>;
  /** Charges that somebody contests or that were taken back, as far as the last months of its list tell. */
  listContested(): Promise<ChargeKey[]>;
  /** What moved from `from` until before `to`. */
  listMovements(from: Date, to: Date): Promise<Movement[]>;
  pay(payout: {
    reference: string;
    amountCents: Cents;
    pixKey: string;
    holderName: string;
    document: string;
  }): Promise<TransferStatus>;
  /** How a payout stands now; `failed` after it was done means that its money came back. */
  findPayout(reference: string): Promise<TransferStatus | null>;
  /** The owner of a Pix key at the bank, as far as the bank tells: does it belong to this document? */
  keyBelongsTo(pixKey: string, document: string): Promise<boolean | null>;
  /**
   * The event of a webhook, or null when it is not the provider's or its signature is too old.
   * @param query of the address it was sent to
   */
  verifyWebhook(
    rawBody: Buffer,
    headers: Record<string, unknown>,
    query: Record<string, unknown>,
  ): ProviderEvent | null;
  /** Such a question, or null when it is not the provider's; some ask none. */
  readPayoutQuestion(rawBody: Buffer, headers: Record<string, unknown>): PayoutQuestion | null;
}
