import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { instant } from '#contract/fields.ts';

/** Why the guarantee fund paid (N03). */
export const fundCauses = ['complaint', 'appeal', 'regret', 'return'] as const;

const fundPayment = z.object({
  id: z.int(),
  cause: z.enum(fundCauses),
  order: z.object({ id: z.int(), code: z.string(), title: z.string() }),
  buyer: z.string(),
  seller: z.string(),
  buyerCents: z.int(),
  sellerCents: z.int(),
  at: instant,
});
export type StaffFundPayment = z.infer<typeof fundPayment>;

export const listFundPayments = endpoint({
  method: 'GET',
  path: '/staff/fund-payments',
  auth: 'staff',
  summary:
    'What the guarantee fund paid because staff missed a final deadline (N03): count and sum of all, the newest hundred, and what is due next.',
  reply: z.object({
    count: z.int(),
    paidCents: z.int(),
    /** The fund's balance in the ledger; below zero the platform pays out of its own money. */
    balanceCents: z.int(),
    /** Cases whose final deadline is within three days. */
    dueSoon: z.int(),
    items: z.array(fundPayment),
  }),
});
