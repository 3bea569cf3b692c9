import { sql } from 'kysely';
import type { Query, Reply } from '#contract/endpoint.ts';
import { ticketsPerPage } from '#contract/tickets/tickets.ts';
import type { getTicket, listTickets, Ticket } from '#contract/tickets/tickets.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import type { TicketCategory, TicketState } from '#domain/tickets/tickets.ts';
import type { Ctx, Queryable } from '#server/context.ts';
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
import { hoursNow, usualAnswerMs } from './clocks.ts';
import { messagesAfter } from './messages.ts';
import { presentRating, ratableUntil, ratingColumns, ratingJoins } from './ratings.ts';
import type { RatingRow } from './ratings.ts';

/** SQL: the last message of `tickets t` in one line. */
export const previewColumn = sql`(select case when m.text <> '' then left(m.text, 160)
    else (select case f.kind when 'image' then 'Foto' else 'Documento' end from ticket_files f
      where f.ticket_id = m.ticket_id and f.sequence = m.sequence order by f.id limit 1) end
  from ticket_messages m where m.ticket_id = t.id and m.sequence = t.last_sequence)`;

interface Row extends AboutRow, RatingRow, MergedRow {
  id: number;
  protocol: string;
  state: TicketState;
  category: TicketCategory;
  preview: string;
  unread: number;
  staff_read: number;
  last_message_at: Date;
  lapses_at: Date | null;
  created_at: Date;
  ratable_until: Date | null;
  pending: { ahead: number; answerDueAt: string | null } | null;
}

/** SQL: the place of an unassigned `tickets t` among those of its queue, and the deadline of its first answer. */
const pendingColumn = sql`case when t.state = 'open' then (
  select json_build_object('ahead', (select count(*) from tickets o join ticket_routes p on p.category = o.category
      where o.state = 'open' and o.id < t.id and p.queue = r.queue),
    'answerDueAt', (select c.due_at from ticket_clocks c where c.ticket_id = t.id and c.kind = 'first_answer'))
  from ticket_routes r where r.category = t.category) end`;

/** Selects one ticket of the person, or a page of all. */
type Own = { id: number } | { page: number };

async function ownTickets(ctx: Ctx, db: Queryable, viewer: Viewer, own: Own): Promise<Row[]> {
  const { warningMs, rateMs } = (await currentRules(ctx.db, db)).rules.tickets;
  const { rows } = await sql<Row>`
    select t.id, t.protocol, t.state, t.category, t.staff_read, t.last_message_at, t.created_at,
      case t.due_event when 'lapse' then t.due_at
        when 'warn' then t.due_at + ${warningMs}::bigint * interval '1 millisecond' end as lapses_at,
      ${previewColumn} as preview, ${aboutColumns}, ${ratingColumns}, ${mergedColumns}, ${ratableUntil(rateMs)} as ratable_until,
      ${pendingColumn} as pending,
      (select count(*)::int from ticket_messages m where m.ticket_id = t.id and m.sequence > t.user_read
        and m.author_side <> 'user') as unread
    from tickets t ${aboutJoins} ${ratingJoins} ${mergedJoins}
    where t.user_id = ${viewer.id} ${'id' in own ? sql`and t.id = ${own.id}` : pageOf(own.page)}`.execute(db);
  return rows;
}

const pageOf = (page: number) => sql`
  order by t.state in ('resolved', 'closed'), t.last_message_at desc, t.id desc
  limit ${ticketsPerPage} offset ${(page - 1) * ticketsPerPage}`;

/** The person's tickets: open ones first, then the newest. */
export async function listOwn(
  ctx: Ctx,
  viewer: Viewer,
  { page = 1 }: Query<typeof listTickets>,
): Promise<Reply<typeof listTickets>> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int from tickets where user_id = ${viewer.id}`.execute(ctx.db);
  return {
    items: (await ownTickets(ctx, ctx.db, viewer, { page })).map(present),
    total: rows[0]!.count,
    usualAnswerMs: await usualAnswerMs(ctx.db),
    hours: await hoursNow(ctx),
  };
}

/** One ticket of the person in its current state. */
export async function ownTicket(ctx: Ctx, db: Queryable, viewer: Viewer, id: number): Promise<Ticket> {
  return present((await ownTickets(ctx, db, viewer, { id }))[0] ?? fail('not_found'));
}

/** The ticket with its messages after a sequence. */
export async function ownConversation(
  ctx: Ctx,
  viewer: Viewer,
  { id, after }: { id: number; after?: number },
): Promise<Reply<typeof getTicket>> {
  const row = (await ownTickets(ctx, ctx.db, viewer, { id }))[0] ?? fail('not_found');
  return {
    ticket: present(row),
    ...(await messagesAfter(ctx, viewer, id, after)),
    readByOther: row.staff_read,
  };
}

function present(row: Row): Ticket {
  return {
    id: row.id,
    protocol: row.protocol,
    state: row.state,
    category: row.category,
    about: presentAbout(row, 'user'),
    preview: row.preview,
    unread: row.unread,
    lastMessageAt: row.last_message_at.toISOString(),
    lapsesAt: row.lapses_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    rating: presentRating(row),
    mergedInto: presentMerged(row),
    ratableUntil: row.ratable_until?.toISOString() ?? null,
    pending: row.pending && {
      ahead: row.pending.ahead,
      answerDueAt: row.pending.answerDueAt && new Date(row.pending.answerDueAt).toISOString(),
    },
  };
}
