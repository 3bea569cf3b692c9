import { sql } from 'kysely';
import type { TicketClock } from '#domain/tickets/clocks.ts';
import type { TicketTimer } from '#domain/tickets/tickets.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { record } from '#server/events/events.ts';
import { processDueRows } from '#server/background/process-due-rows.ts';
import type { Sweep } from '#server/background/worker.ts';
import { formatMoment } from '#server/formats.ts';
import { deskRules } from './clocks.ts';
import { deleteUnattachedFiles } from './files.ts';
import { insertSystemMessage, notifyTicketChanged } from './messages.ts';
import { moveTicketState } from './states.ts';
import type { LockedTicket } from './states.ts';

interface DueTicket extends LockedTicket {
  due_event: TicketTimer;
}

/**
 * Runs the timers of tickets: warns people who do not answer, resolves their tickets later, and closes resolved ones
 * (§4.11). A ticket that fails is skipped for the rest of the run, so it blocks no other.
 */
export const runTicketTimers: Sweep = {
  name: 'tickets.run-timers',
  everyMs: 5_000,
  run: (ctx) =>
    processDueRows(ctx, 'ticket timer failed', async (tx, failed) => {
      const ticket = await lockDueTicket(tx, failed);
      return ticket && { id: ticket.id, work: () => runTimer(ctx, tx, ticket) };
    }),
};

async function lockDueTicket(tx: Tx, failed: number[]): Promise<DueTicket | undefined> {
  const { rows } = await sql<DueTicket>`
    select id, user_id, state, assignee_id, last_sequence, user_read, state = 'resolved' as over, due_event
    from tickets where due_at <= deadline_now() and id <> all (${failed}::bigint[])
    order by due_at limit 1 for no key update skip locked`.execute(tx);
  return rows[0];
}

async function runTimer(ctx: Ctx, tx: Tx, ticket: DueTicket): Promise<void> {
  const rules = await deskRules(ctx, tx);
  const subject = { kind: 'ticket', id: ticket.id } as const;
  if (ticket.due_event === 'close') {
    await moveTicketState(tx, ticket, { event: 'close', actor: 'system', rules });
    await record(tx, { kind: 'ticket.closed', actor: null, subject });
    return notifyTicketChanged(ctx, tx, ticket);
  }
  if (ticket.due_event === 'warn') {
    await warn(tx, ticket, rules.warningMs);
    await record(tx, { kind: 'ticket.lapse_near', actor: null, subject });
  } else {
    const lapse = { event: 'lapse', actor: 'system', rules, resolution: 'no_reply' } as const;
    await moveTicketState(tx, ticket, lapse);
    await insertSystemMessage(
      tx,
      ticket.id,
      'Encerramos por falta de resposta. Se precisar, é só escrever aqui.',
    );
    await record(tx, { kind: 'ticket.resolved', actor: null, subject, data: { reason: 'no_reply' } });
  }
  return notifyTicketChanged(ctx, tx, ticket, true);
}

/** However late the warning is sent, the person has the same time after it. */
async function warn(tx: Tx, { id }: DueTicket, leftMs: number): Promise<void> {
  const { rows } = await sql<{ due_at: Date }>`
    update tickets set due_event = 'lapse', due_at = greatest(due_at, market_now()) + ${leftMs}::bigint
      * interval '1 millisecond' where id = ${id} returning due_at`.execute(tx);
  const until = formatMoment(rows[0]!.due_at);
  await insertSystemMessage(
    tx,
    id,
    `Ainda precisa de ajuda? Responda até ${until} ou encerramos este atendimento.`,
  );
}

interface OverdueTicket extends Pick<LockedTicket, 'id' | 'user_id' | 'assignee_id'> {
  protocol: string;
  clock: TicketClock;
}

/** Notifies the team once of each overdue clock (§4.11): the assignee, or the whole team where there is none. */
export const notifyOverdueTickets: Sweep = {
  name: 'tickets.tell-overdue',
  everyMs: 15_000,
  run: (ctx) =>
    processDueRows(ctx, 'an overdue ticket was not told of', async (tx, failed) => {
      const ticket = await lockOverdueTicket(tx, failed);
      return ticket && { id: ticket.id, work: () => notifyTeam(ctx, tx, ticket) };
    }),
};

async function lockOverdueTicket(tx: Tx, failed: number[]): Promise<OverdueTicket | undefined> {
  const { rows } = await sql<OverdueTicket>`
    select t.id, t.user_id, t.assignee_id, t.protocol, c.kind as clock
    from ticket_clocks c join tickets t on t.id = c.ticket_id
    where c.due_at <= deadline_now() and c.overdue_told_at is null and t.id <> all (${failed}::bigint[])
    order by c.due_at limit 1 for no key update skip locked`.execute(tx);
  return rows[0];
}

async function notifyTeam(ctx: Ctx, tx: Tx, ticket: OverdueTicket): Promise<void> {
  const { id: ticketId, assignee_id: assigneeId, user_id: ownerId, protocol, clock } = ticket;
  await sql`update ticket_clocks set overdue_told_at = market_now()
    where ticket_id = ${ticketId} and kind = ${clock}`.execute(tx);
  const { rows: team } = await sql<{ id: number }>`
    select id from users where state = 'active' and id <> ${ownerId}
      and (id = ${assigneeId} or ${assigneeId}::bigint is null and role in ('support', 'admin'))`.execute(tx);
  const data = { ticketId, protocol, clock };
  for (const { id } of team)
    await record(tx, { kind: 'ticket.overdue', actor: null, subject: { kind: 'user', id }, data });
  await notifyTicketChanged(ctx, tx, { id: ticketId, user_id: ownerId });
}

export const deleteTicketFiles: Sweep = {
  name: 'tickets.drop-loose-files',
  everyMs: 60_000,
  batch: 100,
  run: deleteUnattachedFiles,
};
