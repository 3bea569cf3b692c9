import type { AddressFields } from '#domain/addresses/addresses.ts';
import type { Cents } from '#domain/money.ts';
import type { Parcel } from '#domain/shipping/packages.ts';
import type { CarrierEvent } from '#domain/shipping/shipments.ts';
import type { Quote } from '#domain/shipping/tariffs.ts';

/** An address on a label. */
export interface PostalAddress extends Omit<AddressFields, 'label'> {
  /** The digits of the CPF or the characters of the CNPJ, which carriers ask for; null when it is unknown. */
  document: string | null;
}

export interface QuoteRequest {
  /** Eight digits. */
  fromPostalCode: string;
  toPostalCode: string;
  parcel: Parcel;
  /** The declared value (S16). */
  insuredCents: Cents;
}

export interface LabelRequest {
  /** Unique for each shipment: calling again with it never pays twice. */
  reference: string;
  /** A service's code from a quote of the same provider. */
  service: string;
  from: PostalAddress;
  to: PostalAddress;
  parcel: Parcel;
  insuredCents: Cents;
  /** What the declaration of content lists (S14). */
  contents: readonly { name: string; quantity: number; unitCents: Cents }[];
  /** The 44 digits of an invoice's key; null for a person's sale, which travels with a declaration. */
  invoiceKey: string | null;
}

export interface BoughtLabel {
  labelId: string;
  chargedCents: Cents;
  /** Some carriers give it only after the posting. */
  trackingCode: string | null;
}

export interface TrackedLabel {
  trackingCode: string | null;
  /** In any order, and each as often as the provider lists it. */
  events: CarrierEvent[];
  /** What the label costs by now: a carrier that weighs the parcel may correct it. */
  chargedCents: Cents;
}

/**
 * Buys labels and follows parcels (S04). No call is made inside a transaction. A refusal throws `provider_refused`
 * (`../payments/failures.ts`), as for an unknown label; after any other error the outcome is unknown, and the call may
 * be repeated.
 */
export interface ShippingProvider {
  readonly name: string;
  /**
   * What each service asks for the parcel; services that don't take it are left out.
   * @throws when the provider is away or slower than {@link quoteTimeoutMs}
   */
  quote(request: QuoteRequest): Promise<Quote[]>;
  /** Buys a label, or returns the one that this reference bought before. */
  buyLabel(request: LabelRequest): Promise<BoughtLabel>;
  /** One PDF with the labels in this order, 10 × 15 cm each where the carrier offers it. */
  labelPdf(labelIds: readonly string[]): Promise<Uint8Array>;
  track(labelId: string): Promise<TrackedLabel>;
  /** Cancels a label that was not posted, and gets its price back; does nothing to a cancelled one. */
  cancel(labelId: string): Promise<void>;
  /**
   * The labels of a webhook, whose state is then read again; null when its signature is wrong.
   * @param headers with lower-case names
   */
  readWebhook(headers: Record<string, unknown>, rawBody: Buffer): { labelIds: string[] } | null;
}

/** The longest wait for a quote, in milliseconds. */
export const quoteTimeoutMs = 3_000;
