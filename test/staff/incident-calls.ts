import { sql } from 'kysely';
import { marketNow } from '#server/database/transaction.ts';
import { alone, note, staffCall } from './call.ts';
import type { Case } from './call.ts';
import type { StaffFixtures } from './fixtures.ts';

/** Ends the incidents of former cases, so that the next one overlaps none. @returns a time after them */
async function endOpen({ sales }: StaffFixtures): Promise<Date> {
  await sql`update incidents set ends_at = market_now() where ends_at is null`.execute(sales.db);
  await sales.moveClock(2_000);
  return marketNow(sales.db);
}

/** Declaring an outage of ours and ending it (N14). None stays open, because it would stop the deadlines of other cases. */
export const incidentCalls: Record<string, Case> = {
  'POST /staff/incidents': staffCall(
    'declare_incident',
    async (things) => {
      const now = await endOpen(things);
      const startsAt = new Date(now.getTime() - 500).toISOString();
      return { thing: undefined, body: { startsAt, endsAt: now.toISOString(), words: note, reason: note } };
    },
    alone,
  ),
  'POST /staff/incidents/{id}/end': staffCall(
    'declare_incident',
    async (things, viewer) => {
      if (viewer.role !== 'admin') return { thing: undefined, params: { id: 1 } };
      const startsAt = await endOpen(things);
      const { rows } = await sql<{ id: number }>`
        insert into incidents (starts_at, words, reason) values (${startsAt}, ${note}, ${note}) returning id`.execute(
        things.sales.db,
      );
      return { thing: undefined, params: { id: rows[0]!.id } };
    },
    alone,
  ),
};
