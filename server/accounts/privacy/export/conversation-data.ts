import { sql } from 'kysely';
import { byUser } from './personal-table.ts';
import type { Decisions } from './personal-table.ts';

/** Messages between buyer and seller: evidence of the order, kept five years from its end. */
export const conversationData: Decisions<
  'order_messages' | 'order_message_decisions' | 'order_message_removals' | 'order_files' | 'order_readers'
> = {
  order_messages: {
    title: 'mensagens-de-pedidos',
    mine: (userId) => sql`t.sender_id = ${userId}`,
    columns: {
      id: 'internal',
      order_id: 'shown',
      sequence: 'shown',
      sender_id: 'username',
      client_id: 'internal',
      text: 'shown',
      file_count: 'shown',
      handling: 'shown',
      original: 'shown',
      repeats_id: 'internal',
      created_at: 'shown',
    },
    onClosure: 'keep',
    because: 'evidence of the order for both sides (defence of rights, five years from its end)',
  },
  order_message_decisions: {
    title: 'mensagens-conferidas',
    mine: (userId) => sql`t.message_id in (select id from order_messages where sender_id = ${userId})`,
    columns: { message_id: 'internal', decision: 'shown', decided_by: 'others', created_at: 'shown' },
    onClosure: 'keep',
    because: 'evidence of the order; goes with its message',
  },
  order_message_removals: {
    title: 'mensagens-removidas',
    mine: (userId) => sql`t.sender_id = ${userId}`,
    columns: {
      message_id: 'internal',
      sender_id: 'internal',
      reason: 'shown',
      removed_by: 'others',
      created_at: 'shown',
    },
    onClosure: 'keep',
    because: 'evidence of the order; goes with its message',
  },
  order_files: {
    title: 'arquivos-de-pedidos',
    mine: (userId) => sql`t.owner_id = ${userId}`,
    columns: {
      id: 'internal',
      order_id: 'shown',
      owner_id: 'internal',
      message_id: 'internal',
      place: 'internal',
      key: 'secret',
      kind: 'shown',
      name: 'shown',
      bytes: 'shown',
      created_at: 'shown',
    },
    onClosure: 'keep',
    because: 'evidence of the order, five years from its end; what no message took goes after a day',
  },
  order_readers: {
    title: 'leitura-de-mensagens',
    mine: byUser,
    columns: {
      order_id: 'shown',
      user_id: 'internal',
      read_up_to: 'shown',
      read_at: 'shown',
      told_at: 'internal',
      due_at: 'internal',
    },
    onClosure: 'keep',
    because: 'evidence that a message was read; goes with the conversation',
  },
};
