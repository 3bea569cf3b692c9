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
} from '#contract/staff-tickets.ts';
import type { Viewer } from '#domain/accounts.ts';
import { fail } from '#domain/errors.ts';
import { can } from '#domain/permissions.ts';
import type { TicketDue } from '#domain/ticket-clocks.ts';
import type { TicketCategory, TicketQueue, TicketResolution, TicketState } from '#domain/tickets.ts';
import type { Ctx, Db, Queryable } from '#server/context.ts';
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

const listed = 200;

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
  lapses_at: Date | null;
  resolution: TicketResolution | null;
  created_at: Date;
  clock: TicketDue | null;
  clock_due_at: Date | null;
  overdue: boolean;
}

interface TicketRow extends Row, RatingRow, MergedRow {
  returned_by: string | null;
  returned_at: Date | null;
}

const columns = sql`t.id, t.user_id, t.protocol, t.state, t.category, r.queue, r.priority, u.username::text as username,
  a.username::text as assignee, t.assigned_at, t.user_read, t.last_message_at, t.resolution, t.created_at,
  c.kind as clock, c.due_at as clock_due_at, coalesce(c.due_at <= market_now(), false) as overdue, ${previewColumn} as preview, ${aboutColumns},
  (select count(*)::int from ticket_messages m where m.ticket_id = t.id and m.sequence > t.staff_read
    and m.author_side = 'user') as unread`;
const joins = sql`join ticket_routes r on r.category = t.category join users u on u.id = t.user_id
  left join users a on a.id = t.assignee_id ${aboutJoins}
  left join lateral (select kind, due_at from ticket_clocks where ticket_id = t.id and due_at is not null
    union all select 'assignee', t.assignee_due_at where t.assignee_due_at is not null
    order by due_at limit 1) c on true`;

const unresolved = sql`t.state not in ('resolved', 'closed')`;

/** A question of one's own is for the colleagues. */
const notOwn = (viewer: Viewer) => sql`t.user_id <> ${viewer.id}`;

const views: Record<DeskView, (viewer: Viewer) => RawBuilder<unknown>> = {
  new: () => sql`t.assignee_id is null and ${unresolved}`,
  mine: (viewer) => sql`t.assignee_id = ${viewer.id} and ${unresolved}`,
  open: () => unresolved,
  waiting: () => sql`t.state = 'waiting_user'`,
  done: () => sql`t.state in ('resolved', 'closed')`,
};

/** A list of the desk. What waits for the team goes late ones first, then by priority, then by what is due soonest. */
export async function desk(
  ctx: Ctx,
  viewer: Viewer,
  { view = 'new', queue }: Query<typeof listDesk>,
): Promise<Reply<typeof listDesk>> {
  const order =
    view === 'done'
      ? sql`t.last_message_at desc`
      : sql`t.state = 'waiting_user', c.due_at > market_now(), r.priority, c.due_at, t.last_message_at`;
  const { rows } = await sql<Row>`
    select ${columns}, null::timestamptz as lapses_at from tickets t ${joins}
    where ${views[view](viewer)} and ${notOwn(viewer)} and (${queue ?? null}::text is null or r.queue = ${queue ?? null})
    order by ${order}, t.id limit ${listed}`.execute(ctx.db);
  return {
    items: rows.map(presentRow),
    ...(await counts(ctx.db, viewer)),
    ratings: await lastRatings(ctx.db),
  };
}

async function counts(db: Db, viewer: Viewer): Promise<Pick<Reply<typeof listDesk>, 'views' | 'queues'>> {
  const { rows } = await sql<Record<Exclude<DeskView, 'done'> | TicketQueue, number>>`
    select count(*) filter (where ${views.new(viewer)})::int as new,
      count(*) filter (where ${views.mine(viewer)})::int as mine, count(*)::int as open,
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

/** Whose silence brought a ticket that nobody has back to its queue. */
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

/** @throws `own_decision` for a question of the viewer's own, whose notes are not for them */
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

/** Who a ticket can be handed to, by name. */
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
