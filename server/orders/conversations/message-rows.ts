import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { OrderMessage, OrderMessageFile } from '#contract/orders/conversations.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import type { MessageFileKind, MessageHandling } from '#domain/orders/conversations.ts';
import type { Ctx, Queryable } from '#server/context.ts';
import { linkToFile } from '#server/http/pages/private-files.ts';
import type { Side } from './party.ts';

export interface MessageRow {
  id: number;
  sequence: number;
  client_id: string;
  sender_id: number;
  side: Side;
  text: string;
  original: string | null;
  handling: MessageHandling;
  decision: 'show' | 'hide' | null;
  repeats_id: number | null;
  removed: boolean;
  /** Users whose reports of it are open. */
  reporters: number[];
  created_at: Date;
  files: FileRow[];
}

export interface FileRow {
  id: number;
  key: string;
  kind: MessageFileKind;
  name: string;
  bytes: number;
}

/** A removed message is removed for its sender too, who sees the original row of a released message. */
const removed = sql`exists (select from order_message_removals x
  where x.message_id in (m.id, (select repeat.id from order_messages repeat where repeat.repeats_id = m.id)))`;

/** Rows of one order's conversation, under the alias `m`; a repeated message shows the files of the original. */
export async function readMessages(
  db: Queryable,
  orderId: number,
  { where, newestFirst, limit }: { where: RawBuilder<unknown>; newestFirst: boolean; limit: number },
): Promise<MessageRow[]> {
  const { rows } = await sql<MessageRow>`
    select m.id, m.sequence, m.client_id, m.sender_id, m.text, m.original, m.handling, d.decision, m.repeats_id,
      m.created_at, ${removed} as removed, array(select r.reporter_id from reports r
        where r.target_kind = 'message' and r.target_id = m.id and r.state = 'open') as reporters, case when m.sender_id = o.buyer_id then 'buyer' else 'seller' end as side,
      case when m.file_count = 0 then '[]' else (
        select coalesce(json_agg(json_build_object('id', f.id, 'key', f.key, 'kind', f.kind, 'name', f.name,
          'bytes', f.bytes) order by f.place), '[]')
        from order_files f where f.message_id = coalesce(m.repeats_id, m.id)) end as files
    from order_messages m join orders o on o.id = m.order_id
      left join order_message_decisions d on d.message_id = m.id
    where m.order_id = ${orderId} and (${where})
    order by m.sequence ${newestFirst ? sql`desc` : sql`asc`} limit ${limit}`.execute(db);
  return newestFirst ? rows.toReversed() : rows;
}

/** What one side may see: no held messages of the other side, and own messages without their repeats. */
export const visibleTo = (viewer: Pick<Viewer, 'id'>) =>
  sql`case when m.sender_id = ${viewer.id} then m.repeats_id is null else m.handling <> 'held' end`;

export async function presentMessage(
  ctx: Ctx,
  db: Queryable,
  viewer: Viewer,
  row: MessageRow,
): Promise<OrderMessage> {
  const mine = row.sender_id === viewer.id;
  return {
    id: row.id,
    sequence: row.sequence,
    clientId: mine ? row.client_id : null,
    mine,
    side: row.side,
    text: row.removed ? '' : row.text,
    handling: row.removed ? 'removed' : handlingFor(row, mine),
    reported: row.reporters.includes(viewer.id),
    files: row.removed ? [] : await presentFiles(ctx, db, viewer, row.files),
    createdAt: row.created_at.toISOString(),
  };
}

/** A released message looks like any other to its sender; the other side is not told that it was held. */
function handlingFor({ handling, decision }: MessageRow, mine: boolean): OrderMessage['handling'] {
  if (decision === 'hide') return 'refused';
  if (decision === 'show') return 'as_written';
  return mine || handling === 'masked' ? handling : 'as_written';
}

/** Each file with a link that only this viewer can use. */
export function presentFiles(
  ctx: Ctx,
  db: Queryable,
  viewer: Viewer,
  files: readonly FileRow[],
): Promise<OrderMessageFile[]> {
  return Promise.all(
    files.map(async ({ key, ...file }) => ({
      ...file,
      url: await linkToFile(ctx, db, viewer, { key, name: savedName(file) }),
    })),
  );
}

const endings: Record<MessageFileKind, string> = { image: 'webp', pdf: 'pdf', text: 'txt' };

/** A file name with characters that every HTTP header allows, and the extension of the file's kind. */
function savedName({ name, kind }: { name: string; kind: MessageFileKind }): string {
  const plain = name
    .normalize('NFD')
    .replace(/\.[A-Za-z0-9]{1,5}$/, '')
    .replaceAll(/[^\w -]/g, '')
    .trim();
  return `${plain.slice(0, 60) || 'arquivo'}.${endings[kind]}`;
}
