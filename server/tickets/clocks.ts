import { sql } from 'kysely';
import { closedDays } from '#domain/business-days.ts';
import type { ClosedDays } from '#domain/business-days.ts';
import { answerDueAt, remainingMs, solutionDueAt } from '#domain/tickets/clocks.ts';
import type { TicketRules, TicketState } from '#domain/tickets/tickets.ts';
import type { Ctx, Db, Tx } from '#server/context.ts';
import { currentRules } from '#server/settings/queries.ts';
import { marketNow } from '#server/database/transaction.ts';

/** The rules of tickets with the days on which none of their clocks runs. */
export interface DeskRules extends TicketRules {
  closed: ClosedDays;
}

export async function deskRules(ctx: Ctx, tx: Tx): Promise<DeskRules> {
  const { tickets, calendar } = (await currentRules(ctx.db, tx)).rules;
  return { ...tickets, closed: closedDays(calendar) };
}

/** Fewer first answers say nothing of the next. */
const answersToJudge = 5;
/** Older questions say little either, and would be read each time somebody opens the panel. */
const questionsToJudge = 300;

/** In what time half of the newest questions of a month had their first answer; null after too few of them. */
export async function usualAnswerMs(db: Db): Promise<number | null> {
  const { rows } = await sql<{ answers: number; seconds: number | null }>`
    select count(*)::int as answers, percentile_cont(0.5) within group (
        order by extract(epoch from c.met_at - t.created_at))::float8 as seconds
    from (select id, created_at from tickets order by id desc limit ${questionsToJudge}) t join ticket_clocks c on c.ticket_id = t.id and c.kind = 'first_answer'
    where c.met_at > market_now() - interval '30 days'`.execute(db);
  const { answers, seconds } = rows[0]!;
  return answers < answersToJudge || seconds === null ? null : Math.round(seconds * 1_000);
}

/** §4.11: a new ticket is answered and ended in time. */
export async function startClocks(tx: Tx, ticketId: number, rules: DeskRules): Promise<void> {
  const now = await marketNow(tx);
  const { closed } = rules;
  await sql`insert into ticket_clocks (ticket_id, kind, due_at) values
    (${ticketId}, 'first_answer', ${answerDueAt(now, rules, closed)}),
    (${ticketId}, 'solution', ${solutionDueAt(now, rules.solutionMs, rules, closed)})`.execute(tx);
}

/** Somebody of the team wrote, or ended it without a word. */
export async function meetFirstAnswer(tx: Tx, ticketId: number): Promise<void> {
  await sql`update ticket_clocks set met_at = market_now(), due_at = null
    where ticket_id = ${ticketId} and kind = 'first_answer' and met_at is null`.execute(tx);
}

/**
 * The end of a ticket follows its state: it stands still while the person is waited for, is kept when it is resolved,
 * and begins anew when it is taken up again. The ticket's row is held.
 */
export async function turnSolutionClock(
  tx: Tx,
  { ticketId, from, to }: { ticketId: number; from: TicketState; to: TicketState },
  rules: DeskRules,
): Promise<void> {
  if (to === 'resolved' || to === 'closed') return meetSolution(tx, ticketId);
  if (to === 'waiting_user') return stopSolution(tx, ticketId, rules);
  if (from === 'waiting_user' || from === 'resolved') await runSolution(tx, ticketId, { from, rules });
}

async function meetSolution(tx: Tx, ticketId: number): Promise<void> {
  await meetFirstAnswer(tx, ticketId);
  await sql`update ticket_clocks set met_at = market_now(), due_at = null, left_ms = null
    where ticket_id = ${ticketId} and kind = 'solution' and met_at is null`.execute(tx);
}

interface Solution {
  dueAt: Date | null;
  leftMs: number | null;
  now: Date;
}

async function readSolution(tx: Tx, ticketId: number): Promise<Solution | undefined> {
  const { rows } = await sql<Solution>`
    select due_at as "dueAt", left_ms as "leftMs", market_now() as now from ticket_clocks
    where ticket_id = ${ticketId} and kind = 'solution'`.execute(tx);
  return rows[0];
}

async function stopSolution(tx: Tx, ticketId: number, rules: DeskRules): Promise<void> {
  const clock = await readSolution(tx, ticketId);
  if (!clock?.dueAt) return;
  await sql`update ticket_clocks set due_at = null, left_ms = ${remainingMs(clock.dueAt, clock.now, rules, rules.closed)}
    where ticket_id = ${ticketId} and kind = 'solution'`.execute(tx);
}

async function runSolution(
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
