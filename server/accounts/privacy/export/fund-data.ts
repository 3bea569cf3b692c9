import { sql } from 'kysely';
import type { Decisions } from './personal-table.ts';
import { ofOwnOrders } from './trade-data.ts';

/** What the guarantee fund paid for a person's orders, and blocks of their sales by staff. */
export const fundData: Decisions<'fund_payments' | 'staff_blocks'> = {
  fund_payments: {
    title: 'pagamentos-do-fundo-de-garantia',
    mine: ofOwnOrders,
    columns: {
      id: 'internal',
      order_id: 'shown',
      cause: 'shown',
      complaint_id: 'internal',
      regret_id: 'internal',
      return_id: 'internal',
      buyer_cents: 'shown',
      seller_cents: 'shown',
      paid_at: 'shown',
    },
    onClosure: 'keep',
    because: 'ledger and tax law',
  },
  staff_blocks: {
    title: 'bloqueios-da-equipe',
    mine: (userId) => sql`t.order_id in (select id from orders where seller_id = ${userId})`,
    columns: {
      order_id: 'shown',
      cause: 'shown',
      words: 'shown',
      created_by: 'others',
      created_at: 'shown',
      ends_at: 'shown',
      renewed_by: 'others',
      renewed_at: 'shown',
      renewal_words: 'shown',
      ended_at: 'shown',
      ended_by: 'others',
    },
    onClosure: 'keep',
    because: 'ledger and tax law',
  },
};
