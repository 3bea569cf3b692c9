import type { CategoryIcon } from '#domain/listings/category-icons.ts';
import type { CategoryKind } from '#domain/listings/category-kinds.ts';
import type { DeliveryType } from '#domain/orders/orders.ts';
import type { Parcel } from '#domain/shipping/packages.ts';
import type { DrawingSpec } from './drawings/spec.ts';
import type { SellerKind } from './people/seller-kinds.ts';

/** By the system or by hand; or the things that are sent or picked up. */
export type CategoryDelivery = 'automatic' | 'manual' | 'shipping';
export type PromisedHours = 0 | 6 | 24 | 72;
export type Plan = 'prata' | 'ouro' | 'diamante';
export type AttributeValue = string | number | boolean;

export interface SeedAttribute {
  key: string;
  label: string;
  type: 'text' | 'number' | 'list' | 'boolean';
  /** Only for lists. */
  options?: readonly string[];
  required: boolean;
  filterable: boolean;
}

export interface SeedCategory {
  slug: string;
  name: string;
  /** null for a top category; only leaves (no children) hold listings. */
  parentSlug: string | null;
  /** Order among siblings, from 1. */
  position: number;
  riskClass: 'normal' | 'risky';
  warrantyDays: 7 | 14;
  /** Its own retention; null for the general rule. */
  holdDays: 14 | null;
  /** Its own proof of manual deliveries; null when the parent's applies, or a text is enough. */
  deliveryProof: 'file' | 'video' | null;
  /** An example of delivery data, in the top category; null below it, where the same applies. */
  deliveryHint: string | null;
  /** What is sold; null when the parent's applies. */
  kind: CategoryKind | null;
  /** Its own icon; null when the parent's is shown. */
  icon: CategoryIcon | null;
  delivery: CategoryDelivery;
  attributes: readonly SeedAttribute[];
}

export interface SeedPerson {
  username: string;
  name: string;
  email: string;
  bio: string;
  city: string;
  /** Two letters. */
  state: string;
  /** Eleven digits with valid check digits, made up. */
  cpf: string;
  /** E.164, in a range no carrier was given. */
  phone: string;
  /** ISO date. */
  birthDate: string;
  joinedDaysAgo: number;
  /** P14: 0 e-mail, 1 phone, 2 document, 3 business. Sellers here are 1 to 3. */
  verificationLevel: 0 | 1 | 2 | 3;
  /** null for someone who only buys. */
  kind: SellerKind | null;
  /** Slugs of the top categories and leaves this person sells in; empty for someone who only buys. */
  sells: readonly string[];
}

export type SeedListingStatus =
  | 'published'
  | 'in_review'
  | 'changes_requested'
  | 'rejected'
  | 'draft'
  | 'paused'
  | 'sold_out';

/** Why a reviewer sent a listing back; the same words as the review screen's. */
export type SeedReviewReason =
  | 'title_unclear'
  | 'description_incomplete'
  | 'photos_poor'
  | 'price_suspicious'
  | 'wrong_category'
  | 'contact_data'
  | 'forbidden_item'
  | 'duplicate';

/** How a thing is sent. */
export interface SeedShipping {
  parcel: Parcel;
  /** Business days from the payment to the posting. */
  handlingDays: 1 | 2 | 3 | 4 | 5;
  /** The seller pays the freight. */
  freeShipping: boolean;
  alsoPickup: boolean;
}

export interface SeedListing {
  /** Stable, unique, ASCII: derived from the title. */
  key: string;
  sellerUsername: string;
  categorySlug: string;
  title: string;
  description: string;
  priceCents: number;
  /** Units for sale; equals `codes.length` when the delivery is automatic. 0 when sold out. */
  stock: number;
  deliveryType: DeliveryType;
  /** Of a delivery by hand; 0 for the others. */
  promisedHours: PromisedHours;
  /** How it is sent; null for what is not. */
  shipping: SeedShipping | null;
  plan: Plan;
  attributes: Readonly<Record<string, AttributeValue>>;
  /** Unique across the market; only of what the system delivers. */
  codes: readonly string[];
  /** One per photo, cover first. */
  drawings: readonly DrawingSpec[];
  status: SeedListingStatus;
  /** On `changes_requested` and `rejected`: what the reviewer chose and wrote. */
  review: { reason: SeedReviewReason; note: string } | null;
  /** On some `in_review`: the fault a careful reviewer should find. */
  hiddenFault: SeedReviewReason | null;
  createdDaysAgo: number;
}
