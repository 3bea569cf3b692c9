import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Ctx, Keys } from '#server/context.ts';
import { bindingOfKey } from './keys.ts';
import { keyId, keyIdBytes, seal, unseal } from './seal.ts';
import type { Sweep } from '#server/background/worker.ts';

/** A column of sealed secrets: its key, and the associated data of each row. */
export interface SealedColumn {
  key: keyof Pick<Keys, 'seal' | 'secondFactor' | 'credentials'>;
  table: string;
  column: string;
  id: { name: string; type: 'text' | 'boolean' | 'bigint' };
  /** SQL of the associated data of a row of the table `t`. */
  binding: RawBuilder<unknown>;
}

/** Every column of sealed secrets except that of proposals, which end by themselves within days. */
export const sealedColumns: readonly SealedColumn[] = [
  {
    table: 'stored_keys',
    column: 'sealed',
    key: 'seal',
    id: { name: 'purpose', type: 'text' },
    binding: sql`${bindingOfKey('')}::text || t.purpose`,
  },
  {
    table: 'vapid_keys',
    column: 'private_sealed',
    key: 'seal',
    id: { name: 'only_row', type: 'boolean' },
    binding: sql`'vapid'`,
  },
  {
    table: 'credentials',
    column: 'sealed',
    key: 'credentials',
    id: { name: 'service', type: 'text' },
    binding: sql`'credentials:' || t.service`,
  },
  {
    table: 'totp_secrets',
    column: 'secret_sealed',
    key: 'secondFactor',
    id: { name: 'user_id', type: 'bigint' },
    binding: sql`'totp:' || t.user_id`,
  },
  {
    table: 'order_delivery_data',
    column: 'sealed',
    key: 'seal',
    id: { name: 'order_id', type: 'bigint' },
    binding: sql`(select 'delivery-data:' || o.buyer_id || ':' || o.listing_id from orders o where o.id = t.order_id)`,
  },
  {
    table: 'document_files',
    column: 'key_sealed',
    key: 'seal',
    id: { name: 'id', type: 'bigint' },
    binding: sql`'document-file:' || t.owner_id || ':' || t.key`,
  },
  {
    table: 'addresses',
    column: 'sealed',
    key: 'seal',
    id: { name: 'id', type: 'bigint' },
    binding: sql`'address:' || t.user_id || ':' || t.id`,
  },
  {
    table: 'order_addresses',
    column: 'sealed',
    key: 'seal',
    id: { name: 'id', type: 'bigint' },
    binding: sql`(select 'order-address:' || t.kind || ':' || t.user_id || ':' || o.listing_id from orders o where o.id = t.order_id)`,
  },
  {
    table: 'pickups',
    column: 'sealed',
    key: 'seal',
    id: { name: 'order_id', type: 'bigint' },
    binding: sql`(select 'pickup:' || o.buyer_id || ':' || o.listing_id from orders o where o.id = t.order_id)`,
  },
  {
    table: 'stock_units',
    column: 'sealed',
    key: 'seal',
    id: { name: 'id', type: 'bigint' },
    binding: sql`t.listing_id::text`,
  },
];

const batch = 500;
const everyMs = 60_000;
/** The pause after a run that found nothing. A process with the previous key may still seal something. */
const pauseMs = 10 * 60_000;

/** What sealing again needs of the context. */
type Parts = Pick<Ctx, 'db' | 'keys' | 'log'>;

/** For each context, the last id processed in each table, and when the next run is. */
const progress = new WeakMap<Parts, { after: Map<SealedColumn, string>; pausedUntil: number }>();

/**
 * Reseals under `SECRET_KEY` what an earlier key sealed, while `SECRET_KEY_PREVIOUS` names one, and logs when nothing
 * is left (ASVS 11.2.2).
 * @returns the number of resealed secrets
 */
export const resealSecrets = {
  name: 'keys.reseal',
  everyMs,
  batch,
  async run(ctx: Parts) {
    if (ctx.keys.seal.length === 1) return 0;
    const state = progress.get(ctx) ?? { after: new Map<SealedColumn, string>(), pausedUntil: 0 };
    progress.set(ctx, state);
    if (performance.now() < state.pausedUntil) return 0;
    let unopened = 0;
    for (const column of sealedColumns) {
      // One table after the other, the small ones first.
      // oxlint-disable-next-line no-await-in-loop
      const { found, sealed } = await resealBatch(ctx, column, state.after);
      if (sealed > 0) return sealed;
      unopened += found;
    }
    state.pausedUntil = performance.now() + pauseMs;
    if (unopened === 0)
      ctx.log.warn('nothing is sealed under an earlier key: SECRET_KEY_PREVIOUS may be removed');
    return 0;
  },
} satisfies Sweep;

/** How many secrets are not sealed under the present key. */
export async function countUnderEarlierKeys({ db, keys }: Pick<Parts, 'db' | 'keys'>): Promise<number> {
  const counts = await Promise.all(
    sealedColumns.map(async ({ table, column, key }) => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from ${sql.table(table)}
        where substr(${sql.ref(column)}, 1, ${sql.lit(keyIdBytes)}) <> ${keyId(keys[key][0])}`.execute(db);
      return rows[0]!.count;
    }),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

interface Row {
  id: string;
  place: string;
  sealed: Buffer;
}

async function resealBatch(
  ctx: Parts,
  one: SealedColumn,
  after: Map<SealedColumn, string>,
): Promise<{ found: number; sealed: number }> {
  const ring = ctx.keys[one.key];
  const [table, id, at] = [sql.table(one.table), sql.ref(`t.${one.id.name}`), sql.ref(`t.${one.column}`)];
  const type = sql.raw(one.id.type);
  const last = after.get(one);
  const { rows } = await sql<Row>`
    select ${id}::text as id, ${one.binding} as place, ${at} as sealed from ${table} t
    where substr(${at}, 1, ${sql.lit(keyIdBytes)}) <> ${keyId(ring[0])}
      ${last === undefined ? sql`` : sql`and ${id} > ${last}::text::${type}`}
    order by ${id} limit ${sql.lit(batch)}`.execute(ctx.db);
  if (rows.length === batch) after.set(one, rows.at(-1)!.id);
  else after.delete(one);
  const open = rows.flatMap((row) => reseal(ctx, one, row) ?? []);
  // A row that changed meanwhile is sealed under the current key already, and must keep its newer content.
  await sql`update ${table} t set ${sql.ref(one.column)} = r.again
    from unnest(${open.map((row) => row.id)}::text[], ${open.map((row) => row.sealed)}::bytea[],
      ${open.map((row) => row.again)}::bytea[]) as r (id, before, again)
    where ${id} = r.id::${type} and ${at} = r.before`.execute(ctx.db);
  return { found: rows.length, sealed: open.length };
}

/** `null` where no key opens it: one lost secret must not stop the others from being resealed. */
function reseal(ctx: Parts, { key, table }: SealedColumn, row: Row): (Row & { again: Buffer }) | null {
  const ring = ctx.keys[key];
  try {
    return { ...row, again: seal(ring, row.place, unseal(ring, row.place, row.sealed)) };
  } catch {
    ctx.log.error({ table, id: row.id }, 'no key opens a sealed secret');
    return null;
  }
}
