import { sql } from 'kysely';
import type { Body } from '#contract/endpoint.ts';
import type { answerTicket, resolveTicket } from '#contract/tickets/staff-tickets.ts';
import type { TicketMessage } from '#contract/tickets/tickets.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import type { TicketCategory } from '#domain/tickets/tickets.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { record } from '#server/events/events.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { deskRules, completeFirstAnswer } from './clocks.ts';
import type { DeskRules } from './clocks.ts';
import { markRead } from './commands.ts';
import {
  findRepeat,
  insertMessage,
  insertSystemMessage,
  readMessage,
  notifyTicketChanged,
} from './messages.ts';
import type { NewMessage } from './messages.ts';
import { askAgain, lockForStaff, moveTicketState, requireOpenTicket } from './states.ts';
import type { LockedTicket } from './states.ts';
import { isUserWaiting, startAssigneeTimeout } from './assignee-timeout.ts';

const about = (id: number) => ({ kind: 'ticket', id }) as const;

/** Staff write; an answer to a ticket without an assignee also takes it. */
export async function answer(
  ctx: Ctx,
  viewer: Viewer,
  { id, ...given }: Body<typeof answerTicket> & NewMessage & { id: number },
): Promise<TicketMessage> {
  return inTransaction(ctx.db, async (tx) => {
    const ticket = await lockForStaff(tx, viewer, id);
    const repeat = await findRepeat(tx, viewer, ticket, given);
    const sequence = repeat ?? (await writeMessage(ctx, tx, viewer, { ticket, ...given }));
    return readMessage(ctx, tx, viewer, { ticketId: id, sequence });
  });
}

async function writeMessage(
  ctx: Ctx,
  tx: Tx,
  viewer: Viewer,
  { ticket, waitsForUser, ...message }: NewMessage & { ticket: LockedTicket; waitsForUser: boolean },
): Promise<number> {
  requireOpenTicket(ticket);
  const rules = await deskRules(ctx, tx);
  const taken = await assignTo(tx, viewer, ticket, { to: ticket.assignee_id ?? viewer.id, rules });
  const sequence = await insertMessage(tx, { viewer, side: 'staff' }, taken, message);
  await completeFirstAnswer(tx, ticket.id);
  if (waitsForUser && taken.state === 'waiting_user') await askAgain(tx, taken, rules);
  else if (waitsForUser) await moveTicketState(tx, taken, { event: 'ask', actor: 'staff', rules });
  else if (taken.state === 'waiting_user')
    await moveTicketState(tx, taken, { event: 'resume', actor: 'staff', rules });
  await sql`update tickets set staff_read = last_sequence, assignee_due_at = null where id = ${ticket.id}`.execute(
    tx,
  );
  // A person who has not read the last answer yet gets no further notice.
  const data = { sequence, first: await isFirstUnread(tx, ticket, sequence) };
  await record(tx, { kind: 'ticket.answered', actor: viewer, subject: about(ticket.id), data });
  await notifyTicketChanged(ctx, tx, ticket, true);
  return sequence;
}

async function isFirstUnread(tx: Tx, ticket: LockedTicket, sequence: number): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from ticket_messages where ticket_id = ${ticket.id} and sequence > ${ticket.user_read}
      and sequence < ${sequence} and author_side <> 'user') as found`.execute(tx);
  return !rows[0]!.found;
}

/** Assigns a ticket, and moves an open one to the state of an assigned ticket. */
async function assignTo(
  tx: Tx,
  viewer: Viewer,
  ticket: LockedTicket,
  { to, rules }: { to: number | null; rules: DeskRules },
): Promise<LockedTicket> {
  if (ticket.assignee_id !== to) {
    const at = to === null ? sql`null` : sql`market_now()`;
    await sql`update tickets set assignee_id = ${to}, assigned_at = ${at}, assignee_due_at = null
      where id = ${ticket.id}`.execute(tx);
    const data = { from: ticket.assignee_id, to };
    await record(tx, { kind: 'ticket.assigned', actor: viewer, subject: about(ticket.id), data });
  }
  if (ticket.state !== 'open' || to === null) return ticket;
  return moveTicketState(tx, ticket, { event: 'take', actor: 'staff', rules });
}

/** Takes a ticket, hands it to a colleague, or returns it to its queue. */
export async function assign(
  ctx: Ctx,
  viewer: Viewer,
  { id, username }: { id: number; username: string | null },
): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const ticket = await lockForStaff(tx, viewer, id);
    requireOpenTicket(ticket);
    const colleague = username === null ? null : await colleagueOf(tx, ticket, username);
    const rules = await deskRules(ctx, tx);
    await assignTo(tx, viewer, ticket, { to: colleague, rules });
    if (colleague !== ticket.assignee_id && (await isUserWaiting(tx, id)))
      await startAssigneeTimeout(tx, id, rules);
    await notifyTicketChanged(ctx, tx, ticket);
  });
}

async function colleagueOf(tx: Tx, { user_id: ownerId }: LockedTicket, username: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select id from users where username = ${username}::citext and role in ('support', 'admin')
      and state = 'active'`.execute(tx);
  const id = rows[0]?.id;
  if (id === undefined)
    fail('invalid_request', { errors: { username: 'Escolha alguém da equipe de atendimento.' } });
  if (id === ownerId)
    fail('invalid_request', { errors: { username: 'Esta pessoa é quem abriu o atendimento.' } });
  return id;
}

/** Corrects the category; queue and priority follow from it. */
export async function recategorize(
  ctx: Ctx,
  viewer: Viewer,
  { id, category }: { id: number; category: TicketCategory },
): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const ticket = await lockForStaff(tx, viewer, id);
    requireOpenTicket(ticket);
    const { numAffectedRows } = await sql`
      update tickets set category = ${category} where id = ${id} and category <> ${category}`.execute(tx);
    if (numAffectedRows === 0n) return;
    await record(tx, { kind: 'ticket.moved', actor: viewer, subject: about(id), data: { category } });
    await notifyTicketChanged(ctx, tx, ticket);
  });
}

/** Resolves a ticket; the person is notified and may reopen it. */
export async function resolve(
  ctx: Ctx,
  tx: Tx,
  viewer: Viewer,
  { id, reason }: { id: number } & Body<typeof resolveTicket>,
): Promise<void> {
  const rules = await deskRules(ctx, tx);
  const ticket = await lockForStaff(tx, viewer, id);
  requireOpenTicket(ticket);
  const taken = await assignTo(tx, viewer, ticket, { to: ticket.assignee_id ?? viewer.id, rules });
  await moveTicketState(tx, taken, { event: 'resolve', actor: 'staff', rules, resolution: reason });
  await insertSystemMessage(tx, id, 'A equipe marcou este atendimento como resolvido.');
  await sql`update tickets set staff_read = last_sequence where id = ${id}`.execute(tx);
  await record(tx, { kind: 'ticket.resolved', actor: viewer, subject: about(id), data: { reason } });
  await notifyTicketChanged(ctx, tx, ticket, true);
}

/** Marks the messages up to this one as read by the team. */
export async function markReadByTeam(
  ctx: Ctx,
  viewer: Viewer,
  { id, sequence }: { id: number; sequence: number },
): Promise<{ read: number }> {
  return inTransaction(ctx.db, async (tx) => {
    const ticket = await lockForStaff(tx, viewer, id);
    return { read: await markRead(ctx, tx, ticket, { side: 'staff', sequence }) };
  });
}
