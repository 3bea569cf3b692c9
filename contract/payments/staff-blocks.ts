import * as z from 'zod/mini';
import { blockCauses } from '#domain/payments/staff-blocks.ts';
import { endpoint } from '#contract/endpoint.ts';
import { emptyReply, idText, instant, nullableInstant } from '#contract/fields.ts';

/** N02: a block of one sale's money by an admin. */
export const staffBlock = z.object({
  cause: z.enum(blockCauses),
  /** What the seller reads. */
  words: z.string(),
  by: z.string(),
  at: instant,
  /** When it ends by itself. */
  endsAt: instant,
  /** The second person, who renewed it once; null before. */
  renewedBy: z.nullable(z.string()),
  renewalWords: z.nullable(z.string()),
  endedAt: nullableInstant,
  /** Null while it lasts, and where its time was over. */
  endedBy: z.nullable(z.string()),
});
export type StaffBlock = z.infer<typeof staffBlock>;

const openBlock = z.object({
  ...staffBlock.shape,
  order: z.object({ id: z.int(), code: z.string(), title: z.string() }),
  seller: z.string(),
  /** What of the sale is blocked now, in cents. */
  amountCents: z.int(),
});
export type OpenBlock = z.infer<typeof openBlock>;

export const listStaffBlocks = endpoint({
  method: 'GET',
  path: '/staff/blocks',
  auth: 'staff',
  summary: 'Sales whose money an admin blocked, the earliest end first; a hundred at most.',
  reply: z.object({ items: z.array(openBlock) }),
});

const deciding = {
  method: 'POST',
  auth: 'staff',
  idempotent: true,
  proof: 'recent',
  params: z.strictObject({ id: idText }),
  reply: emptyReply,
} as const;

const words = z
  .string('Escreva o motivo que quem vendeu vai ler.')
  .check(
    z.trim(),
    z.minLength(10, 'Escreva o motivo que quem vendeu vai ler, com pelo menos 10 letras.'),
    z.maxLength(1000, 'Use até 1.000 letras.'),
  );

export const blockSaleMoney = endpoint({
  ...deciding,
  path: '/staff/orders/{id}/block',
  summary:
    'An admin blocks the money of a completed sale for seven days at most, once per order; the seller reads why and until when.',
  status: 201,
  body: z.strictObject({ cause: z.enum(blockCauses, 'Escolha um motivo.'), words }),
  errors: ['not_found', 'forbidden', 'own_decision', 'wrong_state', 'already_requested', 'money_frozen'],
});

export const renewStaffBlock = endpoint({
  ...deciding,
  path: '/staff/orders/{id}/block-renewal',
  summary: 'Another admin renews a block once, by as much time again.',
  body: z.strictObject({ words }),
  errors: [
    'not_found',
    'forbidden',
    'own_decision',
    'second_person_needed',
    'already_decided',
    'money_frozen',
  ],
});

export const endStaffBlock = endpoint({
  ...deciding,
  path: '/staff/orders/{id}/block-end',
  summary: 'An admin ends a block before its time.',
  errors: ['not_found', 'forbidden', 'own_decision', 'already_decided', 'money_frozen'],
});
