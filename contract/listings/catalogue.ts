import * as z from 'zod/mini';
import { attributeTypes } from '#domain/listings/attributes.ts';
import { categoryIcons } from '#domain/listings/category-icons.ts';
import { categoryKinds } from '#domain/listings/category-kinds.ts';
import { deliveryProofs } from '#domain/orders/delivery-proofs.ts';
import { deliveryTypes } from '#domain/orders/orders.ts';
import { plans } from '#domain/listings/listings.ts';
import { paymentMethods } from '#domain/payments/payments.ts';
import { endpoint } from '#contract/endpoint.ts';
import { nullableInstant } from '#contract/fields.ts';

export const attribute = z.object({
  key: z.string(),
  label: z.string(),
  type: z.enum(attributeTypes),
  options: z.optional(z.array(z.string())),
  /** For type `mask`: # is a digit, @ a letter, * either. */
  mask: z.optional(z.string()),
  help: z.optional(z.string()),
  required: z.boolean(),
  filterable: z.boolean(),
});

const category = z.object({
  id: z.int(),
  parentId: z.nullable(z.int()),
  slug: z.string(),
  name: z.string(),
  listingsCount: z.int(),
  /** The requirements for listings, as a text for sellers; may be empty. */
  rulesText: z.string(),
  warrantyDays: z.int(),
  /** For how long after the delivery a sale is held here, in days; null where the general rule says it (§4.3). */
  holdDays: z.nullable(z.int()),
  /** The proof of a manual delivery besides its text (P13). */
  deliveryProof: z.enum(deliveryProofs),
  risky: z.boolean(),
  /** What is sold here; null: anything. */
  kind: z.nullable(z.enum(categoryKinds)),
  /** How things may be delivered here (S01). */
  deliveryTypes: z.array(z.enum(deliveryTypes)),
  /** Its own icon, or that of its nearest ancestor with one; null: the mosaic alone. */
  icon: z.nullable(z.enum(categoryIcons)),
  attributes: z.array(attribute),
});
export type Category = z.infer<typeof category>;

export const listCategories = endpoint({
  method: 'GET',
  path: '/public/categories',
  auth: 'public',
  mayUseReplica: true,
  summary: 'The whole category tree in display order, with how many listings each branch has on sale.',
  reply: z.object({ items: z.array(category) }),
});

export const getPublicSettings = endpoint({
  method: 'GET',
  path: '/public/settings',
  auth: 'public',
  mayUseReplica: true,
  summary: 'The current rules that pages show (N08), and the legal identification.',
  reply: z.object({
    plans: z.array(
      z.object({
        slug: z.enum(plans),
        commissionBps: z.int(),
        minCommissionCents: z.int(),
        maxCommissionCents: z.int(),
        guaranteeBps: z.int(),
        /** Brings the numbers of each week (§4.5). */
        weeklyStatistics: z.boolean(),
      }),
    ),
    methods: z.array(z.enum(paymentMethods)),
    /** Those that are made out to a CPF or CNPJ. */
    documentMethods: z.array(z.enum(paymentMethods)),
    /** Where the money owed to users is held, as a text. */
    institution: z.string(),
    pixExpiryMs: z.int(),
    cardExpiryMs: z.int(),
    boletoBusinessDays: z.int(),
    /** Business days until the bank reports a paid boleto. */
    boletoClearingDays: z.int(),
    card: z.object({
      /** The page with the provider's card fields; null where cards are typed at the provider. */
      fieldsPath: z.nullable(z.string()),
      maxInstallments: z.int(),
      monthlyInterestBps: z.int(),
      minInstallmentCents: z.int(),
    }),
    confirmMs: z.int(),
    holdMs: z.int(),
    /** The longest release delay of any category. */
    longestHoldMs: z.int(),
    regretMs: z.int(),
    regretDecisionMs: z.int(),
    /** Calendar days to post a return, and how long the seller checks what came back (S11). */
    returns: z.object({ days: z.int(), checkMs: z.int() }),
    receipts: z.object({ expiryMs: z.int(), answerMs: z.int() }),
    priceCents: z.object({ min: z.int(), max: z.int() }),
    withdrawal: z.object({ minCents: z.int(), feeCents: z.int() }),
    /** The target time for the review of a submitted listing. */
    reviewTargetMs: z.int(),
    brand: z.object({
      name: z.string(),
      /** The hue of brand colours, in degrees of OKLCH. */
      hue: z.int(),
      /** An address, empty for the built-in mark. */
      logo: z.string(),
    }),
    /** Null until the operator entered it. */
    company: z.nullable(
      z.object({ name: z.string(), document: z.string(), address: z.string(), email: z.string() }),
    ),
    demo: z.boolean(),
    /** Whether there is a category to publish in. */
    openToListings: z.boolean(),
  }),
});

export const listPaymentMethods = endpoint({
  method: 'GET',
  path: '/public/payment-methods',
  auth: 'public',
  summary: 'The enabled payment methods, in the order of the rules, and whether each one works now.',
  reply: z.object({
    items: z.array(
      z.object({
        method: z.enum(paymentMethods),
        /** Since when the provider opens no charges this way; null while it works. At most ten seconds old. */
        unstableSince: nullableInstant,
      }),
    ),
  }),
});
