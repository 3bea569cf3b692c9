import { sql } from 'kysely';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { record } from '#server/events/events.ts';
import { deskRules } from './clocks.ts';
import { insertSystemLine, tellOfTicket } from './messages.ts';
import { holdForStaff, moveTicketState } from './states.ts';
import type { HeldTicket } from './states.ts';
import { startTurn } from './assignee-timeout.ts';

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
  const { ticket, target } = await holdBoth(tx, viewer, id, into);
  const closed = await moveTicketState(tx, ticket, {
    event: 'merge',
    actor: 'staff',
    rules,
    resolution: 'duplicate',
  });
  await sql`update tickets set merged_into_id = ${into} where id = ${id}`.execute(tx);
  const [here, there] = [await protocolOfTicket(tx, id), await protocolOfTicket(tx, into)];
  await insertSystemLine(tx, id, `Este assunto continua no protocolo ${there}.`);
  await insertSystemLine(tx, into, `Juntamos aqui o protocolo ${here}.`);
  await sql`update tickets set staff_read = last_sequence, user_read = last_sequence where id = ${id}`.execute(
    tx,
  );
  // A person who waited for an answer there now waits for it here.
  if (ticket.state !== 'waiting_user') await startTurn(tx, into, rules);
  const data = { into, protocol: there };
  await record(tx, { kind: 'ticket.merged', actor: viewer, subject: { kind: 'ticket', id }, data });
  await tellOfTicket(ctx, tx, closed);
  await tellOfTicket(ctx, tx, target, true);
}

/** Locks the lower id first, so that two merges cannot deadlock. */
async function holdBoth(
  tx: Tx,
  viewer: Viewer,
  id: number,
  into: number,
): Promise<{ ticket: HeldTicket; target: HeldTicket }> {
  if (id === into) refuse('Escolha outro atendimento.');
  const { rows } = await sql<{ id: number }>`
    select id from tickets where id = ${into} and user_id = (select user_id from tickets where id = ${id})`.execute(
    tx,
  );
  if (!rows[0]) {
    await holdForStaff(tx, viewer, id);
    refuse('Escolha outro atendimento da mesma pessoa.');
  }
  const first = await holdForStaff(tx, viewer, Math.min(id, into));
  const second = await holdForStaff(tx, viewer, Math.max(id, into));
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
