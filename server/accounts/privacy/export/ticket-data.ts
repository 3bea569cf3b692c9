import { sql } from 'kysely';
import { byUser } from './personal-table.ts';
import type { Decisions } from './personal-table.ts';

const ofOwnTickets = (userId: number) =>
  sql`t.ticket_id in (select id from tickets where user_id = ${userId})`;
const because = 'contract; five years for the defence of rights (CDC art. 27)';

/** Support tickets of a person with their answers, without the internal notes of staff. */
export const ticketData: Decisions<
  'tickets' | 'ticket_messages' | 'ticket_notes' | 'ticket_files' | 'ticket_ratings'
> = {
  tickets: {
    title: 'atendimentos',
    mine: byUser,
    columns: {
      id: 'shown',
      protocol: 'shown',
      user_id: 'internal',
      state: 'shown',
      category: 'shown',
      order_id: 'shown',
      withdrawal_id: 'shown',
      listing_id: 'shown',
      assignee_id: 'others',
      assigned_at: 'shown',
      last_sequence: 'internal',
      last_message_at: 'shown',
      user_read: 'internal',
      staff_read: 'internal',
      asked_at: 'shown',
      due_at: 'shown',
      counted_from: 'internal',
      due_event: 'internal',
      assignee_due_at: 'internal',
      rating_due_at: 'internal',
      merged_into_id: 'shown',
      resolution: 'shown',
      resolved_at: 'shown',
      closed_at: 'shown',
      created_at: 'shown',
    },
    onClosure: 'keep',
    because,
  },
  ticket_messages: {
    title: 'mensagens-de-atendimento',
    mine: ofOwnTickets,
    columns: {
      ticket_id: 'shown',
      sequence: 'shown',
      author_id: 'others',
      author_side: 'shown',
      client_id: 'internal',
      text: 'shown',
      created_at: 'shown',
    },
    onClosure: 'keep',
    because,
  },
  ticket_notes: {
    title: 'notas-de-atendimento',
    mine: ofOwnTickets,
    columns: {
      id: 'internal',
      ticket_id: 'shown',
      author_id: 'others',
      client_id: 'internal',
      after_sequence: 'internal',
      text: 'internal',
      created_at: 'shown',
    },
    onClosure: 'keep',
    because: 'how the team worked on a case; goes with its ticket',
  },
  ticket_ratings: {
    title: 'notas-dadas-ao-atendimento',
    mine: ofOwnTickets,
    columns: { ticket_id: 'shown', score: 'shown', comment: 'shown', rated_at: 'shown' },
    onClosure: 'keep',
    because: 'how the service was found; goes with its ticket',
  },
  ticket_files: {
    title: 'anexos-de-atendimento',
    mine: (userId) => sql`t.owner_id = ${userId}`,
    columns: {
      id: 'internal',
      owner_id: 'internal',
      key: 'secret',
      kind: 'shown',
      bytes: 'shown',
      width: 'shown',
      height: 'shown',
      ticket_id: 'shown',
      sequence: 'shown',
      created_at: 'shown',
    },
    onClosure: 'keep',
    because,
  },
};
