import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Query, Reply } from '#contract/endpoint.ts';
import type { createReport, listOwnReports, listReports } from '#contract/community/reports.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import type { ReportReason, ReportState, ReportTarget } from '#domain/community/reports.ts';
import type { Ctx, Db, Queryable } from '#server/context.ts';
import { readPage } from '#server/lists/table.ts';
import type { Table } from '#server/lists/table.ts';
import { pendingTabs } from '#domain/staff/queues.ts';
import { countTabs, stateRanges } from '#server/lists/tabs.ts';
import { currentRules } from '#server/settings/queries.ts';
import { isShelvedRiskyListing, shelvesRiskyWords } from './risky.ts';
import { recordMessageReadings } from '#server/staff/access/access-limit.ts';

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

/** The viewer's own reports, newest first. */
export async function ownReports(db: Db, viewer: Viewer): Promise<Reply<typeof listOwnReports>> {
  const { rows } = await sql<OwnReportRow>`
    select id, protocol, state, target_kind, reason, text, created_at, decided_at, decision_note
    from reports where reporter_id = ${viewer.id} order by id desc limit ${shownOwn}`.execute(db);
  return { items: rows.map(presentOwn) };
}

/** The number of independent open reports of one thing: by different people from different networks. */
export async function independentReports(db: Queryable, kind: ReportTarget, id: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct network)::int as count from reports
    where target_kind = ${kind} and target_id = ${id} and state = 'open'`.execute(db);
  return rows[0]!.count;
}

type StaffReport = Reply<typeof listReports>['items'][number];

interface StaffRow extends OwnReportRow {
  target_id: number;
  words: string;
  path: string | null;
  /** The order of a reported message. */
  order_id: number | null;
  owner: string;
  around: StaffReport['target']['around'];
  reporter: string;
  independent: number;
  decided_by: string | null;
  risky: boolean;
}

type ReportQuery = Query<typeof listReports>;

const tabs: Record<'open' | 'decided', readonly ReportState[]> = {
  ...pendingTabs.reports,
  decided: ['upheld', 'dismissed'],
};

const isOpen = ({ state }: ReportQuery) => (state ?? tabs.open).every((one) => one === 'open');

/** Open reports with their queue position: things with enough independent reports first, computed once for all. */
const openReports = (toCheck: number) => sql`(
  select r.*, (p.target_id is null)::int as turn from reports r left join (
    select target_kind, target_id from reports where state = 'open' group by 1, 2
    having count(distinct network) >= ${sql.lit(toCheck)}) p using (target_kind, target_id)) t`;

/** Two messages before a reported one and two after it, for context (F14). */
const neighbourMessages = sql`case when m.id is null then '[]' else (
  select json_agg(json_build_object('by', w.username, 'text', n.text, 'files', n.file_count, 'reported', n.id = m.id)
    order by n.sequence)
  from order_messages n join users w on w.id = n.sender_id
  where n.order_id = m.order_id and n.sequence between m.sequence - 2 and m.sequence + 2) end`;

/**
 * Open reports, flagged ones first and then the oldest; decided ones newest first (index reports_by_state). Of 10,000
 * decided ones page 1 takes 0.5 ms and 669 buffers, and so does page 199.
 */
const queueTable = (source: RawBuilder<unknown>): Table<ReportQuery, StaffRow, StaffRow> => ({
  name: 'denuncias',
  columns: sql`t.protocol, t.state, t.target_kind, t.target_id, t.reason, t.text, t.created_at, t.decided_at,
    t.decision_note, who.username::text as reporter, d.username::text as decided_by,
    owner.username::text as owner, coalesce(l.title, q.text,
      case when m.text = '' then 'Mensagem só com arquivo' else m.text end,
      ra.stars || case ra.stars when 1 then ' estrela' else ' estrelas' end || case ra.text when '' then '' else ': ' || ra.text end,
      owner.username::text) as words,
    (select count(distinct o.network)::int from reports o where o.state = 'open'
      and o.target_kind = t.target_kind and o.target_id = t.target_id) as independent,
    ${neighbourMessages} as around, m.order_id, t.target_kind = 'listing' and ${isShelvedRiskyListing(sql`t.target_id`)} as risky,
    case t.target_kind when 'user' then '/perfil/' || owner.username
      when 'message' then '/pedido/' || o.hash || '#conversa'
      else '/anuncio/' || coalesce(l.slug, ql.slug) end as path`,
  source,
  joins: sql`join users who on who.id = t.reporter_id left join users d on d.id = t.decided_by
    left join listings l on t.target_kind = 'listing' and l.id = t.target_id
    left join questions q on t.target_kind = 'question' and q.id = t.target_id
    left join ratings ra on t.target_kind = 'rating' and ra.id = t.target_id
    left join order_messages m on t.target_kind = 'message' and m.id = t.target_id
    left join orders o on o.id = m.order_id
    left join listings ql on ql.id = coalesce(q.listing_id, ra.listing_id)
    join users owner on owner.id = case t.target_kind when 'listing' then l.seller_id
      when 'question' then q.asker_id when 'rating' then ra.author_id
      when 'message' then m.sender_id else t.target_id end`,
  sorts: { id: { by: sql`t.id`, type: 'bigint' }, turn: { by: sql`t.turn`, type: 'bigint' } },
  defaultSort: (query) => (isOpen(query) ? 'turn' : '-id'),
  hasFixedPlan: true,
  ranges: ({ state }) => stateRanges(state ?? tabs.open),
  present: (row) => row,
});

/** Reports for the team. A reported message is private, so reading it is recorded in the audit log (T110). */
export async function staffReports(
  ctx: Ctx,
  viewer: Viewer,
  query: ReportQuery,
): Promise<Reply<typeof listReports>> {
  const { toCheckListing } = (await currentRules(ctx.db)).rules.reports;
  const table = queueTable(isOpen(query) ? openReports(toCheckListing) : sql`reports t`);
  const [page, counts] = await Promise.all([
    readPage(ctx.db, table, query),
    countTabs(ctx.db, 'reports', tabs),
  ]);
  const messages = page.items.flatMap(({ target_id: id, order_id: orderId }) =>
    orderId ? [{ id, orderId }] : [],
  );
  await recordMessageReadings(ctx, viewer, messages);
  return { ...page, items: page.items.map((row) => presentStaff(row, viewer, toCheckListing)), counts };
}

function presentStaff(row: StaffRow, viewer: Viewer, toCheck: number): StaffReport {
  const { target: kind, ...rest } = presentOwn(row);
  return {
    ...rest,
    id: row.id,
    target: {
      kind,
      id: row.target_id,
      words: row.words,
      path: row.path,
      owner: row.owner,
      around: row.around,
    },
    reporter: row.reporter,
    independent: row.independent,
    flagged: row.independent >= toCheck,
    decidedBy: row.decided_by,
    onlyAdminBecause: row.state === 'open' && row.risky && viewer.role !== 'admin' ? shelvesRiskyWords : null,
  };
}
