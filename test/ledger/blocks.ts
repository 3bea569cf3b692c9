import { sql } from 'kysely';
import * as postings from '#domain/ledger/postings.ts';
import type { CreatedIds, Step } from './steps.ts';
import { event, type Sale } from './setup.ts';

/** M7: a complaint about a concluded sale, with `amountCents` taken back out of the seller's balance. */
export const blockSteps = (
  sale: Sale,
  from: 'in_escrow' | 'pending_release' | 'released',
  amountCents = 0,
): Step[] => [
  from === 'in_escrow'
    ? event(sale, 'complain', 'delivered', 'in_complaint', 'buyer')
    : event(sale, 'complain_concluded', 'completed', 'in_complaint', 'buyer'),
  sql`insert into sale_blocks (order_id, from_state, amount_cents) values (${sale.orderId}, ${from}, ${amountCents})
    returning id as block_id`,
  ...(amountCents > 0
    ? [({ blockId }: CreatedIds) => postings.block({ blockId, ...sale, amountCents })]
    : []),
  sql`update settlements set state = 'blocked' where order_id = ${sale.orderId}`,
];

/** P26: the payment is contested, and its sale is blocked as by a complaint. */
export const contestationSteps = (
  sale: Sale,
  from: 'in_escrow' | 'pending_release' | 'released',
  amountCents = 0,
): Step[] => [
  sql`update payments set state = 'contested', contested_at = market_now() where id = ${sale.paymentId}`,
  ...blockSteps(sale, from, amountCents).slice(1),
];

/** P26, upheld: everything continues as before. */
export const upheldSteps = (
  sale: Sale & { blockId: number },
  to: 'in_escrow' | 'pending_release' | 'released',
  amountCents = 0,
): Step[] => [
  sql`update payments set state = 'upheld' where id = ${sale.paymentId}`,
  ...unblockSteps(sale, to, amountCents).slice(1),
];

/** P26, lost: the chargeback pays the refunds owed to the buyer. */
export const chargebackSteps = (sale: Sale, refund: { refundId: number; amountCents: number }): Step[] => [
  sql`update payments set state = 'charged_back' where id = ${sale.paymentId}`,
  sql`update refunds set state = 'completed', taken = true, completed_at = market_now()
    where id = ${refund.refundId}`,
  postings.refundPaid(refund),
];

/** M7, undone: the order is as it was before the complaint. */
export const unblockSteps = (
  sale: Sale & { blockId: number },
  to: 'in_escrow' | 'pending_release' | 'released',
  amountCents = 0,
): Step[] => [
  to === 'in_escrow'
    ? event(sale, 'resume_confirmation', 'in_complaint', 'delivered', 'system')
    : event(sale, 'resume_conclusion', 'in_complaint', 'completed', 'system'),
  sql`update sale_blocks set lifted_at = market_now() where id = ${sale.blockId}`,
  ...(amountCents > 0 ? [postings.unblock({ ...sale, amountCents })] : []),
  sql`update settlements set state = ${to} where order_id = ${sale.orderId}`,
];
