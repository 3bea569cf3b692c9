import { sql } from 'kysely';
import type { TicketMessage } from '#contract/tickets/tickets.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import {
  messageChannel,
  messageEvent,
  supportChannel,
  supportDeskChannel,
  ticketEvent,
} from '#domain/notifications/channels.ts';
import { fail } from '#domain/errors.ts';
import type { Ctx, Queryable, Tx } from '#server/context.ts';
import { attachFiles, filesOf } from './files.ts';
import type { LockedTicket } from './states.ts';

type Side = TicketMessage['side'];

export interface NewMessage {
  clientId: string;
  text: string;
  files: readonly number[];
}

interface Row {
  sequence: number;
  client_id: string | null;
  author_id: number | null;
  author_side: Side;
  author: string | null;
  text: string;
  created_at: Date;
}

const columns = sql`m.sequence, m.client_id, m.author_id, m.author_side, u.username::text as author, m.text,
  m.created_at`;

/**
 * The sequence of this sender's earlier message with the same client id, or null.
 * @throws `idempotency_mismatch` when its text differs
 */
export async function findRepeat(
  tx: Tx,
  viewer: Viewer,
  ticket: LockedTicket,
  { clientId, text }: NewMessage,
): Promise<number | null> {
  const { rows } = await sql<{ sequence: number; text: string }>`
    select sequence, text from ticket_messages
    where ticket_id = ${ticket.id} and author_id = ${viewer.id} and client_id = ${clientId}`.execute(tx);
  if (rows[0] && rows[0].text !== text) fail('idempotency_mismatch');
  return rows[0]?.sequence ?? null;
}

/** Inserts a person's message under the ticket's lock; the database assigns its sequence. */
export async function insertMessage(
  tx: Tx,
  author: { viewer: Viewer; side: 'user' | 'staff' },
  ticket: LockedTicket,
  { clientId, text, files }: NewMessage,
): Promise<number> {
  if (text === '' && files.length === 0)
    fail('invalid_request', { errors: { text: 'Escreva sua mensagem ou anexe um arquivo.' } });
  const { rows } = await sql<{ sequence: number }>`
    insert into ticket_messages (ticket_id, author_id, author_side, client_id, text)
    values (${ticket.id}, ${author.viewer.id}, ${author.side}, ${clientId}, ${text})
    returning sequence`.execute(tx);
  const { sequence } = rows[0]!;
  await attachFiles(tx, author.viewer, { ticketId: ticket.id, sequence, files });
  return sequence;
}

/** Inserts a message of the system. */
export async function insertSystemMessage(tx: Tx, ticketId: number, text: string): Promise<void> {
  await sql`insert into ticket_messages (ticket_id, author_side, text) values (${ticketId}, 'system', ${text})`.execute(
    tx,
  );
}

/**
 * Notifies open browsers that a ticket changed; they request the details. The counted event of specification §4 is sent
 * only for messages that the person did not write.
 */
export async function notifyTicketChanged(
  ctx: Ctx,
  tx: Tx,
  { id, user_id: userId }: Pick<LockedTicket, 'id' | 'user_id'>,
  counted = false,
): Promise<void> {
  await ctx.realtime.publish(tx, [
    ...(counted ? [{ channels: [messageChannel(userId)], event: messageEvent, data: {} }] : []),
    { channels: [supportChannel(userId), supportDeskChannel], event: ticketEvent, data: { id } },
  ]);
}

/** One message, as its sender sees it. */
export async function readMessage(
  ctx: Ctx,
  tx: Tx,
  viewer: Viewer,
  place: { ticketId: number; sequence: number },
): Promise<TicketMessage> {
  const { rows } = await sql<Row>`
    select ${columns} from ticket_messages m left join users u on u.id = m.author_id
    where m.ticket_id = ${place.ticketId} and m.sequence = ${place.sequence}`.execute(tx);
  return (await present(ctx, tx, viewer, { ticketId: place.ticketId, rows }))[0]!;
}

const page = 50;

/** Messages after a sequence, oldest first; `more` when there are further ones. */
export async function messagesAfter(
  ctx: Ctx,
  viewer: Viewer,
  ticketId: number,
  after = 0,
): Promise<{ messages: TicketMessage[]; more: boolean }> {
  const { rows } = await sql<Row>`
    select ${columns} from ticket_messages m left join users u on u.id = m.author_id
    where m.ticket_id = ${ticketId} and m.sequence > ${after}
    order by m.sequence limit ${page + 1}`.execute(ctx.db);
  const shown = rows.slice(0, page);
  return {
    messages: await present(ctx, ctx.db, viewer, { ticketId, rows: shown }),
    more: rows.length > page,
  };
}

async function present(
  ctx: Ctx,
  db: Queryable,
  viewer: Viewer,
  { ticketId, rows }: { ticketId: number; rows: Row[] },
): Promise<TicketMessage[]> {
  const files = await filesOf(ctx, db, viewer, { ticketId, sequences: rows.map(({ sequence }) => sequence) });
  return rows.map(({ sequence, client_id, author_id, author_side, author, text, created_at }) => ({
    sequence,
    clientId: author_id === viewer.id ? client_id : null,
    mine: author_id === viewer.id,
    side: author_side,
    author,
    text,
    files: files.get(sequence) ?? [],
    createdAt: created_at.toISOString(),
  }));
}
