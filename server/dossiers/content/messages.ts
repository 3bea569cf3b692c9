import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { dossierBounds } from '#domain/dossiers/dossier.ts';
import type { Dossier, DossierMessage } from '#domain/dossiers/dossier.ts';
import { sights } from '#domain/dossiers/readers.ts';
import type { Queryable } from '#server/context.ts';
import { readMessages, visibleTo } from '#server/orders/conversations/message-rows.ts';
import type { MessageRow } from '#server/orders/conversations/message-rows.ts';
import type { Redaction } from './redaction.ts';

export interface FoundMessages {
  total: number;
  rows: readonly MessageRow[];
}

/** The newest messages of an order that the reader may see, oldest first. */
export async function findMessages(
  db: Queryable,
  orderId: number,
  { partyId }: Redaction,
): Promise<FoundMessages> {
  const where = partyId === null ? sql`true` : visibleTo({ id: partyId });
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from order_messages m where m.order_id = ${orderId} and (${where})`.execute(
    db,
  );
  const found = await readMessages(db, orderId, {
    where,
    newestFirst: true,
    limit: dossierBounds.messages,
  });
  return { total: rows[0]!.total, rows: newestThatFit(found) };
}

/** Finding contacts takes half a millisecond a message, so others are served in between. */
const breath = 20;

export async function presentMessages(
  { total, rows }: FoundMessages,
  redaction: Redaction,
): Promise<Dossier['messages']> {
  const items: DossierMessage[] = [];
  for (const row of rows) {
    items.push(present(row, redaction));
    // oxlint-disable-next-line no-await-in-loop
    if (items.length % breath === 0) await setImmediate();
  }
  return { total, items };
}

/** @param rows oldest first */
function newestThatFit(rows: readonly MessageRow[]): readonly MessageRow[] {
  let letters = 0;
  const first = rows.findLastIndex(({ text, original }) => {
    letters += text.length + (original?.length ?? 0);
    return letters > dossierBounds.messageLetters;
  });
  return rows.slice(first + 1);
}

function present(row: MessageRow, { reader, partyId, textBy }: Redaction): DossierMessage {
  const { sequence, side, removed, created_at: createdAt, files } = row;
  const sight = sights[reader];
  const hidden = removed && !sight.hiddenMessages;
  return {
    number: sequence,
    at: createdAt.toISOString(),
    by: side,
    text: hidden ? null : textBy(side, row.text),
    original: sight.hiddenMessages ? row.original : null,
    handling: removed ? 'removed' : handlingFor(row, partyId === null || partyId === row.sender_id),
    files: hidden ? [] : files.map(({ name, kind, bytes }) => ({ name: textBy(side, name), kind, bytes })),
  };
}

/** As on the order's page: the other side is not told that a released message was held. */
function handlingFor({ handling, decision }: MessageRow, shown: boolean): DossierMessage['handling'] {
  if (decision === 'show') return 'as_written';
  return shown || handling === 'masked' ? handling : 'as_written';
}
