import { sql } from 'kysely';
import type { Query, Reply } from '#contract/endpoint.ts';
import type { createReport, listOwnReports, listReports } from '#contract/reports.ts';
import type { Viewer } from '#domain/accounts.ts';
import type { ReportReason, ReportState, ReportTarget } from '#domain/reports.ts';
import type { Ctx, Db, Queryable } from '#server/context.ts';
import { currentRules } from '#server/settings/queries.ts';

export interface OwnReportRow {
  id: number;
  protocol: string;
  state: ReportState;
  target_kind: ReportTarget;
  reason: ReportReason;
  text: string;
  created_at: Date;
  decided_at: Date | null;
  decision_note: string | null;
}

type OwnReport = Reply<typeof createReport>;

export function presentOwn(row: OwnReportRow): OwnReport {
  const { protocol, state, reason, text } = row;
  return {
    protocol,
    state,
    reason,
    text,
    target: row.target_kind,
    createdAt: row.created_at.toISOString(),
    decidedAt: row.decided_at?.toISOString() ?? null,
    note: row.decision_note,
  };
}

const shownOwn = 100;

/** The reports one made, newest first. */
export async function ownReports(db: Db, viewer: Viewer): Promise<Reply<typeof listOwnReports>> {
  const { rows } = await sql<OwnReportRow>`
    select id, protocol, state, target_kind, reason, text, created_at, decided_at, decision_note
    from reports where reporter_id = ${viewer.id} order by id desc limit ${shownOwn}`.execute(db);
  return { items: rows.map(presentOwn) };
}

/** Open reports of one thing that count: different people from different networks. */
export async function independentReports(db: Queryable, kind: ReportTarget, id: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct network)::int as count from reports
    where target_kind = ${kind} and target_id = ${id} and state = 'open'`.execute(db);
  return rows[0]!.count;
}

const page = 50;

interface StaffRow extends OwnReportRow {
  target_id: number;
  words: string;
  path: string | null;
  owner: string;
  reporter: string;
  independent: number;
  decided_by: string | null;
  total: number;
}

/** Reports for the team; flagged things first, then the oldest. */
export async function staffReports(
  ctx: Ctx,
  { state = 'open', before }: Query<typeof listReports>,
): Promise<Reply<typeof listReports>> {
  const { toCheckListing } = (await currentRules(ctx.db)).rules.reports;
  const { rows } = await sql<StaffRow>`
    with listed as (
      select r.*, (select count(distinct o.network)::int from reports o where o.state = 'open'
          and o.target_kind = r.target_kind and o.target_id = r.target_id) as independent,
        count(*) over ()::int as total
      from reports r where r.state = ${state})
    select r.id, r.protocol, r.state, r.target_kind, r.target_id, r.reason, r.text, r.created_at, r.decided_at,
      r.decision_note, r.independent, r.total, who.username::text as reporter, d.username::text as decided_by,
      owner.username::text as owner, coalesce(l.title, q.text, owner.username::text) as words,
      case r.target_kind when 'user' then '/perfil/' || owner.username
        else '/anuncio/' || coalesce(l.slug, ql.slug) end as path
    from listed r join users who on who.id = r.reporter_id left join users d on d.id = r.decided_by
      left join listings l on r.target_kind = 'listing' and l.id = r.target_id
      left join questions q on r.target_kind = 'question' and q.id = r.target_id
      left join listings ql on ql.id = q.listing_id
      join users owner on owner.id = case r.target_kind when 'listing' then l.seller_id
        when 'question' then q.asker_id else r.target_id end
    where ${before === undefined ? sql`true` : sql`r.id < ${before}`}
    order by ${state === 'open' ? sql`r.independent >= ${toCheckListing} desc, r.id` : sql`r.id desc`}
    limit ${page}`.execute(ctx.db);
  return { items: rows.map((row) => presentStaff(row, toCheckListing)), total: rows[0]?.total ?? 0 };
}

function presentStaff(row: StaffRow, toCheck: number): Reply<typeof listReports>['items'][number] {
  const { target: kind, ...rest } = presentOwn(row);
  return {
    ...rest,
    id: row.id,
    target: { kind, id: row.target_id, words: row.words, path: row.path, owner: row.owner },
    reporter: row.reporter,
    independent: row.independent,
    flagged: row.independent >= toCheck,
    decidedBy: row.decided_by,
  };
}
