import { sql } from 'kysely';
import type { TicketNote } from '#contract/tickets/staff-tickets.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { supportDeskChannel, ticketEvent } from '#domain/notifications/channels.ts';
import { fail } from '#domain/errors.ts';
import type { Ctx, Db } from '#server/context.ts';
import { record } from '#server/events/events.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { lockForStaff } from './states.ts';

interface Row {
  id: number;
  author: string;
  text: string;
  after_sequence: number;
  created_at: Date;
}

/** Adds a note for the team; the same client id again returns the same note. */
export async function addNote(
  ctx: Ctx,
  viewer: Viewer,
  { id, clientId, text }: { id: number; clientId: string; text: string },
): Promise<TicketNote> {
  return inTransaction(ctx.db, async (tx) => {
    const ticket = await lockForStaff(tx, viewer, id);
    const { rows } = await sql<Row & { fresh: boolean }>`
      with added as (
        insert into ticket_notes (ticket_id, author_id, client_id, after_sequence, text)
        values (${id}, ${viewer.id}, ${clientId}, ${ticket.last_sequence}, ${text})
        on conflict (ticket_id, author_id, client_id) do nothing returning *)
      select id, ${viewer.username} as author, text, after_sequence, created_at, true as fresh from added
      union all select id, ${viewer.username}, text, after_sequence, created_at, false from ticket_notes
      where ticket_id = ${id} and author_id = ${viewer.id} and client_id = ${clientId}`.execute(tx);
    const note = rows[0]!;
    if (note.text !== text) fail('idempotency_mismatch');
    if (note.fresh) {
      await record(tx, { kind: 'ticket.noted', actor: viewer, subject: { kind: 'ticket', id } });
      // The person's own channel is not notified, so that they do not learn of it.
      await ctx.realtime.publish(tx, [{ channels: [supportDeskChannel], event: ticketEvent, data: { id } }]);
    }
    return present(note);
  });
}

/** The team's notes on a ticket, oldest first. */
export async function notesOf(db: Db, ticketId: number): Promise<TicketNote[]> {
  const { rows } = await sql<Row>`
    select n.id, u.username::text as author, n.text, n.after_sequence, n.created_at
    from ticket_notes n join users u on u.id = n.author_id
    where n.ticket_id = ${ticketId} order by n.id`.execute(db);
  return rows.map(present);
}

function present({ id, author, text, after_sequence, created_at }: Row): TicketNote {
  return { id, author, text, afterSequence: after_sequence, createdAt: created_at.toISOString() };
}
