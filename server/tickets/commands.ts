import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Body } from '#contract/endpoint.ts';
import type { openTicket as openEndpoint, TicketMessage } from '#contract/tickets/tickets.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import { protocolOf } from '#domain/community/reports.ts';
import type { TicketRules } from '#domain/tickets/tickets.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { record } from '#server/events/events.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { findOwnSubject } from './about.ts';
import { deskRules, startClocks } from './clocks.ts';
import { findRepeat, insertMessage, readMessage, notifyTicketChanged } from './messages.ts';
import type { NewMessage } from './messages.ts';
import { lockOwnTicket, moveTicketState } from './states.ts';
import type { LockedTicket } from './states.ts';
import { startAssigneeTimeout } from './assignee-timeout.ts';

/** Opens a ticket with its first message (§4.11). A suspended person may open one too. */
export async function open(
  ctx: Ctx,
  tx: Tx,
  viewer: Viewer,
  { category, about, ...message }: Body<typeof openEndpoint>,
): Promise<number> {
  const rules = await deskRules(ctx, tx);
  await checkOpenLimit(tx, viewer, rules);
  const thing = about ? await findOwnSubject(tx, viewer, about) : {};
  const { rows } = await sql<{ id: number }>`
    insert into tickets (protocol, user_id, category, order_id, withdrawal_id, listing_id)
    values (${protocolOf([...randomBytes(8)], 'A')}, ${viewer.id}, ${category}, ${thing.order ?? null},
      ${thing.withdrawal ?? null}, ${thing.listing ?? null}) returning id`.execute(tx);
  const ticket = await lockOwnTicket(tx, viewer, rows[0]!.id);
  await startClocks(tx, ticket.id, rules);
  await insertMessage(tx, { viewer, side: 'user' }, ticket, message);
  await record(tx, { kind: 'ticket.opened', actor: viewer, subject: { kind: 'ticket', id: ticket.id } });
  await notifyTicketChanged(ctx, tx, ticket);
  return ticket.id;
}

/** Locks the person, so that parallel openings are counted one by one. */
async function checkOpenLimit(tx: Tx, viewer: Viewer, { maxOpen }: TicketRules): Promise<void> {
  await sql`select from users where id = ${viewer.id} for no key update`.execute(tx);
  const { rows } = await sql<{ open: number }>`
    select count(*)::int as open from tickets
    where user_id = ${viewer.id} and state not in ('resolved', 'closed')`.execute(tx);
  if (rows[0]!.open >= maxOpen)
    fail('limit_reached', {
      detail: `Você já tem ${maxOpen} atendimentos abertos. Continue em um deles.`,
    });
}

/** The person writes: a ticket that awaits their answer continues, and a resolved one reopens within seven days. */
export async function write(
  ctx: Ctx,
  viewer: Viewer,
  { id, ...message }: NewMessage & { id: number },
): Promise<TicketMessage> {
  return inTransaction(ctx.db, async (tx) => {
    const ticket = await lockOwnTicket(tx, viewer, id);
    const repeat = await findRepeat(tx, viewer, ticket, message);
    const sequence = repeat ?? (await writeMessage(ctx, tx, viewer, { ticket, message }));
    return readMessage(ctx, tx, viewer, { ticketId: id, sequence });
  });
}

async function writeMessage(
  ctx: Ctx,
  tx: Tx,
  viewer: Viewer,
  { ticket, message }: { ticket: LockedTicket; message: NewMessage },
): Promise<number> {
  const rules = await deskRules(ctx, tx);
  const { id, state } = ticket;
  const event = state === 'waiting_user' ? 'answer' : 'reopen';
  if (state !== 'open' && state !== 'in_progress')
    await moveTicketState(tx, ticket, { event, actor: 'user', rules });
  const sequence = await insertMessage(tx, { viewer, side: 'user' }, ticket, message);
  await startAssigneeTimeout(tx, id, rules);
  const kind = state === 'resolved' ? 'ticket.reopened' : 'ticket.user_wrote';
  await record(tx, { kind, actor: viewer, subject: { kind: 'ticket', id }, data: { sequence } });
  await notifyTicketChanged(ctx, tx, ticket);
  return sequence;
}

/** The person's answer to a resolution: «Sim, resolveu» or «Não, reabrir». */
export async function confirmOrReopen(
  ctx: Ctx,
  tx: Tx,
  viewer: Viewer,
  id: number,
  helped: boolean,
): Promise<void> {
  const rules = await deskRules(ctx, tx);
  const ticket = await lockOwnTicket(tx, viewer, id);
  await moveTicketState(tx, ticket, { event: helped ? 'confirm' : 'reopen', actor: 'user', rules });
  if (!helped) await startAssigneeTimeout(tx, id, rules);
  const kind = helped ? 'ticket.confirmed' : 'ticket.reopened';
  await record(tx, { kind, actor: viewer, subject: { kind: 'ticket', id } });
  await notifyTicketChanged(ctx, tx, ticket);
}

/** Moves a side's read mark forward, never back and never past the last message. */
export async function markRead(
  ctx: Ctx,
  tx: Tx,
  ticket: LockedTicket,
  { side, sequence }: { side: 'user' | 'staff'; sequence: number },
): Promise<number> {
  const mark = sql.ref(side === 'user' ? 'user_read' : 'staff_read');
  const { rows } = await sql<{ read: number; moved: boolean }>`
    update tickets t set ${mark} = greatest(t.${mark}, least(${sequence}::int, t.last_sequence))
    from tickets before where t.id = ${ticket.id} and before.id = t.id
    returning t.${mark} as read, t.${mark} > before.${mark} as moved`.execute(tx);
  const { read, moved } = rows[0]!;
  if (moved) await notifyTicketChanged(ctx, tx, ticket);
  return read;
}

/** Marks the messages up to this one as read by the person. */
export async function markReadByUser(
  ctx: Ctx,
  viewer: Viewer,
  { id, sequence }: { id: number; sequence: number },
): Promise<{ read: number }> {
  return inTransaction(ctx.db, async (tx) => {
    const ticket = await lockOwnTicket(tx, viewer, id);
    return { read: await markRead(ctx, tx, ticket, { side: 'user', sequence }) };
  });
}
