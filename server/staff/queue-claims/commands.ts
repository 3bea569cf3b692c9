import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Hold, freeItem, listHolds } from '#contract/staff/queue-claims.ts';
import type { Reply } from '#contract/endpoint.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { holdEvent, holdsChannel } from '#domain/notifications/channels.ts';
import { fail } from '#domain/errors.ts';
import type { HeldQueue } from '#domain/staff/queue-claims.ts';
import type { Ctx, Db, Queryable, Tx } from '#server/context.ts';
import { formatTime } from '#server/formats.ts';
import { currentRules } from '#server/settings/queries.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { examineWithdrawal } from './examination.ts';

/** Whose item it is: whoever has a part in it neither decides nor keeps others from deciding. */
const parties: Record<HeldQueue, (id: number) => RawBuilder<{ involved: number[] }>> = {
  reviews: (id) => sql`select l.seller_id || array(select o.buyer_id from orders o
    where o.listing_id = l.id and o.paid_at is not null) as involved from listings l where l.id = ${id}`,
  withdrawals: (id) => sql`select array[user_id] as involved from withdrawals where id = ${id}`,
  refunds: (id) => ofOrder(sql`refunds`, id),
  complaints: (id) => ofOrder(sql`complaints`, id),
  receipts: (id) => ofOrder(sql`receipts`, id),
};

function ofOrder(table: RawBuilder<unknown>, id: number): RawBuilder<{ involved: number[] }> {
  return sql`select array[o.buyer_id, o.seller_id] as involved from ${table} t join orders o on o.id = t.order_id
    where t.id = ${id}`;
}

interface Row {
  item_id: number;
  username: string;
  holder_id: number;
  since: Date;
  until: Date;
}

const shown = sql`h.item_id, u.username::text, h.holder_id, h.since, h.until
  from holds h join users u on u.id = h.holder_id`;

function presented(row: Row, viewer: Viewer): Hold {
  return {
    id: row.item_id,
    by: row.username,
    mine: row.holder_id === viewer.id,
    since: row.since.toISOString(),
    until: row.until.toISOString(),
  };
}

export async function queueHolds(db: Db, viewer: Viewer, queue: HeldQueue): Promise<Reply<typeof listHolds>> {
  const { rows } = await sql<Row>`
    select ${shown} where h.queue = ${queue} and h.until > market_now() order by h.item_id limit 500`.execute(
    db,
  );
  return { items: rows.map((row) => presented(row, viewer)) };
}

/** Whoever opens an item holds it, unless a colleague does; taking over is said on purpose. */
export async function claim(
  ctx: Ctx,
  viewer: Viewer,
  { queue, id, takeOver }: { queue: HeldQueue; id: number; takeOver?: boolean | undefined },
): Promise<Hold> {
  const { rows } = await parties[queue](id).execute(ctx.db);
  const { involved } = rows[0] ?? fail('not_found');
  if (involved.includes(viewer.id)) fail('own_decision');
  const { holdMs } = (await currentRules(ctx.db)).rules.holds;
  return inTransaction(ctx.db, async (tx) => {
    const before = await holdOn(tx, queue, id);
    const free = !before || before.holder_id === viewer.id;
    if (!free && !takeOver) return presented(before, viewer);
    await sql`
      insert into holds (queue, item_id, holder_id, until)
      values (${queue}, ${id}, ${viewer.id}, market_now() + ${holdMs} * interval '1 millisecond')
      on conflict (queue, item_id) do update set holder_id = excluded.holder_id, until = excluded.until,
        since = case when holds.holder_id = excluded.holder_id and holds.until > market_now()
          then holds.since else excluded.since end
      where holds.holder_id = excluded.holder_id or holds.until <= market_now() or ${takeOver ?? false}`.execute(
      tx,
    );
    if (queue === 'withdrawals') await examineWithdrawal(tx, viewer, id);
    if (before?.holder_id !== viewer.id) await tell(ctx, tx, queue);
    return presented((await holdOn(tx, queue, id))!, viewer);
  });
}

export async function letGo(
  ctx: Ctx,
  viewer: Viewer,
  { queue, id }: { queue: HeldQueue; id: number },
): Promise<Reply<typeof freeItem>> {
  await inTransaction(ctx.db, async (tx) => {
    const { numAffectedRows } = await sql`
      delete from holds where queue = ${queue} and item_id = ${id} and holder_id = ${viewer.id}`.execute(tx);
    if (numAffectedRows) await tell(ctx, tx, queue);
  });
  return { id };
}

/**
 * Called by every decision on an item of a queue: refuses whoever does not hold it while a colleague does, and ends
 * the hold of whoever decides.
 * @throws `held_by_colleague` with who holds it and until when
 */
export async function passHold(
  ctx: Ctx,
  tx: Tx,
  viewer: Viewer,
  queue: HeldQueue,
  id: number,
): Promise<void> {
  const held = await holdOn(tx, queue, id);
  if (!held) return;
  if (held.holder_id !== viewer.id)
    fail('held_by_colleague', {
      detail: `Em análise por @${held.username} até ${formatTime(held.until)}. Assuma a análise para decidir.`,
      meta: { by: held.username, until: held.until.toISOString() },
    });
  await sql`delete from holds where queue = ${queue} and item_id = ${id}`.execute(tx);
  await tell(ctx, tx, queue);
}

/** For queries: whether somebody else holds this item of a queue, so that {@link passHold} refuses the viewer. */
export const heldByAnother = (viewer: Viewer, queue: HeldQueue, id: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from holds h where h.queue = ${queue} and h.item_id = ${id}
    and h.holder_id <> ${viewer.id} and h.until > market_now())`;

async function holdOn(db: Queryable, queue: HeldQueue, id: number): Promise<Row | undefined> {
  const { rows } = await sql<Row>`
    select ${shown} where h.queue = ${queue} and h.item_id = ${id} and h.until > market_now()`.execute(db);
  return rows[0];
}

/** Only that something moved: who may see it asks. */
function tell(ctx: Ctx, tx: Tx, queue: HeldQueue): Promise<void> {
  return ctx.realtime.publish(tx, [{ channels: [holdsChannel], event: holdEvent, data: { queue } }]);
}
