import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { ShippingProvider, TrackedLabel } from '#server/adapters/shipping/shipping-provider.ts';
import type { Sweep } from '#server/background/worker.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { ClosedOrder } from '#server/orders/closing.ts';

/** Minutes between two questions to a carrier about one parcel, and the longest pause after failures. */
export const checkMinutes = 30;
const maxPauseMinutes = 6 * 60;
/** Parcels that one run asks about, one after the other. */
const batch = 20;

/** A table of parcels with labels of the site, on their way there or back. */
interface LabelTable {
  name: 'shipments' | 'returns';
  key: 'order_id' | 'id';
}

export interface DueParcel {
  id: number;
  label_id: string;
  /** The time at which it was to be asked about; null when it is asked about anyway. */
  due_at: string | null;
}

interface Follower {
  name: string;
  /** The rows of the table that are followed at all. */
  which: RawBuilder<unknown>;
  /** Stores what the carrier says of one parcel, and when it is asked next unless a notice came meanwhile. */
  apply: (ctx: Ctx, tx: Tx, parcel: DueParcel, tracked: TrackedLabel) => Promise<ClosedOrder>;
}

/** Asks carriers what happened to the parcels whose time it is; a webhook makes a parcel due at once. */
export function followLabels(table: LabelTable, { name, which, apply }: Follower): Sweep {
  async function follow(ctx: Ctx, provider: ShippingProvider, parcel: DueParcel): Promise<void> {
    const tracked = await provider.track(parcel.label_id).catch((error: unknown) => {
      ctx.log.warn({ err: error, [table.name]: parcel.id }, 'the carrier said nothing about a parcel');
      return null;
    });
    if (!tracked) return postponeCheck(ctx, table, parcel);
    const { notifyProvider } = await inTransaction(ctx.db, (tx) => apply(ctx, tx, parcel, tracked));
    await notifyProvider(ctx);
  }
  const due = sql`next_check_at <= market_now() and ${which}`;
  return sweepOf(table, { name, everyMs: 2_000, due, orderBy: 'next_check_at', work: follow });
}

/** Cancels the labels of parcels that are not sent, so that the carrier gives the money back. */
export function cancelLabels(table: LabelTable, { name, which }: Omit<Follower, 'apply'>): Sweep {
  async function cancel(ctx: Ctx, provider: ShippingProvider, parcel: DueParcel): Promise<void> {
    try {
      await provider.cancel(parcel.label_id);
      await sql`update ${sql.table(table.name)} set label_cancelled_at = market_now(), next_check_at = null
        where ${sql.ref(table.key)} = ${parcel.id}`.execute(ctx.db);
    } catch (error) {
      ctx.log.warn({ err: error, [table.name]: parcel.id }, 'a label could not be cancelled');
      await sql`update ${sql.table(table.name)} set failed_checks = least(failed_checks + 1, 1000),
          next_check_at = market_now() + ${checkMinutes} * interval '1 minute'
        where ${sql.ref(table.key)} = ${parcel.id}`.execute(ctx.db);
    }
  }
  const due = sql`${which} and label_cancelled_at is null and coalesce(next_check_at, market_now()) <= market_now()`;
  return sweepOf(table, { name, everyMs: 10_000, due, orderBy: table.key, work: cancel });
}

interface LabelSweep {
  name: string;
  everyMs: number;
  due: RawBuilder<unknown>;
  orderBy: string;
  work: (ctx: Ctx, provider: ShippingProvider, parcel: DueParcel) => Promise<void>;
}

function sweepOf(table: LabelTable, { name, everyMs, due, orderBy, work }: LabelSweep): Sweep {
  return {
    name,
    everyMs,
    batch,
    async run(ctx) {
      const provider = ctx.shipping;
      if (!provider) return 0;
      const { rows } = await sql<DueParcel>`
        select ${sql.ref(table.key)} as id, label_id, next_check_at::text as due_at
        from ${sql.table(table.name)}
        where label_id is not null and ${due} order by ${sql.ref(orderBy)} limit ${batch}`.execute(ctx.db);
      for (const parcel of rows) await work(ctx, provider, parcel);
      return rows.length;
    },
  };
}

async function postponeCheck(ctx: Ctx, table: LabelTable, { id, due_at }: DueParcel): Promise<void> {
  await sql`update ${sql.table(table.name)} set failed_checks = least(failed_checks + 1, 1000),
      next_check_at = market_now() + least(${checkMinutes} * (failed_checks + 1), ${maxPauseMinutes}) * interval '1 minute'
    where ${sql.ref(table.key)} = ${id} and next_check_at = ${due_at}::timestamptz`.execute(ctx.db);
}
