import { sql } from 'kysely';
import { moveClock } from '#domain/tickets/clocks.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { Sweep } from '#server/background/worker.ts';
import { deskRules } from './clocks.ts';

const batch = 500;

interface Clock {
  ticketId: number;
  kind: string;
  dueAt: Date;
  from: Date;
  until: Date;
}

/**
 * Moves the team's clocks on tickets, which count working time (§4.11), by the part of an incident in working hours (N14).
 * Each is moved once, because it counts from the incident's end afterwards.
 */
export const shiftTicketClocks: Sweep = {
  name: 'tickets.shift-clocks',
  everyMs: 2_000,
  batch,
  run: (ctx) =>
    inTransaction(ctx.db, async (tx) => {
      const { rows } = await sql<Clock>`
        select c.ticket_id as "ticketId", c.kind, c.due_at as "dueAt", greatest(i.starts_at, c.counted_from) as "from",
          i.ends_at as until
        from (select starts_at, ends_at from incidents where applied_at is null order by starts_at limit 1) i
          join ticket_clocks c on c.due_at > i.starts_at and (c.counted_from is null or c.counted_from < i.ends_at)
        order by c.ticket_id, c.kind limit ${batch} for no key update of c skip locked`.execute(tx);
      if (rows.length === 0) return 0;
      const rules = await deskRules(ctx, tx);
      for (const { ticketId, kind, dueAt, from, until } of rows)
        await sql`update ticket_clocks set due_at = ${moveClock(dueAt, { from, until }, rules, rules.closed)},
            counted_from = ${until} where ticket_id = ${ticketId} and kind = ${kind}`.execute(tx);
      return rows.length;
    }),
};
