import type { Cents } from '#domain/money.ts';

/** The signals of an order's risk, in the order in which staff read them. */
export const riskSignals = [
  'known_fraud',
  'shared_device',
  'shared_key',
  'shared_document',
  'shared_network',
  'shared_address',
  'declines',
  'card_accounts',
  'device_accounts',
  'document_accounts',
  'network_accounts',
  'burst',
  'other_payer',
  'security_changed',
  'new_device',
  'above_usual',
  'large_first',
  'new_account',
  'few_purchases',
  'refund_habit',
  'seller_claims',
  'many_claims',
  'seller_burst',
  'new_seller',
  'few_sales',
  'seller_links',
  'cheap',
  'instant',
] as const;
export type RiskSignal = (typeof riskSignals)[number];

/** How many orders a device, card, document or network places; more are refused, or held where the card is known last. */
export interface VelocityRules {
  devicePerHour: number;
  devicePerDay: number;
  /** Together, so that a large purchase in pieces or by two accounts is one. */
  deviceCentsPerDay: Cents;
  networkPerHour: number;
  documentPerDay: number;
  documentCentsPerDay: Cents;
  cardPerDay: number;
}

/** The rules of risk (F55). Points are whole numbers; a weight of zero switches a signal off. */
export interface RiskRules {
  /** Whether orders are looked at at all. */
  active: boolean;
  /** From this score on staff look at a paid order before it goes on; from the higher one it is not placed. */
  holdFrom: number;
  refuseFrom: number;
  weights: Record<RiskSignal, number>;
  velocity: VelocityRules;
  /** What is large for a first purchase. */
  largeFirstCents: Cents;
  /** What is new: an account, a device, a changed key, a seller. */
  newAccountMs: number;
  newDeviceMs: number;
  securityMs: number;
  newSellerMs: number;
  /** Times the largest purchase before. */
  timesUsual: number;
  /** A price at most this part of the category's median. */
  cheapBps: number;
  /** Refunded purchases, and sales with complaints, from this part on. */
  refundedBps: number;
  claimsBps: number;
  /** Devices, documents, networks and cards are deleted after so many days. */
  keepDays: number;
}

const hour = 3_600_000;
const day = 24 * hour;

export const defaultRiskRules: RiskRules = {
  active: true,
  holdFrom: 50,
  refuseFrom: 140,
  weights: {
    known_fraud: 30,
    shared_device: 50,
    shared_key: 50,
    shared_document: 50,
    shared_network: 40,
    shared_address: 50,
    declines: 40,
    card_accounts: 30,
    device_accounts: 35,
    document_accounts: 20,
    network_accounts: 0,
    burst: 0,
    other_payer: 30,
    security_changed: 30,
    new_device: 10,
    above_usual: 0,
    large_first: 20,
    new_account: 10,
    few_purchases: 0,
    refund_habit: 50,
    seller_claims: 30,
    many_claims: 10,
    seller_burst: 0,
    new_seller: 15,
    few_sales: 15,
    seller_links: 25,
    cheap: 15,
    instant: 10,
  },
  velocity: {
    devicePerHour: 12,
    devicePerDay: 40,
    deviceCentsPerDay: 2_000_000,
    networkPerHour: 120,
    documentPerDay: 40,
    documentCentsPerDay: 2_000_000,
    cardPerDay: 15,
  },
  largeFirstCents: 30_000,
  newAccountMs: 2 * day,
  newDeviceMs: day,
  securityMs: 3 * day,
  newSellerMs: 14 * day,
  timesUsual: 4,
  cheapBps: 6_000,
  refundedBps: 4_000,
  claimsBps: 1_500,
  keepDays: 180,
};
