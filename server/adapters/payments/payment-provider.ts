import type { Cents } from '#domain/money.ts';

export interface PixCharge {
  providerId: string;
  /** The copy-and-paste code, shown verbatim (facts §1.1). */
  pixCode: string;
  receiverName: string;
}

/** One Pix that arrived. One `endToEndId` is one movement of money. */
export interface Receipt {
  endToEndId: string;
  amountCents: Cents;
  /** ISO 8601. */
  at: string;
}

/** What the provider says of a charge, in our words. */
export interface ChargeStatus {
  providerId: string;
  state: 'pending' | 'paid' | 'expired' | 'cancelled';
  /** Every Pix that arrived for it, in the bank's order. */
  receipts: Receipt[];
}

export interface TransferStatus {
  providerId: string;
  state: 'processing' | 'done' | 'failed';
  reason?: string;
}

/** A notice that something may have changed: never the truth itself, which is always read again. */
export interface ProviderEvent {
  eventId: string;
  kind: 'charge' | 'refund' | 'payout';
  /** Our id of the thing (`reference`). */
  reference: string;
}

/**
 * A payment institution, behind one door (facts §3.5). All calls are idempotent by our reference: asking twice
 * for the same charge, refund or payout makes one, and the second answer tells how it stands now. An answer that
 * never came is unknown, not failed.
 */
export interface PaymentProvider {
  readonly name: string;
  createPixCharge(charge: {
    reference: string;
    amountCents: Cents;
    description: string;
    expiresAt: Date;
  }): Promise<PixCharge>;
  findCharge(reference: string): Promise<ChargeStatus | null>;
  cancelCharge(reference: string): Promise<void>;
  /** Gives back part or all of one receipt of a charge; `chargeId` is the provider's. */
  refund(refund: {
    reference: string;
    chargeId: string;
    endToEndId: string;
    amountCents: Cents;
  }): Promise<TransferStatus>;
  pay(payout: {
    reference: string;
    amountCents: Cents;
    pixKey: string;
    holderName: string;
    document: string;
  }): Promise<TransferStatus>;
  findPayout(reference: string): Promise<TransferStatus | null>;
  /** The owner of a Pix key at the bank, as far as the bank tells: does it belong to this document? */
  keyBelongsTo(pixKey: string, document: string): Promise<boolean | null>;
  /** The event of a webhook, or null when the signature is not the provider's or is older than 5 minutes. */
  verifyWebhook(rawBody: Buffer, headers: Record<string, unknown>): ProviderEvent | null;
}
