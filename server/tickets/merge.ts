import { sql } from 'kysely';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { record } from '#server/events/events.ts';
import { deskRules } from './clocks.ts';
import { insertSystemMessage, notifyTicketChanged } from './messages.ts';
import { lockForStaff, moveTicketState } from './states.ts';
import type { LockedTicket } from './states.ts';
import { startAssigneeTimeout } from './assignee-timeout.ts';

/**
 * Merges a ticket into another one of the same person (§4.11): it is closed with a reference to the other, and its
 * messages stay where they were written.
 * @throws `invalid_request` for another person's ticket, for one that has ended, and for the ticket itself
 */
export async function merge(
  ctx: Ctx,
  tx: Tx,
  viewer: Viewer,
  { id, into }: { id: number; into: number },
): Promise<void> {
  const rules = await deskRules(ctx, tx);
  const { ticket, target } = await lockBoth(tx, viewer, id, into);
  const closed = await moveTicketState(tx, ticket, {
    event: 'merge',
    actor: 'staff',
    rules,
    resolution: 'duplicate',
  });
  await sql`update tickets set merged_into_id = ${into} where id = ${id}`.execute(tx);
  const [here, there] = [await protocolOfTicket(tx, id), await protocolOfTicket(tx, into)];
  await insertSystemMessage(tx, id, `Este assunto continua no protocolo ${there}.`);
  await insertSystemMessage(tx, into, `Juntamos aqui o protocolo ${here}.`);
  await sql`update tickets set staff_read = last_sequence, user_read = last_sequence where id = ${id}`.execute(
    tx,
  );
  // A person who waited for an answer there now waits for it here.
  if (ticket.state !== 'waiting_user') await startAssigneeTimeout(tx, into, rules);
  const data = { into, protocol: there };
  await record(tx, { kind: 'ticket.merged', actor: viewer, subject: { kind: 'ticket', id }, data });
  await notifyTicketChanged(ctx, tx, closed);
  await notifyTicketChanged(ctx, tx, target, true);
}

/** Locks the lower id first, so that two merges cannot deadlock. */
async function lockBoth(
  tx: Tx,
  viewer: Viewer,
  id: number,
  into: number,
): Promise<{ ticket: LockedTicket; target: LockedTicket }> {
  if (id === into) refuse('Escolha outro atendimento.');
  const { rows } = await sql<{ id: number }>`
    select id from tickets where id = ${into} and user_id = (select user_id from tickets where id = ${id})`.execute(
    tx,
  );
  if (!rows[0]) {
    await lockForStaff(tx, viewer, id);
    refuse('Escolha outro atendimento da mesma pessoa.');
  }
  const first = await lockForStaff(tx, viewer, Math.min(id, into));
  const second = await lockForStaff(tx, viewer, Math.max(id, into));
  const [ticket, target] = first.id === id ? [first, second] : [second, first];
  if (target.state === 'resolved' || target.state === 'closed')
    refuse('Este atendimento já terminou. Escolha um que esteja aberto.');
  return { ticket, target };
}

function refuse(words: string): never {
  fail('invalid_request', { errors: { into: words } });
}

async function protocolOfTicket(tx: Tx, id: number): Promise<string> {
  const { rows } = await sql<{ protocol: string }>`select protocol from tickets where id = ${id}`.execute(tx);
  return rows[0]!.protocol;
}
