import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Query, Reply } from '#contract/endpoint.ts';
import type {
  DeskRow,
  DeskView,
  getDeskTicket,
  listColleagues,
  listDesk,
  resolveTicket,
} from '#contract/tickets/staff-tickets.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import { can } from '#domain/staff/permissions.ts';
import type { TicketDue } from '#domain/tickets/clocks.ts';
import { ticketCategories, ticketRoutes } from '#domain/tickets/tickets.ts';
import type { TicketCategory, TicketQueue, TicketResolution, TicketState } from '#domain/tickets/tickets.ts';
import type { Ctx, Db, Queryable } from '#server/context.ts';
import { readPage } from '#server/lists/table.ts';
import type { Table } from '#server/lists/table.ts';
import { currentRules } from '#server/settings/queries.ts';
import {
  aboutColumns,
  aboutJoins,
  mergedColumns,
  mergedJoins,
  presentAbout,
  presentMerged,
} from './about.ts';
import type { AboutRow, MergedRow } from './about.ts';
import { messagesAfter } from './messages.ts';
import { notesOf } from './notes.ts';
import { previewColumn } from './queries.ts';
import { lastRatings, presentRating, ratingColumns, ratingJoins } from './ratings.ts';
import type { RatingRow } from './ratings.ts';

type DeskTicket = Reply<typeof resolveTicket>;

interface Row extends AboutRow {
  id: number;
  user_id: number;
  protocol: string;
  state: TicketState;
  category: TicketCategory;
  queue: TicketQueue;
  priority: number;
  username: string;
  assignee: string | null;
  assigned_at: Date | null;
  preview: string;
  unread: number;
  user_read: number;
  last_message_at: Date;
  resolution: TicketResolution | null;
  created_at: Date;
  clock: TicketDue | null;
  clock_due_at: Date | null;
  overdue: boolean;
}

interface TicketRow extends Row, RatingRow, MergedRow {
  lapses_at: Date | null;
  returned_by: string | null;
  returned_at: Date | null;
}

const columns = sql`t.id, t.user_id, t.protocol, t.state, t.category, r.queue, r.priority, u.username::text as username,
  a.username::text as assignee, t.assigned_at, t.user_read, t.last_message_at, t.resolution, t.created_at,
  c.kind as clock, c.due_at as clock_due_at, coalesce(c.due_at <= (select market_now()), false) as overdue, ${previewColumn} as preview, ${aboutColumns},
  (select count(*)::int from ticket_messages m where m.ticket_id = t.id and m.sequence > t.staff_read
    and m.author_side = 'user') as unread`;
/** The earliest due time by two key lookups: aggregating it for each ticket took a third of the statement. */
const clockJoins = sql`join ticket_routes r on r.category = t.category
  left join ticket_clocks answer on answer.ticket_id = t.id and answer.kind = 'first_answer'
  left join ticket_clocks solution on solution.ticket_id = t.id and solution.kind = 'solution'
  cross join lateral (select least(answer.due_at, solution.due_at, t.assignee_due_at) as due_at) first
  cross join lateral (select first.due_at, case first.due_at when answer.due_at then 'first_answer'
    when solution.due_at then 'solution' when t.assignee_due_at then 'assignee' end as kind) c`;
const joins = sql`${clockJoins} join users u on u.id = t.user_id left join users a on a.id = t.assignee_id ${aboutJoins}`;

const unresolved = sql`t.state not in ('resolved', 'closed')`;

/** A staff member's own ticket is for colleagues. */
const notOwn = (viewer: Viewer) => sql`t.user_id <> ${viewer.id}`;

const views: Record<DeskView, (viewer: Viewer) => RawBuilder<unknown>> = {
  new: () => sql`t.assignee_id is null and ${unresolved}`,
  mine: (viewer) => sql`t.assignee_id = ${viewer.id} and ${unresolved}`,
  open: () => sql`t.state in ('open', 'in_progress')`,
  waiting: () => sql`t.state = 'waiting_user'`,
  done: () => sql`t.state in ('resolved', 'closed')`,
};

/** Since when each ticket that the desk's first list shows to this viewer is pending, as rows of one column `since`. */
export const newTickets = (viewer: Viewer) =>
  sql`select t.last_message_at as since from tickets t where ${views.new(viewer)} and ${notOwn(viewer)}`;

type DeskQuery = Query<typeof listDesk>;

/**
 * Tickets with their queue position as one number: those that await the person last, late ones first, then by priority,
 * then by due time, or by last message where nothing is due. The time is a subselect: as a plain function call it would
 * be evaluated for each row, which took another third.
 */
const inQueueOrder = sql`(
  select t.*, ((case t.state when 'waiting_user' then 3 else 0 end + coalesce((c.due_at > (select market_now()))::int, 2)) * 10
    + r.priority) * 10000000000000000 + (extract(epoch from coalesce(c.due_at, t.last_message_at)) * 1000000)::bigint as turn
  from tickets t ${clockJoins}) t`;

const categoriesOf = (queue: TicketQueue) =>
  ticketCategories.filter((category) => ticketRoutes[category].queue === queue);

/**
 * The team's open tickets by queue position, of which there are few (80: 1.0 ms and 550 buffers); done ones newest
 * first (index tickets_done), of 100,000 page 1 in 0.8 ms and 520 buffers, page 1001 in 0.8 and 519.
 */
const deskTable = (viewer: Viewer, source: RawBuilder<unknown>): Table<DeskQuery, Row, DeskRow> => ({
  name: 'atendimentos',
  columns,
  source,
  joins,
  sorts: { turn: { by: sql`t.turn`, type: 'bigint' }, last: { by: sql`t.last_message_at`, type: 'instant' } },
  defaultSort: ({ view }) => (view === 'done' ? '-last' : 'turn'),
  hasFixedPlan: true,
  where: ({ view = 'new' }) => [views[view](viewer), notOwn(viewer)],
  // Ranges of the index tickets_done_of.
  ranges: ({ queue }) => queue && categoriesOf(queue).map((one) => sql`t.category = ${sql.lit(one)}`),
  present: presentRow,
});

/** A list of the desk. */
export async function desk(ctx: Ctx, viewer: Viewer, query: DeskQuery): Promise<Reply<typeof listDesk>> {
  const [page, counted, ratings] = await Promise.all([
    readPage(ctx.db, deskTable(viewer, query.view === 'done' ? sql`tickets t` : inQueueOrder), query),
    counts(ctx.db, viewer),
    lastRatings(ctx.db),
  ]);
  return { ...page, ...counted, ratings };
}

async function counts(db: Db, viewer: Viewer): Promise<Pick<Reply<typeof listDesk>, 'views' | 'queues'>> {
  const { rows } = await sql<Record<Exclude<DeskView, 'done'> | TicketQueue, number>>`
    select count(*) filter (where ${views.new(viewer)})::int as new,
      count(*) filter (where ${views.mine(viewer)})::int as mine,
      count(*) filter (where ${views.open(viewer)})::int as open,
      count(*) filter (where ${views.waiting(viewer)})::int as waiting,
      count(*) filter (where r.queue = 'money')::int as money,
      count(*) filter (where r.queue = 'orders')::int as orders,
      count(*) filter (where r.queue = 'accounts')::int as accounts,
      count(*) filter (where r.queue = 'general')::int as general
    from tickets t join ticket_routes r on r.category = t.category
    where ${unresolved} and ${notOwn(viewer)}`.execute(db);
  const { new: fresh, mine, open, waiting, ...queues } = rows[0]!;
  return { views: { new: fresh, mine, open, waiting }, queues };
}

/** The assignee whose timeout returned an unassigned ticket to its queue. */
const returnJoins = sql`left join lateral (select kind, at, data from events
    where subject_kind = 'ticket' and subject_id = t.id and kind in ('ticket.assigned', 'ticket.returned')
    order by id desc limit 1) back on t.assignee_id is null and back.kind = 'ticket.returned'
  left join users silent on silent.id = (back.data->>'from')::bigint`;

async function findTicket(ctx: Ctx, db: Queryable, id: number): Promise<TicketRow> {
  const { warningMs } = (await currentRules(ctx.db, db)).rules.tickets;
  const { rows } = await sql<TicketRow>`
    select ${columns}, ${ratingColumns}, ${mergedColumns}, silent.username::text as returned_by, back.at as returned_at,
      case t.due_event when 'lapse' then t.due_at
        when 'warn' then t.due_at + ${warningMs}::bigint * interval '1 millisecond' end as lapses_at
    from tickets t ${joins} ${ratingJoins} ${mergedJoins} ${returnJoins} where t.id = ${id}`.execute(db);
  return rows[0] ?? fail('not_found');
}

/** The ticket as the desk shows it. */
export async function deskTicket(ctx: Ctx, db: Queryable, id: number): Promise<DeskTicket> {
  return presentTicket(await findTicket(ctx, db, id));
}

/** @throws `own_decision` for the viewer's own ticket, whose notes are not for them */
export async function deskConversation(
  ctx: Ctx,
  viewer: Viewer,
  { id, after }: { id: number; after?: number },
): Promise<Reply<typeof getDeskTicket>> {
  const row = await findTicket(ctx, ctx.db, id);
  const answer = can(viewer, 'handle_ticket', { ownerId: row.user_id });
  if (!answer.ok) fail(answer.reason);
  return {
    ticket: presentTicket(row),
    userId: row.user_id,
    ...(await messagesAfter(ctx, viewer, id, after)),
    readByOther: row.user_read,
    notes: await notesOf(ctx.db, id),
  };
}

/** The people to whom a ticket can be handed, by name. */
export async function colleagues(db: Db): Promise<Reply<typeof listColleagues>> {
  const { rows } = await sql<{ username: string; open: number }>`
    select u.username::text, (select count(*)::int from tickets t where t.assignee_id = u.id and ${unresolved}) as open
    from users u where u.role in ('support', 'admin') and u.state = 'active' order by u.username`.execute(db);
  return { items: rows };
}

function presentRow(row: Row): DeskRow {
  return {
    id: row.id,
    protocol: row.protocol,
    state: row.state,
    category: row.category,
    queue: row.queue,
    priority: row.priority,
    username: row.username,
    assignee: row.assignee,
    about: presentAbout(row, 'staff'),
    preview: row.preview,
    unread: row.unread,
    lastMessageAt: row.last_message_at.toISOString(),
    due:
      row.clock && row.clock_due_at
        ? { clock: row.clock, at: row.clock_due_at.toISOString(), overdue: row.overdue }
        : null,
  };
}

function presentTicket(row: TicketRow): DeskTicket {
  return {
    ...presentRow(row),
    createdAt: row.created_at.toISOString(),
    assignedAt: row.assigned_at?.toISOString() ?? null,
    lapsesAt: row.lapses_at?.toISOString() ?? null,
    resolution: row.resolution,
    returned:
      row.returned_by !== null && row.returned_at
        ? { username: row.returned_by, at: row.returned_at.toISOString() }
        : null,
    rating: presentRating(row),
    mergedInto: presentMerged(row),
  };
}
