import { sql } from 'kysely';
import type { Reply } from '#contract/endpoint.ts';
import type { listTickets } from '#contract/tickets/tickets.ts';
import { closedDays } from '#domain/business-days.ts';
import type { ClosedDays } from '#domain/business-days.ts';
import { answerDueAt, remainingMs, solutionDueAt, staffHours } from '#domain/tickets/clocks.ts';
import type { TicketRules, TicketState } from '#domain/tickets/tickets.ts';
import type { Ctx, Db, Tx } from '#server/context.ts';
import { currentRules } from '#server/settings/queries.ts';
import { marketNow } from '#server/database/transaction.ts';

/** The rules of tickets, with the days on which their clocks do not run. */
export interface DeskRules extends TicketRules {
  closed: ClosedDays;
}

export async function deskRules(ctx: Ctx, tx: Tx): Promise<DeskRules> {
  const { tickets, calendar } = (await currentRules(ctx.db, tx)).rules;
  return { ...tickets, closed: closedDays(calendar) };
}

/** When the team answers, at the market's current time. */
export async function hoursNow(ctx: Ctx): Promise<Reply<typeof listTickets>['hours']> {
  const { tickets, calendar } = (await currentRules(ctx.db)).rules;
  const hours = staffHours(await marketNow(ctx.db), tickets, closedDays(calendar));
  return 'openUntil' in hours
    ? { openUntil: hours.openUntil.toISOString() }
    : { opensAt: hours.opensAt.toISOString() };
}

/** Fewer answers give no reliable estimate. */
const minAnswers = 5;
/** Older tickets are not relevant, and would be read each time the panel is opened. */
const maxTickets = 300;

/** The median time to the first answer over the newest tickets of a month; null for too few of them. */
export async function usualAnswerMs(db: Db): Promise<number | null> {
  const { rows } = await sql<{ answers: number; seconds: number | null }>`
    select count(*)::int as answers, percentile_cont(0.5) within group (
        order by extract(epoch from c.met_at - t.created_at))::float8 as seconds
    from (select id, created_at from tickets order by id desc limit ${maxTickets}) t join ticket_clocks c on c.ticket_id = t.id and c.kind = 'first_answer'
    where c.met_at > market_now() - interval '30 days'`.execute(db);
  const { answers, seconds } = rows[0]!;
  return answers < minAnswers || seconds === null ? null : Math.round(seconds * 1_000);
}

/** §4.11: starts the clocks of a new ticket: first answer and solution. */
export async function startClocks(tx: Tx, ticketId: number, rules: DeskRules): Promise<void> {
  const now = await marketNow(tx);
  const { closed } = rules;
  await sql`insert into ticket_clocks (ticket_id, kind, due_at) values
    (${ticketId}, 'first_answer', ${answerDueAt(now, rules, closed)}),
    (${ticketId}, 'solution', ${solutionDueAt(now, rules.solutionMs, rules, closed)})`.execute(tx);
}

/** Completes the first answer: a staff member wrote, or ended the ticket without a message. */
export async function completeFirstAnswer(tx: Tx, ticketId: number): Promise<void> {
  await sql`update ticket_clocks set met_at = market_now(), due_at = null
    where ticket_id = ${ticketId} and kind = 'first_answer' and met_at is null`.execute(tx);
}

/**
 * The solution clock follows the ticket's state: it pauses while the person's answer is awaited, completes when the
 * ticket is resolved, and restarts when it is reopened. Requires the lock on the ticket's row.
 */
export async function updateSolutionClock(
  tx: Tx,
  { ticketId, from, to }: { ticketId: number; from: TicketState; to: TicketState },
  rules: DeskRules,
): Promise<void> {
  if (to === 'resolved' || to === 'closed') return completeSolution(tx, ticketId);
  if (to === 'waiting_user') return pauseSolution(tx, ticketId, rules);
  if (from === 'waiting_user' || from === 'resolved') await resumeSolution(tx, ticketId, { from, rules });
}

async function completeSolution(tx: Tx, ticketId: number): Promise<void> {
  await completeFirstAnswer(tx, ticketId);
  await sql`update ticket_clocks set met_at = market_now(), due_at = null, left_ms = null
    where ticket_id = ${ticketId} and kind = 'solution' and met_at is null`.execute(tx);
}

interface Solution {
  dueAt: Date | null;
  leftMs: number | null;
  /** Since when the time until the deadline counts: the start of an incident, while one lasts (N14). */
  countedFrom: Date;
  now: Date;
}

async function readSolution(tx: Tx, ticketId: number): Promise<Solution | undefined> {
  const { rows } = await sql<Solution>`
    select due_at as "dueAt", left_ms as "leftMs",
      greatest(deadline_now(), counted_from) as "countedFrom", market_now() as now from ticket_clocks
    where ticket_id = ${ticketId} and kind = 'solution'`.execute(tx);
  return rows[0];
}

async function pauseSolution(tx: Tx, ticketId: number, rules: DeskRules): Promise<void> {
  const clock = await readSolution(tx, ticketId);
  if (!clock?.dueAt) return;
  await sql`update ticket_clocks set due_at = null, left_ms = ${remainingMs(clock.dueAt, clock.countedFrom, rules, rules.closed)}
    where ticket_id = ${ticketId} and kind = 'solution'`.execute(tx);
}

async function resumeSolution(
  tx: Tx,
  ticketId: number,
  { from, rules }: { from: TicketState; rules: DeskRules },
): Promise<void> {
  const clock = await readSolution(tx, ticketId);
  if (!clock) return;
  const leftMs = from === 'resolved' ? rules.solutionMs : (clock.leftMs ?? 0);
  const dueAt = solutionDueAt(clock.now, leftMs, rules, rules.closed);
  await sql`update ticket_clocks set due_at = ${dueAt}, left_ms = null, met_at = null,
      overdue_told_at = case when met_at is null then overdue_told_at end
    where ticket_id = ${ticketId} and kind = 'solution'`.execute(tx);
}
