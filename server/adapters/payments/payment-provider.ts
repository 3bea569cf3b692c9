import type { Cents } from '#domain/money.ts';
import type { DeclineReason, ProviderMethod } from '#domain/payments/payments.ts';

/** The payer, with the fields that the provider requires. */
export interface Payer {
  name: string;
  email: string;
  /** CPF or CNPJ without mask; null when the account gave none. */
  document: string | null;
}

/** A charge to open. `reference` is chosen by the marketplace and identifies the charge at every provider. */
export interface ChargeOrder {
  reference: string;
  amountCents: Cents;
  description: string;
  expiresAt: Date;
  /** Null where the provider requires nothing about the payer. */
  payer: Payer | null;
}

export interface PixOrder extends ChargeOrder {
  /** The company that receives the money, for providers that do not report the account's holder. */
  receiverName: string;
}

export interface PixCharge {
  providerId: string;
  /** The copy-and-paste code, shown verbatim. */
  pixCode: string;
  /** The account's holder, as the payer's bank shows it. */
  receiverName: string;
}

export interface BoletoCharge {
  providerId: string;
  /** The 47 digits that are typed, without mask. */
  line: string;
  /** The 44 digits of the barcode. */
  barcode: string;
  /** The document to print. */
  url: string;
}

export interface CardOrder extends ChargeOrder {
  /** Created in the buyer's browser by the provider's fields; null where the card is typed on the provider's page. */
  token: string | null;
  /** The card's brand as those fields call it. */
  brand: string | null;
  installments: number;
}

/** The state of a card charge directly after its creation. */
export interface CardCharge {
  providerId: string;
  state: 'pending' | 'paid' | 'in_review' | 'declined';
  declinedReason?: DeclineReason;
  /** The provider's page where the card is typed. */
  payUrl?: string;
}

/** A payment that arrived. One id is one movement. */
export interface IncomingPayment {
  /** The bank's id of a Pix (`E…`), or the provider's id of the payment. */
  endToEndId: string;
  amountCents: Cents;
  /** ISO 8601. */
  at: string;
  /** The payer's CPF or CNPJ, where the provider reports it. */
  payerDocument?: string | null;
}

/** The provider's state of a charge, in the marketplace's terms. */
export interface ChargeStatus {
  reference: string;
  providerId: string;
  state: 'pending' | 'in_review' | 'paid' | 'declined' | 'expired' | 'cancelled';
  declinedReason?: DeclineReason;
  card?: { brand: string; last4: string };
  /** All payments of the charge, in the bank's order. */
  incomingPayments: IncomingPayment[];
  /** Whether the payer disputes it at their bank and the decision is pending (P26). */
  contested: boolean;
  /** The total that went back in any way, refunds included. */
  returnedCents: Cents;
}

export interface TransferStatus {
  providerId: string;
  state: 'processing' | 'done' | 'failed';
  reason?: string;
}

/** One entry of the provider's list of movements. */
export interface Movement {
  kind: MovementKind;
  /** For a payment its `endToEndId`, else the provider's id of the refund or payout. */
  movementId: string;
  reference: string | null;
  amountCents: Cents;
  at: Date;
}
export type MovementKind = 'receipt' | 'refund' | 'payout';

/** A charge by its reference or, where a webhook contains only that, by the provider's id. */
export interface ChargeKey {
  reference?: string;
  providerId?: string | null;
}

/** A webhook's hint that something may have changed: the state itself is always read again. */
export interface ProviderEvent {
  eventId: string;
  kind: 'charge' | 'refund' | 'payout' | 'other';
  /** The reference, where the webhook contains it. */
  reference?: string;
  /** The provider's id of the charge, refund or payout. */
  providerId?: string;
}

/** A provider's request to approve a payout before it sends the money; missing fields are null. */
export interface PayoutQuestion {
  /** The provider's id of the transfer. */
  transferId: string;
  reference: string | null;
  amountCents: Cents | null;
  pixKey: string | null;
}

/** A page of the provider that turns a card into a token, shown in a frame on the order's page. */
export interface CardFields {
  path: string;
  html: string;
  /** Its Content-Security-Policy; the server adds who may frame it. */
  policy: string;
  /** Scripts it loads from this server, by path. */
  scripts: Readonly<Record<string, string>>;
}

/**
 * A payment provider. All calls are idempotent by reference: a second call for the same charge, refund or payout
 * creates nothing and returns the current state. Calls at the same moment are excluded across processes by
 * `server/payments/provider-lease.ts`. A refusal throws `provider_refused` (`failures.ts`); after any other error the
 * outcome is unknown, not failed.
 */
export interface PaymentProvider {
  readonly name: string;
  readonly methods: readonly ProviderMethod[];
  /** The fields for cards: null where they are typed on the provider's page (`payUrl`). */
  readonly cardFields: CardFields | null;
  /** Whether it makes payouts; otherwise approved withdrawals stay pending. */
  readonly paysOut: boolean;
  /** The kinds of movements in its list. */
  readonly listedKinds: readonly MovementKind[];
  /** What it requires of the payer; a boleto needs a document by law (Circ. BCB 3.656/2013). */
  asksOfPayer(method: ProviderMethod): 'nothing' | 'name' | 'document';
  createPixCharge(charge: PixOrder): Promise<PixCharge>;
  createBoleto(charge: ChargeOrder): Promise<BoletoCharge>;
  createCardCharge(charge: CardOrder): Promise<CardCharge>;
  findCharge(key: ChargeKey): Promise<ChargeStatus | null>;
  /** Makes the charge unpayable. Does nothing to a charge that is unknown or finished. */
  cancelCharge(key: ChargeKey): Promise<void>;
  /** Refunds part or all of one payment of a charge; `chargeId` is the provider's. */
  refund(refund: {
    reference: string;
    chargeId: string;
    endToEndId: string;
    amountCents: Cents;
  }): Promise<TransferStatus>;
  /** Charges that are disputed or were charged back within the last months. */
  listContested(): Promise<ChargeKey[]>;
  /** The movements from `from` until before `to`. */
  listMovements(from: Date, to: Date): Promise<Movement[]>;
  pay(payout: {
    reference: string;
    amountCents: Cents;
    pixKey: string;
    holderName: string;
    document: string;
  }): Promise<TransferStatus>;
  /** The state of a payout; `failed` after `done` means that its money came back. */
  findPayout(reference: string): Promise<TransferStatus | null>;
  /** Whether a Pix key belongs to this document, where the bank reports it; else null. */
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
  /** A payout question, or null when it is not the provider's; some providers send none. */
  readPayoutQuestion(rawBody: Buffer, headers: Record<string, unknown>): PayoutQuestion | null;
}
