import { sql } from 'kysely';
import type { DeliveryRecord } from '#contract/orders/delivery-record.ts';
import type { Queryable } from '#server/context.ts';
import { deviceLabel } from '#server/accounts/sessions/device-label.ts';
import { proofForStaff } from './proof.ts';

interface Row {
  has_delivery_note: boolean;
  reveals: { at: string; by: string; userAgent: string; contentHash: string }[];
  written_at: Date | null;
  opened_at: Date | null;
  cancellation: Omit<NonNullable<DeliveryRecord['cancellation']>, 'files'> | null;
  message_count: number;
  last_message_at: Date | null;
}

/** What the two sides of an order see of its delivery, as staff may know it without opening private content (T110). */
export async function readDeliveryRecord(db: Queryable, orderId: number): Promise<DeliveryRecord> {
  const { rows } = await sql<Row>`
    select o.delivery_note is not null as has_delivery_note,
      (select coalesce(jsonb_agg(jsonb_build_object('at', x.at, 'by', p.username, 'userAgent', x.user_agent,
        'contentHash', encode(x.content_hash, 'hex')) order by x.at, x.unit_id), '[]')
        from reveals x join users p on p.id = x.viewer_id where x.order_id = o.id) as reveals,
      d.written_at, d.opened_at, m.message_count, m.last_message_at,
      (select jsonb_build_object('state', q.state, 'note', q.note, 'dueAt', q.due_at, 'answerNote', q.answer_note)
        from cancellation_requests q where q.order_id = o.id) as cancellation
    from orders o left join order_delivery_data d on d.order_id = o.id
      cross join lateral (select count(*)::int as message_count, max(created_at) as last_message_at
        from order_messages where order_id = o.id) m
    where o.id = ${orderId}`.execute(db);
  const row = rows[0]!;
  const [deliveryFiles, refusalFiles] = await Promise.all([
    proofForStaff(db, orderId),
    proofForStaff(db, orderId, 'refusal'),
  ]);
  return {
    hasDeliveryNote: row.has_delivery_note,
    deliveryFiles,
    reveals: row.reveals.map(({ userAgent, at, ...reveal }) => ({
      ...reveal,
      at: new Date(at).toISOString(),
      device: deviceLabel(userAgent),
    })),
    buyerData: row.written_at && {
      writtenAt: row.written_at.toISOString(),
      openedAt: row.opened_at && row.opened_at.toISOString(),
    },
    cancellation: row.cancellation && {
      ...row.cancellation,
      dueAt: new Date(row.cancellation.dueAt).toISOString(),
      files: refusalFiles,
    },
    messages: {
      count: row.message_count,
      lastAt: row.last_message_at && row.last_message_at.toISOString(),
    },
  };
}
