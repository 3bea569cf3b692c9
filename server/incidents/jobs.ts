import { sql } from 'kysely';
import type { Ctx } from '#server/context.ts';
import { record, recordDecision } from '#server/events/events.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { currentRules } from '#server/settings/queries.ts';
import type { Sweep } from '#server/background/worker.ts';

/** Deadlines moved in one transaction. */
const batch = 2_000;

/**
 * Moves the deadlines that ran during an incident which has ended, in batches (N14). Each is moved once, because it counts
 * from the incident's end afterwards, so that a run that was killed is continued by the next. The oldest incident comes
 * first; deadlines stand still until the last one is applied.
 */
export const applyIncidents: Sweep = {
  name: 'incidents.apply',
  everyMs: 2_000,
  async run(ctx) {
    const { rows } = await sql<{ id: number }>`
      select id from incidents where applied_at is null and ends_at is not null order by starts_at limit 1`.execute(
      ctx.db,
    );
    return rows[0] ? applyIncident(ctx, rows[0].id) : 0;
  },
};

/** @returns how many deadlines were moved */
async function applyIncident(ctx: Ctx, id: number): Promise<number> {
  let total = 0;
  for (;;) {
    const moved = await inTransaction(ctx.db, async (tx) => {
      const { rows } = await sql<{ moved: number }>`
        select shift_deadlines(${id}, ${batch}, false) as moved`.execute(tx);
      return rows[0]!.moved;
    });
    total += moved;
    if (moved === 0) break;
  }
  const finished = await inTransaction(ctx.db, async (tx) => {
    const { rows } = await sql<{ finished: boolean }>`select finish_incident(${id}) as finished`.execute(tx);
    if (rows[0]!.finished)
      await record(tx, {
        kind: 'incident.applied',
        actor: null,
        subject: { kind: 'installation', id: 1 },
        data: { incident: id },
      });
    return rows[0]!.finished;
  });
  return total + (finished ? 1 : 0);
}

const silentWords = 'O site ficou fora do ar. Os prazos que corriam foram adiados pelo mesmo tempo.';
const silentReason = 'Registrada automaticamente: nenhum processo deu sinal de vida neste tempo.';

/**
 * Every process runs it. The first that finds all of them silent for longer than the settings allow declares the silence
 * as an incident, which has ended (N14). Silence is measured by the machine's clock, which the tests' clock does not move.
 */
export const watchForSilence: Sweep = {
  name: 'incidents.watch',
  everyMs: 15_000,
  run: (ctx) =>
    inTransaction(ctx.db, async (tx) => {
      const { silenceMs } = (await currentRules(ctx.db, tx)).rules.incidents;
      const { rows } = await sql<{ silentMs: number }>`
        select (extract(epoch from now() - seen_at) * 1000)::float8 as "silentMs" from signs_of_life for update`.execute(
        tx,
      );
      await sql`insert into signs_of_life (seen_at) values (now())
        on conflict (id) do update set seen_at = greatest(now(), signs_of_life.seen_at)`.execute(tx);
      const silentMs = rows[0]?.silentMs ?? 0;
      if (silenceMs === 0 || silentMs <= silenceMs) return 0;
      const { rows: declared } = await sql<{ id: number }>`
        insert into incidents (starts_at, ends_at, words, reason)
        values (market_now() - ${silentMs} * interval '1 millisecond', market_now(), ${silentWords}, ${silentReason})
        on conflict do nothing returning id`.execute(tx);
      // Where staff have declared it, their times count.
      if (!declared[0]) return 0;
      await recordDecision(tx, {
        kind: 'incident.declared',
        actor: null,
        subject: { kind: 'installation', id: 1 },
        before: null,
        after: { incident: declared[0].id, silentMs: Math.round(silentMs) },
        reason: silentReason,
      });
      return 0;
    }),
};
