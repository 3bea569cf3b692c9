import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Reply } from '#contract/endpoint.ts';
import type {
  endIncident,
  listIncidents as listEndpoint,
  listStaffIncidents as listStaffEndpoint,
} from '#contract/incidents/incidents.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import { can } from '#domain/staff/permissions.ts';
import type { Ctx, Db, Queryable } from '#server/context.ts';
import { currentRules } from '#server/settings/queries.ts';
import { marketNow } from '#server/database/transaction.ts';

/** A declared outage as staff see it. */
export type StaffIncident = Reply<typeof endIncident>;

interface Row {
  id: number;
  starts_at: Date;
  ends_at: Date | null;
  reason: string;
  words: string;
  declared_by: string | null;
  declared_at: Date;
  ended_by: string | null;
  applied_at: Date | null;
}

async function findRows(db: Queryable, where: RawBuilder<unknown>): Promise<StaffIncident[]> {
  const { rows } = await sql<Row>`
    select i.id, i.starts_at, i.ends_at, i.reason, i.words, d.username::text as declared_by, i.declared_at,
      e.username::text as ended_by, i.applied_at
    from incidents i left join users d on d.id = i.declared_by left join users e on e.id = i.ended_by
    where ${where} order by i.starts_at desc limit 100`.execute(db);
  return rows.map((row) => ({
    id: row.id,
    startsAt: row.starts_at.toISOString(),
    endsAt: row.ends_at && row.ends_at.toISOString(),
    reason: row.reason,
    words: row.words,
    declaredBy: row.declared_by,
    declaredAt: row.declared_at.toISOString(),
    endedBy: row.ended_by,
    applied: row.applied_at !== null,
  }));
}

/** @throws `not_found` */
export async function findIncident(db: Queryable, id: number): Promise<StaffIncident> {
  return (await findRows(db, sql`i.id = ${id}`))[0] ?? fail('not_found');
}

/** The declared outages of the past year; for everyone. */
export async function publicIncidents(db: Db): Promise<Reply<typeof listEndpoint>> {
  return { items: await findRows(db, sql`i.starts_at > market_now() - interval '1 year'`) };
}

export async function staffIncidents(ctx: Ctx, viewer: Viewer): Promise<Reply<typeof listStaffEndpoint>> {
  const { backdateMs } = (await currentRules(ctx.db)).rules.incidents;
  const now = await marketNow(ctx.db);
  return {
    items: await findRows(ctx.db, sql`true`),
    earliestStart: new Date(now.getTime() - backdateMs).toISOString(),
    mayDeclare: can(viewer, 'declare_incident', undefined).ok,
  };
}
