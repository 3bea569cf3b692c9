import { sql } from 'kysely';
import type { Query, Reply } from '#contract/endpoint.ts';
import { decisionsPerPage } from '#contract/appeals/appeals.ts';
import type { listOwnDecisions } from '#contract/appeals/appeals.ts';
import type { listAppeals } from '#contract/appeals/staff-appeals.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { appealKindOf } from '#domain/appeals/kinds.ts';
import { fail } from '#domain/errors.ts';
import type { Ctx, Db, Queryable } from '#server/context.ts';
import { currentRules } from '#server/settings/queries.ts';
import { isForViewer } from '#server/staff/overview/open-appeals.ts';
import {
  presentDecision,
  reasonOf,
  selectDecisions,
  thingColumns,
  thingJoins,
  thingOf,
} from './decisions.ts';
import type { DecisionRow, OwnDecision, ThingRow } from './decisions.ts';

/** The decisions of staff about the caller, newest first. */
export async function ownDecisions(
  ctx: Ctx,
  { id }: Viewer,
  { before }: Query<typeof listOwnDecisions>,
): Promise<Reply<typeof listOwnDecisions>> {
  const { windowMs, decideMs } = (await currentRules(ctx.db)).rules.appeals;
  const { rows } = await sql<DecisionRow>`${selectDecisions}
    where d.person_id = ${id} and d.event_id < ${before ?? Number.MAX_SAFE_INTEGER}
    order by d.event_id desc limit ${decisionsPerPage + 1}`.execute(ctx.db);
  const items = rows.slice(0, decisionsPerPage).map(presentDecision);
  return { items, next: rows.length > decisionsPerPage ? items.at(-1)!.id : null, windowMs, decideMs };
}

/** One decision with its person. @throws `not_found` */
export async function decisionById(
  db: Queryable,
  id: number,
): Promise<{ personId: number; decision: OwnDecision }> {
  const { rows } = await sql<DecisionRow>`${selectDecisions} where d.event_id = ${id}`.execute(db);
  const row = rows[0] ?? fail('not_found');
  const { rows: people } = await sql<{ personId: number }>`
    select person_id as "personId" from appealable_decisions where event_id = ${id}`.execute(db);
  return { personId: people[0]!.personId, decision: presentDecision(row) };
}

type Item = Reply<typeof listAppeals>['items'][number];

interface Row extends ThingRow, Omit<Item, 'thing' | 'path' | 'decidedAt' | 'createdAt' | 'decideBy'> {
  decidedAt: Date;
  createdAt: Date;
  decideBy: Date;
}

/** The appeals that the viewer may decide, overdue ones first, each with the decision's reason and change. */
export async function pendingAppeals(db: Db, viewer: Viewer): Promise<Reply<typeof listAppeals>> {
  const { rows } = await sql<Row>`
    select a.id, d.kind, p.username::text as person, d.decided_at as "decidedAt",
      array(select u.username::text from users u where u.id = any (d.deciders) order by u.id) as deciders,
      ${reasonOf} as reason, nullif(e.data -> 'before', 'null') as before, nullif(e.data -> 'after', 'null') as after,
      a.words, a.created_at as "createdAt", a.decide_by as "decideBy", a.decide_by <= market_now() as overdue,
      ${thingColumns}
    from appeals a join appealable_decisions d on d.event_id = a.decision_id join events e on e.id = a.decision_id
      join users p on p.id = d.person_id ${thingJoins}
    where ${isForViewer(viewer)} order by a.decide_by, a.id limit 100`.execute(db);
  return {
    items: rows.map((row) => ({
      id: row.id,
      kind: row.kind,
      label: appealKindOf(row.kind).label,
      person: row.person,
      // What a strike brought is said to its person.
      thing: row.measure === null ? thingOf(row) : null,
      path: pathOf(row),
      decidedAt: row.decidedAt.toISOString(),
      deciders: row.deciders,
      reason: row.reason,
      before: row.before,
      after: row.after,
      words: row.words,
      createdAt: row.createdAt.toISOString(),
      decideBy: row.decideBy.toISOString(),
      overdue: row.overdue,
    })),
  };
}

function pathOf({ subjectKind, subjectId, orderId }: ThingRow): string | null {
  if (orderId !== null) return `/dashboard/pedidos/${orderId}`;
  if (subjectKind === 'user') return `/dashboard/usuarios?id=${subjectId}`;
  if (subjectKind === 'listing') return `/dashboard/anuncios?id=${subjectId}`;
  return subjectKind === 'withdrawal' ? '/dashboard/saques' : null;
}
