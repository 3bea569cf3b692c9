import { sql } from 'kysely';
import type { Decisions } from './personal-table.ts';

/** Manual payments: the payment proofs, and the lines of the bank statement. */
export const paymentProofData: Decisions<'receipts' | 'receipt_files' | 'bank_lines' | 'line_matches'> = {
  receipts: {
    title: 'comprovantes',
    mine: (userId) => sql`t.order_id in (select id from orders where buyer_id = ${userId})`,
    columns: {
      id: 'internal',
      order_id: 'shown',
      payment_id: 'internal',
      sending: 'shown',
      state: 'shown',
      file_id: 'internal',
      content_hash: 'internal',
      payer_name: 'shown',
      bank: 'shown',
      paid_at: 'shown',
      amount_cents: 'shown',
      needs_two: 'internal',
      bank_line_id: 'internal',
      proposed_by: 'others',
      proposed_at: 'shown',
      decided_by: 'others',
      decided_at: 'shown',
      refusal: 'shown',
      note: 'shown',
      created_at: 'shown',
    },
    onClosure: 'keep',
    because: 'ledger and tax law: what a payment was recognised by',
  },
  receipt_files: {
    title: 'arquivos-de-comprovantes',
    mine: (userId) => sql`t.owner_id = ${userId}`,
    columns: {
      id: 'internal',
      owner_id: 'internal',
      key: 'secret',
      media: 'shown',
      bytes: 'shown',
      content_hash: 'internal',
      look: 'internal',
      created_at: 'shown',
    },
    onClosure: 'keep',
    because: 'evidence of the payment; what was never sent goes after a day',
  },
  bank_lines: {
    title: 'linhas-do-extrato',
    mine: (userId) => sql`t.id in (select r.bank_line_id from receipts r join orders o on o.id = r.order_id
      where o.buyer_id = ${userId} union all
      select m.bank_line_id from line_matches m join orders o on o.id = m.order_id
      where o.buyer_id = ${userId} and m.decided_at is not null)`,
    columns: {
      id: 'internal',
      bank_id: 'shown',
      at: 'shown',
      amount_cents: 'shown',
      payer_name: 'shown',
      document: 'shown',
      loaded_by: 'others',
      loaded_at: 'internal',
    },
    onClosure: 'keep',
    because: 'ledger and tax law: credits of our own account, documents masked',
  },
  line_matches: {
    title: 'pagamentos-encontrados-no-extrato',
    mine: (userId) => sql`t.order_id in (select id from orders where buyer_id = ${userId})
      and t.decided_at is not null`,
    columns: {
      id: 'internal',
      bank_line_id: 'internal',
      order_id: 'shown',
      needs_two: 'internal',
      proposed_by: 'others',
      proposed_at: 'internal',
      decided_by: 'others',
      decided_at: 'shown',
    },
    onClosure: 'keep',
    because: 'ledger and tax law: whose money a credit of our own account was',
  },
};
