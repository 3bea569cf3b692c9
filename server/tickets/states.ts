import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import { allowedEvents, nextState } from '#domain/machine.ts';
import { can } from '#domain/staff/permissions.ts';
import { asksForRating, ticketMachine } from '#domain/tickets/tickets.ts';
import type {
  TicketActor,
  TicketEvent,
  TicketResolution,
  TicketRules,
  TicketState,
} from '#domain/tickets/tickets.ts';
import type { Tx } from '#server/context.ts';
import { updateSolutionClock } from './clocks.ts';
import type { DeskRules } from './clocks.ts';

/** A ticket whose row is locked until the transaction ends. */
export interface LockedTicket {
  id: number;
  user_id: number;
  state: TicketState;
  assignee_id: number | null;
  last_sequence: number;
  user_read: number;
  /** A resolved ticket whose seven days have passed, although no sweep has closed it yet. */
  over: boolean;
}

const lockedColumns = sql`id, user_id, state, assignee_id, last_sequence, user_read,
  state = 'resolved' and due_at <= deadline_now() as over`;

/** @throws `not_found` for another person's */
export async function lockOwnTicket(tx: Tx, viewer: Viewer, id: number): Promise<LockedTicket> {
  const { rows } = await sql<LockedTicket>`
    select ${lockedColumns} from tickets where id = ${id} and user_id = ${viewer.id} for no key update`.execute(
    tx,
  );
  return rows[0] ?? fail('not_found');
}

/** @throws `own_decision` for the viewer's own ticket */
export async function lockForStaff(tx: Tx, viewer: Viewer, id: number): Promise<LockedTicket> {
  const { rows } = await sql<LockedTicket>`
    select ${lockedColumns} from tickets where id = ${id} for no key update`.execute(tx);
  const ticket = rows[0] ?? fail('not_found');
  const answer = can(viewer, 'handle_ticket', { ownerId: ticket.user_id });
  if (!answer.ok) fail(answer.reason);
  return ticket;
}

/** @throws `wrong_state` when it has ended, with an explanation for staff */
export function requireOpenTicket({ state }: LockedTicket): void {
  if (state !== 'resolved' && state !== 'closed') return;
  const detail =
    state === 'closed'
      ? 'Este atendimento foi encerrado.'
      : 'Este atendimento foi resolvido. Se a pessoa escrever, ele volta para a fila.';
  fail('wrong_state', { detail, meta: { state, allowed: [] } });
}

export interface TicketMove {
  event: TicketEvent;
  actor: TicketActor;
  rules: DeskRules;
  /** Only for a transition to resolved, or to closed at once. */
  resolution?: TicketResolution;
}

/**
 * The only way to change a ticket's state (§4.11): a row of `ticketMachine`, with the timer of the new state and the
 * team's clocks. Requires the lock on the row.
 * @throws `wrong_state` with the current state and the allowed events
 */
export async function moveTicketState(
  tx: Tx,
  ticket: LockedTicket,
  { event, actor, rules, resolution }: TicketMove,
): Promise<LockedTicket> {
  const step =
    ticket.over && actor !== 'system' ? null : nextState(ticketMachine, event, ticket.state, actor);
  if (!step || 'refusal' in step) return refuse(ticket, actor);
  await sql`update tickets set state = ${step.to}, ${columnsOf(step.to, rules, resolution ?? null)}
    where id = ${ticket.id}`.execute(tx);
  await updateSolutionClock(tx, { ticketId: ticket.id, from: ticket.state, to: step.to }, rules);
  return { ...ticket, state: step.to };
}

const later = (ms: number) => sql`market_now() + ${ms}::bigint * interval '1 millisecond'`;

function columnsOf(
  to: TicketState,
  rules: TicketRules,
  resolution: TicketResolution | null,
): RawBuilder<unknown> {
  switch (to) {
    case 'open':
    case 'in_progress':
      return sql`asked_at = null, due_at = null, due_event = null, resolved_at = null, resolution = null,
        rating_due_at = null`;
    case 'waiting_user':
      return waiting(rules);
    case 'resolved':
      return sql`asked_at = null, due_at = ${later(rules.reopenMs)}, due_event = 'close',
        resolved_at = market_now(), resolution = ${resolution}, assignee_due_at = null,
        rating_due_at = ${asksForRating(resolution) ? later(rules.askRatingAfterMs) : null}`;
    case 'closed':
      return sql`asked_at = null, due_at = null, due_event = null, assignee_due_at = null, closed_at = market_now(),
        resolved_at = coalesce(resolved_at, market_now()), resolution = coalesce(resolution, ${resolution})`;
  }
}

function waiting(rules: TicketRules): RawBuilder<unknown> {
  return sql`asked_at = market_now(), due_at = ${later(rules.warnAfterMs)}, due_event = 'warn',
    assignee_due_at = null`;
}

/** The team asked again: the person's time restarts. */
export async function askAgain(tx: Tx, { id }: LockedTicket, rules: TicketRules): Promise<void> {
  await sql`update tickets set ${waiting(rules)} where id = ${id}`.execute(tx);
}

const refusalTexts: Record<TicketState, string> = {
  open: 'Este atendimento ainda espera a equipe.',
  in_progress: 'A equipe já está cuidando deste atendimento.',
  waiting_user: 'Este atendimento espera uma resposta.',
  resolved: 'Este atendimento já foi resolvido.',
  closed: 'Este atendimento foi encerrado. Abra outro para continuar.',
};

function refuse(ticket: LockedTicket, actor: TicketActor): never {
  const state = ticket.over ? 'closed' : ticket.state;
  fail('wrong_state', {
    detail: refusalTexts[state],
    meta: { state, allowed: allowedEvents(ticketMachine, state, actor) },
  });
}
