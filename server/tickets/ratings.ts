import { sql } from 'kysely';
import type { Body, Reply } from '#contract/endpoint.ts';
import type { listDesk } from '#contract/tickets/staff-tickets.ts';
import type { rateTicket, TicketRating } from '#contract/tickets/tickets.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import type { Ctx, Db, Tx } from '#server/context.ts';
import { record } from '#server/events/events.ts';
import { processDueRows } from '#server/background/process-due-rows.ts';
import { currentRules } from '#server/settings/queries.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { Sweep } from '#server/background/worker.ts';
import { notifyTicketChanged } from './messages.ts';
import { lockOwnTicket } from './states.ts';

export interface RatingRow {
  rating_score: number | null;
  rating_comment: string | null;
  rated_at: Date | null;
}

/** Columns and join for the rating of `tickets t`. */
export const ratingColumns = sql`tr.score as rating_score, tr.comment as rating_comment, tr.rated_at`;
export const ratingJoins = sql`left join ticket_ratings tr on tr.ticket_id = t.id`;

/** SQL: until when `tickets t` may be rated; null when it has not ended, or ended too long ago. */
export const ratableUntil = (rateMs: number) => sql`case when t.state in ('resolved', 'closed')
    and t.merged_into_id is null and t.resolved_at + ${rateMs}::bigint * interval '1 millisecond' > market_now()
  then t.resolved_at + ${rateMs}::bigint * interval '1 millisecond' end`;

export function presentRating({ rating_score, rating_comment, rated_at }: RatingRow): TicketRating | null {
  if (rating_score === null || rating_comment === null || !rated_at) return null;
  return { score: rating_score, comment: rating_comment, ratedAt: rated_at.toISOString() };
}

/**
 * The person rates the service (CSAT, §4.11): one rating per ticket, which may be changed within the days after its
 * end.
 * @throws `wrong_state` before the end, and when it ended too long ago
 */
export async function rate(
  ctx: Ctx,
  viewer: Viewer,
  { id, score, comment }: Body<typeof rateTicket> & { id: number },
): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const ticket = await lockOwnTicket(tx, viewer, id);
    const { rateMs } = (await currentRules(ctx.db, tx)).rules.tickets;
    const { rows } = await sql<{ until: Date | null }>`
      select ${ratableUntil(rateMs)} as until from tickets t where t.id = ${id}`.execute(tx);
    if (!rows[0]!.until) refuse(ticket.state === 'resolved' || ticket.state === 'closed');
    const { numAffectedRows } = await sql`
      insert into ticket_ratings as before (ticket_id, score, comment) values (${id}, ${score}, ${comment})
      on conflict (ticket_id) do update set score = excluded.score, comment = excluded.comment, rated_at = market_now()
      where (before.score, before.comment) is distinct from (excluded.score, excluded.comment)`.execute(tx);
    if (numAffectedRows === 0n) return;
    await record(tx, {
      kind: 'ticket.rated',
      actor: viewer,
      subject: { kind: 'ticket', id },
      data: { score },
    });
    await notifyTicketChanged(ctx, tx, ticket);
  });
}

function refuse(over: boolean): never {
  fail('wrong_state', {
    detail: over
      ? 'O prazo para dar nota a este atendimento terminou.'
      : 'Dê sua nota quando o atendimento for resolvido.',
    meta: { allowed: [] },
  });
}

/** The ratings of the last thirty days. */
export async function lastRatings(db: Db): Promise<Reply<typeof listDesk>['ratings']> {
  const { rows } = await sql<{ average: number | null; count: number }>`
    select round(avg(score) * 100)::int as average, count(*)::int as count from ticket_ratings
    where rated_at > market_now() - interval '30 days'`.execute(db);
  return { averageHundredths: rows[0]!.average, count: rows[0]!.count };
}

/** Asks once each person who has not given a rating. */
export const askForRatings: Sweep = {
  name: 'tickets.ask-for-ratings',
  everyMs: 60_000,
  run: (ctx) =>
    processDueRows(ctx, 'a person was not asked for a rating', async (tx, failed) => {
      const ticket = await lockUnrated(tx, failed);
      return ticket && { id: ticket.id, work: () => ask(tx, ticket) };
    }),
};

interface Unrated {
  id: number;
  rated: boolean;
}

async function lockUnrated(tx: Tx, failed: number[]): Promise<Unrated | undefined> {
  const { rows } = await sql<Unrated>`
    select t.id, exists (select from ticket_ratings where ticket_id = t.id) as rated from tickets t
    where t.rating_due_at <= deadline_now() and t.id <> all (${failed}::bigint[])
    order by t.rating_due_at limit 1 for no key update of t skip locked`.execute(tx);
  return rows[0];
}

async function ask(tx: Tx, { id, rated }: Unrated): Promise<void> {
  await sql`update tickets set rating_due_at = null where id = ${id}`.execute(tx);
  if (!rated) await record(tx, { kind: 'ticket.rating_asked', actor: null, subject: { kind: 'ticket', id } });
}
