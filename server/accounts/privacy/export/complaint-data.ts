import { sql } from 'kysely';
import type { Decisions } from './personal-table.ts';
import { ofOwnOrders } from './trade-data.ts';

/** Rows of complaints about orders that the person bought or sold. */
const ofOwnComplaints = (userId: number) =>
  sql`t.complaint_id in (select c.id from complaints c join orders o on o.id = c.order_id
    where ${userId} in (o.buyer_id, o.seller_id))`;

/** The reason why all of it is kept after a closure. */
const because = 'evidence of the order, for both sides: defence of rights, five years';

/** Complaints between buyers and sellers; members of staff are not named. */
export const complaintData: Decisions<
  | 'complaints'
  | 'complaint_events'
  | 'complaint_proposals'
  | 'complaint_requests'
  | 'complaint_files'
  | 'complaint_file_views'
  | 'complaint_decisions'
  | 'complaint_appeals'
> = {
  complaints: {
    title: 'reclamacoes',
    mine: ofOwnOrders,
    columns: {
      id: 'shown',
      order_id: 'shown',
      reason: 'shown',
      wish: 'shown',
      words: 'shown',
      state: 'shown',
      state_seq: 'internal',
      due_at: 'shown',
      counted_from: 'internal',
      due_event: 'internal',
      opened_at: 'shown',
      mediated_at: 'shown',
      decided_at: 'shown',
      closed_at: 'shown',
      taken_by: 'others',
      raised_at: 'shown',
      promise_kind: 'shown',
      promise_by: 'shown',
      fulfilled_at: 'shown',
      result: 'shown',
      refund_cents: 'shown',
      paid_cents: 'shown',
      appeals_end_at: 'shown',
      ending: 'shown',
    },
    onClosure: 'keep',
    because,
  },
  complaint_events: {
    title: 'passos-das-reclamacoes',
    mine: ofOwnComplaints,
    columns: {
      complaint_id: 'shown',
      seq: 'shown',
      noun: 'internal',
      event: 'shown',
      from_state: 'shown',
      to_state: 'shown',
      actor: 'shown',
      actor_id: 'others',
      words: 'shown',
      facts: 'shown',
      at: 'shown',
    },
    onClosure: 'keep',
    because,
  },
  complaint_proposals: {
    title: 'propostas-nas-reclamacoes',
    mine: ofOwnComplaints,
    columns: {
      id: 'shown',
      complaint_id: 'shown',
      side: 'shown',
      kind: 'shown',
      refund_cents: 'shown',
      percent: 'shown',
      promise_by: 'shown',
      words: 'shown',
      state: 'shown',
      due_at: 'shown',
      counted_from: 'internal',
      created_at: 'shown',
      answered_at: 'shown',
    },
    onClosure: 'keep',
    because,
  },
  complaint_requests: {
    title: 'perguntas-da-equipe-nas-reclamacoes',
    mine: ofOwnComplaints,
    columns: {
      id: 'shown',
      complaint_id: 'shown',
      side: 'shown',
      words: 'shown',
      asked_by: 'others',
      asked_at: 'shown',
      due_at: 'shown',
      counted_from: 'internal',
      due_event: 'internal',
      answer: 'shown',
      answered_at: 'shown',
      lapsed_at: 'shown',
    },
    onClosure: 'keep',
    because,
  },
  complaint_files: {
    title: 'provas-nas-reclamacoes',
    mine: ofOwnComplaints,
    columns: {
      id: 'shown',
      complaint_id: 'shown',
      side: 'shown',
      uploader_id: 'username',
      name: 'shown',
      kind: 'shown',
      bytes: 'shown',
      // The file itself is opened on the order's page, which records each opening.
      file_key: 'secret',
      content_hash: 'secret',
      created_at: 'shown',
    },
    onClosure: 'keep',
    because,
  },
  complaint_file_views: {
    title: 'provas-abertas',
    mine: (userId) => sql`t.viewer_id = ${userId}`,
    columns: {
      id: 'internal',
      file_id: 'shown',
      viewer_id: 'internal',
      viewer_is: 'shown',
      at: 'shown',
      ip: 'shown',
    },
    onClosure: 'keep',
    because: 'who saw a piece of evidence and when: defence of rights, five years',
  },
  complaint_decisions: {
    title: 'decisoes-das-reclamacoes',
    mine: ofOwnComplaints,
    columns: {
      complaint_id: 'shown',
      instance: 'shown',
      result: 'shown',
      refund_cents: 'shown',
      percent: 'shown',
      grounds: 'shown',
      rule: 'shown',
      decided_by: 'others',
      // Each side sees its own amounts in the account statement.
      compensation_cents: 'others',
      buyer_debt_cents: 'others',
      at: 'shown',
    },
    onClosure: 'keep',
    because,
  },
  complaint_appeals: {
    title: 'recursos-das-reclamacoes',
    mine: ofOwnComplaints,
    columns: {
      complaint_id: 'shown',
      side: 'shown',
      ground: 'shown',
      words: 'shown',
      at: 'shown',
    },
    onClosure: 'keep',
    because,
  },
};
