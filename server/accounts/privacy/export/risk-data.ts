import { sql } from 'kysely';
import type { Decisions } from './personal-table.ts';

/** What was known of the risk of orders. */
export const riskData: Decisions<'order_risks'> = {
  order_risks: {
    title: 'risco-de-compras',
    mine: (userId) => sql`t.buyer_id = ${userId}`,
    columns: {
      order_id: 'shown',
      placed_at: 'shown',
      buyer_id: 'internal',
      seller_id: 'others',
      device: 'internal',
      network: 'shown',
      document: 'shown',
      card: 'shown',
      // How fraud is found is not shown, nor what staff suspect.
      facts: 'internal',
      score: 'internal',
      reasons: 'internal',
      action: 'shown',
      label: 'internal',
      label_note: 'internal',
      labelled_by: 'others',
      labelled_at: 'internal',
    },
    onClosure: 'keep',
    because: 'evidence of the order; its traces are deleted after risk.keepDays',
  },
};
