import { randomUUID } from 'node:crypto';
import { staffCall } from './call.ts';
import type { Case } from './call.ts';

const ticket = (body?: object, more: Record<string, string> = {}) =>
  staffCall(
    'handle_ticket',
    async (things, viewer, part) => {
      const { id, owner } = await things.ticket(part === 'self' ? viewer : undefined);
      return { thing: { ownerId: owner.id }, params: { id, ...more }, ...(body && { body }) };
    },
    { parts: ['stranger', 'self'] },
  );

/** Staff actions on a ticket: all staff but its author. */
export const ticketCalls: Record<string, Case | Case[]> = {
  'GET /staff/tickets/{id}': ticket(),
  'GET /staff/tickets/{id}/context': ticket(),
  'PUT /staff/tickets/{id}/messages/{clientId}': ticket(
    { text: 'Já vamos ver.', files: [], waitsForUser: true },
    { clientId: randomUUID() },
  ),
  'PUT /staff/tickets/{id}/notes/{clientId}': ticket({ text: 'Ligou ontem.' }, { clientId: randomUUID() }),
  'POST /staff/tickets/{id}/merger': staffCall(
    'handle_ticket',
    async (things, viewer, part) => {
      const { id, owner } = await things.ticket(part === 'self' ? viewer : undefined);
      const into = await things.ticket(owner);
      return { thing: { ownerId: owner.id }, params: { id }, body: { into: into.id } };
    },
    { parts: ['stranger', 'self'] },
  ),
  'PUT /staff/tickets/{id}/read': ticket({ sequence: 1 }),
  'PUT /staff/tickets/{id}/assignee': ticket({ username: null }),
  'PUT /staff/tickets/{id}/category': ticket({ category: 'payment' }),
  'PUT /staff/tickets/{id}/order': ticket({ orderId: null }),
  'POST /staff/tickets/{id}/resolution': ticket({ reason: 'solved' }),
};
