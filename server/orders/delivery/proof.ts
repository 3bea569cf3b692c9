import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { DeliveryFile } from '#contract/orders/delivery-files.ts';
import { proofFault } from '#domain/orders/delivery-proofs.ts';
import type { DeliveryFileKind, Proven } from '#domain/orders/delivery-proofs.ts';
import { fail } from '#domain/errors.ts';
import { brandName } from '#server/settings/current/brand.ts';
import type { Queryable, Tx } from '#server/context.ts';
import type { LockedOrder } from '#server/orders/moves.ts';

/**
 * P13: makes files that the seller sent up for this order part of its delivery, in this order.
 * @throws `invalid_request` about `fileIds` when one is not there or the proof is not what the order asks for
 */
export async function bringProof(tx: Tx, order: LockedOrder, fileIds: readonly number[]): Promise<void> {
  const kinds = await take(tx, order.id, 'delivery', fileIds);
  const fault = proofFault(order.deliveryProof, kinds);
  if (fault) fail('invalid_request', { errors: { fileIds: fault } });
}

/** P14: what a refusal to cancel rests on. @throws `invalid_request` as above */
export async function bringRefusal(
  tx: Tx,
  order: Pick<LockedOrder, 'id'>,
  fileIds: readonly number[],
): Promise<void> {
  await take(tx, order.id, 'refusal', fileIds);
}

async function take(
  tx: Tx,
  orderId: number,
  proves: Proven,
  fileIds: readonly number[],
): Promise<DeliveryFileKind[]> {
  if (fileIds.length === 0) return [];
  const { rows } = await sql<{ kind: DeliveryFileKind }>`
    update delivery_files f set place = wanted.place
    from unnest(${[...fileIds]}::bigint[]) with ordinality wanted (id, place)
    where f.id = wanted.id and f.order_id = ${orderId} and f.proves = ${proves} and f.place is null
    returning f.kind`.execute(tx);
  if (rows.length < fileIds.length)
    fail('invalid_request', { errors: { fileIds: 'Um arquivo não está mais aqui. Envie de novo.' } });
  return rows.map(({ kind }) => kind);
}

/** The files that proved an order's delivery, as the team reads them: with the name of each who opened one. */
export function provenBy(
  db: Queryable,
  orderId: number,
  proves: Proven = 'delivery',
): Promise<DeliveryFile[]> {
  return read(db, orderId, { proves, waiting: false, staffName: null });
}

/** The same for a side of the order, who reads staff as the team. */
export function provenTo(
  db: Queryable,
  orderId: number,
  proves: Proven = 'delivery',
): Promise<DeliveryFile[]> {
  return read(db, orderId, { proves, waiting: false, staffName: `Equipe ${brandName}` });
}

/** What the seller sent up for a delivery, or an answer, to come. */
export function waitingProof(
  db: Queryable,
  orderId: number,
  proves: Proven = 'delivery',
): Promise<DeliveryFile[]> {
  return read(db, orderId, { proves, waiting: true, staffName: null });
}

async function read(
  db: Queryable,
  orderId: number,
  { proves, waiting, staffName }: { proves: Proven; waiting: boolean; staffName: string | null },
): Promise<DeliveryFile[]> {
  const { rows } = await sql<Omit<DeliveryFile, 'createdAt'> & { createdAt: Date }>`
    select f.id, f.name, f.kind, f.bytes, encode(f.content_hash, 'hex') as "contentHash", f.created_at as "createdAt",
      (select coalesce(jsonb_agg(jsonb_build_object('at', ${instant('w.at')}, 'who',
          case when w.viewer_is = 'staff' and ${staffName}::text is not null then ${staffName}::text
            else '@' || u.username end) order by w.id desc), '[]')
        from delivery_file_views w join users u on u.id = w.viewer_id where w.file_id = f.id) as views
    from delivery_files f where f.order_id = ${orderId} and f.proves = ${proves} and (f.place is null) = ${waiting}
    order by f.place, f.id`.execute(db);
  return rows.map(({ createdAt, ...file }) => ({ ...file, createdAt: createdAt.toISOString() }));
}

/** ISO 8601 in UTC with milliseconds, as the contract's instants are. */
function instant(column: string): RawBuilder<string> {
  return sql`to_char(${sql.raw(column)} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
