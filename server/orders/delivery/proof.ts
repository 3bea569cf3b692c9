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
 * P13: makes the seller's uploaded files part of the delivery, in the given sequence.
 * @throws `invalid_request` about `fileIds` when a file is missing or the proof is not what the order requires
 */
export async function attachProof(tx: Tx, order: LockedOrder, fileIds: readonly number[]): Promise<void> {
  const kinds = await attachFiles(tx, order.id, 'delivery', fileIds);
  const fault = proofFault(order.deliveryProof, kinds);
  if (fault) fail('invalid_request', { errors: { fileIds: fault } });
}

/** P14: makes uploaded files part of a refusal to cancel. @throws `invalid_request` as above */
export async function attachRefusalFiles(
  tx: Tx,
  order: Pick<LockedOrder, 'id'>,
  fileIds: readonly number[],
): Promise<void> {
  await attachFiles(tx, order.id, 'refusal', fileIds);
}

/** S11: makes uploaded files part of a contest of what came back. @throws `invalid_request` as above */
export async function attachReturnFiles(
  tx: Tx,
  order: Pick<LockedOrder, 'id'>,
  fileIds: readonly number[],
): Promise<void> {
  await attachFiles(tx, order.id, 'return', fileIds);
}

async function attachFiles(
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

/** The files that prove a delivery, for staff: with the name of each person who opened one. */
export function proofForStaff(
  db: Queryable,
  orderId: number,
  proves: Proven = 'delivery',
): Promise<DeliveryFile[]> {
  return read(db, orderId, { proves, attached: true, staffName: null });
}

/** The same for buyer and seller, who see staff members under the team's name. */
export function proofForParty(
  db: Queryable,
  orderId: number,
  proves: Proven = 'delivery',
): Promise<DeliveryFile[]> {
  return read(db, orderId, { proves, attached: true, staffName: `Equipe ${brandName}` });
}

/** The files that the seller uploaded for a coming delivery or answer. */
export function unattachedProof(
  db: Queryable,
  orderId: number,
  proves: Proven = 'delivery',
): Promise<DeliveryFile[]> {
  return read(db, orderId, { proves, attached: false, staffName: null });
}

async function read(
  db: Queryable,
  orderId: number,
  { proves, attached, staffName }: { proves: Proven; attached: boolean; staffName: string | null },
): Promise<DeliveryFile[]> {
  const { rows } = await sql<Omit<DeliveryFile, 'createdAt'> & { createdAt: Date }>`
    select f.id, f.name, f.kind, f.bytes, encode(f.content_hash, 'hex') as "contentHash", f.created_at as "createdAt",
      (select coalesce(jsonb_agg(jsonb_build_object('at', ${instant('w.at')}, 'who',
          case when w.viewer_is = 'staff' and ${staffName}::text is not null then ${staffName}::text
            else '@' || u.username end) order by w.id desc), '[]')
        from delivery_file_views w join users u on u.id = w.viewer_id where w.file_id = f.id) as views
    from delivery_files f where f.order_id = ${orderId} and f.proves = ${proves} and (f.place is not null) = ${attached}
    order by f.place, f.id`.execute(db);
  return rows.map(({ createdAt, ...file }) => ({ ...file, createdAt: createdAt.toISOString() }));
}

/** Formats a timestamp in ISO 8601, UTC, with milliseconds, as the contract requires. */
function instant(column: string): RawBuilder<string> {
  return sql`to_char(${sql.raw(column)} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
