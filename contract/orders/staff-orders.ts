import * as z from 'zod/mini';
import { doubtReasons } from '#domain/accounts/reputation.ts';
import { complaintReasons, complaintStates } from '#domain/complaints/complaints.ts';
import { deliveryProofs } from '#domain/orders/delivery-proofs.ts';
import { orderProgressKinds } from '#domain/orders/pending-response.ts';
import { deliveryTypes, forcedEvents, orderStates, settlementStates } from '#domain/orders/orders.ts';
import { paymentMethods, paymentStates, refundReasons, refundStates } from '#domain/payments/payments.ts';
import { analysis } from '#contract/payments/analyses.ts';
import { orderRisk } from '#contract/risk/order-risk.ts';
import { staffBlock } from '#contract/payments/staff-blocks.ts';
import { deliveryRecord } from './delivery-record.ts';
import { taxTypes } from '#domain/orders/taxes.ts';
import { endpoint } from '#contract/endpoint.ts';
import { hash, idText, instant, nullableInstant } from '#contract/fields.ts';
import { staffNote } from '#contract/staff/people.ts';
import { staffReason } from '#contract/staff/reason.ts';
import { staffPickup, staffShipment } from '#contract/shipping/staff-shipments.ts';
import { calendarDay, oneOrMore, tableQuery, tableReply } from '#contract/staff/tables.ts';
import { cardPlan } from '#contract/payments/payments.ts';
import { chargebackAmounts } from '#contract/payments/staff-payments.ts';

const party = z.object({ id: z.int(), username: z.string() });

const order = z.object({
  id: z.int(),
  hash: z.string(),
  code: z.string(),
  state: z.enum(orderStates),
  /** Said instead of the state where something is. */
  underWay: z.nullable(z.enum(orderProgressKinds)),
  title: z.string(),
  buyer: party,
  seller: party,
  totalCents: z.int(),
  createdAt: instant,
  paidAt: nullableInstant,
  dueAt: nullableInstant,
  commissionCents: z.int(),
  /** For the tax report: the seller's tax type, and the invoice. */
  sellerTaxType: z.nullable(z.enum(taxTypes)),
  invoiceKey: z.nullable(z.string()),
});
export type StaffOrder = z.infer<typeof order>;

export const listStaffOrders = endpoint({
  method: 'GET',
  path: '/staff/orders',
  auth: 'staff',
  summary: 'All orders; searched by code, number, link or @person.',
  query: tableQuery(['id', 'total'], { state: oneOrMore(orderStates), from: calendarDay, to: calendarDay }),
  reply: tableReply(order),
});

export const getStaffOrder = endpoint({
  method: 'GET',
  path: '/staff/orders/{id}',
  auth: 'staff',
  summary:
    'All data of one order: history, ledger entries, payments, refunds, delivery, complaints, notes and audit log.',
  params: z.strictObject({ id: idText }),
  reply: z.object({
    ...order.shape,
    quantity: z.int(),
    unitPriceCents: z.int(),
    agreement: z.object({ buyer: z.int(), seller: z.int(), rules: z.int() }),
    netCents: z.nullable(z.int()),
    deliveryType: z.enum(deliveryTypes),
    /** Null for an order that is not shipped. */
    shipment: z.nullable(staffShipment),
    /** Null for an order that is not picked up. */
    pickup: z.nullable(staffPickup),
    /** Why this viewer may not correct its parcel or handover; null where they may. */
    parcelBecause: z.nullable(z.string()),
    deliveredAt: nullableInstant,
    /** The proof that its category required when it was placed (P13). */
    deliveryProof: z.enum(deliveryProofs),
    delivery: deliveryRecord,
    /** Its complaints, the newest first. */
    complaints: z.array(
      z.object({
        id: z.int(),
        reason: z.enum(complaintReasons),
        state: z.enum(complaintStates),
        openedAt: instant,
      }),
    ),
    /** The common traits of both sides, and whether they exclude the sale from the reputation (ADR 0080). */
    /** What the rules of risk made of it (F55); null where they were not active. */
    risk: z.nullable(orderRisk),
    relation: z.nullable(z.object({ reasons: z.array(z.enum(doubtReasons)), excluded: z.boolean() })),
    dueEvent: z.nullable(z.string()),
    /** The number of codes that a paid order waits for (P08); otherwise zero. */
    codesMissing: z.int(),
    listing: z.object({ id: z.int(), slug: z.string() }),
    settlement: z.nullable(
      z.object({
        state: z.enum(settlementStates),
        releaseAt: nullableInstant,
        releasedAt: nullableInstant,
        /** The release delay of its category when it was placed (§4.3); null when the general rule applies. */
        holdDays: z.nullable(z.int()),
      }),
    ),
    timeline: z.array(
      z.object({
        event: z.string(),
        state: z.enum(orderStates),
        actor: z.string(),
        name: z.nullable(z.string()),
        at: instant,
      }),
    ),
    legs: z.array(
      z.object({
        kind: z.string(),
        debit: z.string(),
        credit: z.string(),
        amountCents: z.int(),
        at: instant,
      }),
    ),
    payments: z.array(
      z.object({
        id: z.int(),
        method: z.enum(paymentMethods),
        state: z.enum(paymentStates),
        amountCents: z.int(),
        receivedCents: z.int(),
        cardPlan: z.nullable(cardPlan),
        createdAt: instant,
        confirmedAt: nullableInstant,
        taken: chargebackAmounts,
      }),
    ),
    refunds: z.array(
      z.object({
        id: z.int(),
        state: z.enum(refundStates),
        amountCents: z.int(),
        reason: z.enum(refundReasons),
        createdAt: instant,
        completedAt: nullableInstant,
      }),
    ),
    analysis: z.object({
      /** The analysis of its payment by staff (§4.6); null without one. */
      made: z.nullable(analysis),
      /** Why this viewer may neither mark nor end one now; null where they may. */
      because: z.nullable(z.string()),
      /** How long one lasts, in milliseconds. */
      holdMs: z.int(),
    }),
    block: z.object({
      /** The block of its money by staff (N02); null without one. */
      made: z.nullable(staffBlock),
      /** Why this viewer may neither block nor end one now; null where they may. */
      because: z.nullable(z.string()),
      /** Why this viewer may not renew it; null where they may. */
      renewBecause: z.nullable(z.string()),
      /** How long one lasts, in milliseconds. */
      blockMs: z.int(),
    }),
    notes: z.array(staffNote),
    /** The events an admin may force (P27). */
    force: z.object({
      moves: z.array(z.enum(forcedEvents)),
      /** Why this viewer may not; null where they may. */
      because: z.nullable(z.string()),
      /** Those that a second admin approves, with the window's sums (ADR 0075), and the sum where it is why. */
      needTwo: z.array(z.enum(forcedEvents)),
      sumReason: z.nullable(z.string()),
      /** Above this total a second admin approves. */
      aloneCents: z.int(),
      /** The forced transition that waits for a second person. */
      waiting: z.nullable(
        z.object({
          id: z.int(),
          event: z.enum(forcedEvents),
          reason: z.string(),
          by: z.string(),
          mine: z.boolean(),
          at: instant,
          /** Whether the order still allows it. */
          possible: z.boolean(),
        }),
      ),
    }),
  }),
  errors: ['not_found'],
});

export const openDeliveryNote = endpoint({
  method: 'POST',
  path: '/staff/orders/{hash}/delivery-note/openings',
  auth: 'staff',
  // Each opening is recorded on its own.
  repeats: 'harmless',
  summary:
    'The seller’s note with a delivery; every access is recorded and counts towards the daily limit (T110).',
  params: z.strictObject({ hash }),
  reply: z.object({ note: z.string() }),
  errors: ['not_found', 'own_decision', 'no_case', 'too_many_requests'],
});

export const openOrderAccess = endpoint({
  method: 'POST',
  path: '/staff/orders/{hash}/readings',
  auth: 'staff',
  // Each reading is recorded on its own.
  repeats: 'harmless',
  summary:
    'Gives an admin access for one hour to the conversation, delivery and delivery data of an order without an open case, for a recorded reason (T110).',
  params: z.strictObject({ hash }),
  body: z.strictObject({ reason: staffReason }),
  reply: z.object({ until: instant }),
  errors: ['not_found', 'forbidden', 'own_decision'],
});
