import { sql } from 'kysely';
import { assigneeDueAt } from '#domain/tickets/clocks.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { record } from '#server/events/events.ts';
import { processDueRows } from '#server/background/process-due-rows.ts';
import { marketNow } from '#server/database/transaction.ts';
import type { Sweep } from '#server/background/worker.ts';
import { deskRules } from './clocks.ts';
import type { DeskRules } from './clocks.ts';
import { notifyTicketChanged } from './messages.ts';

/**
 * Starts the assignee's timeout: without an answer within minutes of chat time, the ticket goes back to its queue
 * (§4.11). A running timeout continues; a ticket without an assignee has none.
 */
export async function startAssigneeTimeout(tx: Tx, ticketId: number, rules: DeskRules): Promise<void> {
  const dueAt = assigneeDueAt(await marketNow(tx), rules, rules.closed);
  await sql`update tickets set assignee_due_at = coalesce(assignee_due_at, ${dueAt})
    where id = ${ticketId} and state = 'in_progress' and assignee_id is not null`.execute(tx);
}

/** Whether the last message is the person's. */
export async function isUserWaiting(tx: Tx, ticketId: number): Promise<boolean> {
  const { rows } = await sql<{ side: string }>`
    select author_side as side from ticket_messages where ticket_id = ${ticketId} and author_side <> 'system'
    order by sequence desc limit 1`.execute(tx);
  return rows[0]?.side === 'user';
}

interface SilentTicket {
  id: number;
  user_id: number;
  protocol: string;
  assignee_id: number;
  assignee: string;
}

/** Returns tickets of silent assignees to their queue, and notifies them and the administrators. */
export const returnSilentTickets: Sweep = {
  name: 'tickets.return-silent',
  everyMs: 5_000,
  run: (ctx) =>
    processDueRows(ctx, 'a silent ticket did not go back to its queue', async (tx, failed) => {
      const ticket = await lockSilentTicket(tx, failed);
      return ticket && { id: ticket.id, work: () => returnToQueue(ctx, tx, ticket) };
    }),
};

async function lockSilentTicket(tx: Tx, failed: number[]): Promise<SilentTicket | undefined> {
  const { rows } = await sql<SilentTicket>`
    select t.id, t.user_id, t.protocol, t.assignee_id, u.username::text as assignee
    from tickets t join users u on u.id = t.assignee_id
    where t.assignee_due_at <= deadline_now() and t.id <> all (${failed}::bigint[])
    order by t.assignee_due_at limit 1 for no key update of t skip locked`.execute(tx);
  return rows[0];
}

async function returnToQueue(ctx: Ctx, tx: Tx, ticket: SilentTicket): Promise<void> {
  const { id, assignee_id: from } = ticket;
  await sql`update tickets set assignee_id = null, assigned_at = null, assignee_due_at = null
    where id = ${id}`.execute(tx);
  await record(tx, { kind: 'ticket.returned', actor: null, subject: { kind: 'ticket', id }, data: { from } });
  await notifySupervisors(tx, ticket, (await deskRules(ctx, tx)).assigneeSilenceMs);
  await notifyTicketChanged(ctx, tx, ticket);
}

async function notifySupervisors(tx: Tx, ticket: SilentTicket, silenceMs: number): Promise<void> {
  const { id: ticketId, protocol, assignee: username } = ticket;
  const { rows } = await sql<{ id: number; own: boolean }>`
    select id, id = ${ticket.assignee_id} as own from users where state = 'active' and id <> ${ticket.user_id}
      and (id = ${ticket.assignee_id} or role = 'admin')`.execute(tx);
  for (const { id, own } of rows)
    await record(tx, {
      kind: 'ticket.left_silent',
      actor: null,
      subject: { kind: 'user', id },
      data: { ticketId, protocol, username, silenceMs, own },
    });
}
