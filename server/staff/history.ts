import { sql } from 'kysely';
import type { Reply } from '#contract/endpoint.ts';
import type { getPerson } from '#contract/staff/people.ts';
import type { Queryable } from '#server/context.ts';

export type History = Reply<typeof getPerson>['history'];

const shown = 30;

/** The last decisions about one subject, newest first (index events_subject). */
export async function historyOf(db: Queryable, subject: { kind: string; id: number }): Promise<History> {
  const { rows } = await sql<Omit<History[number], 'at'> & { at: Date }>`
    select t.id, t.at, t.kind, t.reason, a.username::text as actor
    from (select * from audit_log where subject_kind = ${subject.kind} and subject_id = ${subject.id}
      and not (subject_kind = 'user' and subject_id is not distinct from actor_id)
      order by id desc limit ${shown}) t left join users a on a.id = t.actor_id order by t.id desc`.execute(
    db,
  );
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}
