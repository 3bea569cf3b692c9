import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Claim, releaseItem, listClaims } from '#contract/staff/queue-claims.ts';
import type { Reply } from '#contract/endpoint.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { claimEvent, claimsChannel } from '#domain/notifications/channels.ts';
import { fail } from '#domain/errors.ts';
import type { ClaimQueue } from '#domain/staff/queue-claims.ts';
import type { Ctx, Db, Queryable, Tx } from '#server/context.ts';
import { formatTime } from '#server/formats.ts';
import { currentRules } from '#server/settings/queries.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { examineWithdrawal } from './examination.ts';

/** The users involved in an item; they can neither decide nor claim it. */
const involvedInItem: Record<ClaimQueue, (id: number) => RawBuilder<{ involved: number[] }>> = {
  reviews: (id) => sql`select l.seller_id || array(select o.buyer_id from orders o
    where o.listing_id = l.id and o.paid_at is not null) as involved from listings l where l.id = ${id}`,
  withdrawals: (id) => sql`select array[user_id] as involved from withdrawals where id = ${id}`,
  refunds: (id) => involvedInOrder(sql`refunds`, id),
  complaints: (id) => involvedInOrder(sql`complaints`, id),
  receipts: (id) => involvedInOrder(sql`receipts`, id),
};

function involvedInOrder(table: RawBuilder<unknown>, id: number): RawBuilder<{ involved: number[] }> {
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

const claimRows = sql`h.item_id, u.username::text, h.holder_id, h.since, h.until
  from queue_claims h join users u on u.id = h.holder_id`;

function present(row: Row, viewer: Viewer): Claim {
  return {
    id: row.item_id,
    by: row.username,
    mine: row.holder_id === viewer.id,
    since: row.since.toISOString(),
    until: row.until.toISOString(),
  };
}

export async function listQueueClaims(
  db: Db,
  viewer: Viewer,
  queue: ClaimQueue,
): Promise<Reply<typeof listClaims>> {
  const { rows } = await sql<Row>`
    select ${claimRows} where h.queue = ${queue} and h.until > market_now() order by h.item_id limit 500`.execute(
    db,
  );
  return { items: rows.map((row) => present(row, viewer)) };
}

/** Claims an item or renews the claim. A colleague's claim is returned unchanged unless `takeOver` is set. */
export async function claimItem(
  ctx: Ctx,
  viewer: Viewer,
  { queue, id, takeOver }: { queue: ClaimQueue; id: number; takeOver?: boolean | undefined },
): Promise<Claim> {
  const { rows } = await involvedInItem[queue](id).execute(ctx.db);
  const { involved } = rows[0] ?? fail('not_found');
  if (involved.includes(viewer.id)) fail('own_decision');
  const { holdMs } = (await currentRules(ctx.db)).rules.holds;
  return inTransaction(ctx.db, async (tx) => {
    const before = await findClaim(tx, queue, id);
    const free = !before || before.holder_id === viewer.id;
    if (!free && !takeOver) return present(before, viewer);
    await sql`
      insert into queue_claims (queue, item_id, holder_id, until)
      values (${queue}, ${id}, ${viewer.id}, market_now() + ${holdMs} * interval '1 millisecond')
      on conflict (queue, item_id) do update set holder_id = excluded.holder_id, until = excluded.until,
        since = case when queue_claims.holder_id = excluded.holder_id and queue_claims.until > market_now()
          then queue_claims.since else excluded.since end
      where queue_claims.holder_id = excluded.holder_id or queue_claims.until <= market_now() or ${takeOver ?? false}`.execute(
      tx,
    );
    if (queue === 'withdrawals') await examineWithdrawal(tx, viewer, id);
    if (before?.holder_id !== viewer.id) await publishChange(ctx, tx, queue);
    return present((await findClaim(tx, queue, id))!, viewer);
  });
}

export async function releaseClaim(
  ctx: Ctx,
  viewer: Viewer,
  { queue, id }: { queue: ClaimQueue; id: number },
): Promise<Reply<typeof releaseItem>> {
  await inTransaction(ctx.db, async (tx) => {
    const { numAffectedRows } = await sql`
      delete from queue_claims where queue = ${queue} and item_id = ${id} and holder_id = ${viewer.id}`.execute(
      tx,
    );
    if (numAffectedRows) await publishChange(ctx, tx, queue);
  });
  return { id };
}

/**
 * Called by every decision on an item of a queue: refuses it while a colleague has claimed the item, and ends the
 * viewer's own claim.
 * @throws `held_by_colleague` with the colleague's name and the end of the claim
 */
export async function consumeClaim(
  ctx: Ctx,
  tx: Tx,
  viewer: Viewer,
  queue: ClaimQueue,
  id: number,
): Promise<void> {
  const claim = await findClaim(tx, queue, id);
  if (!claim) return;
  if (claim.holder_id !== viewer.id)
    fail('held_by_colleague', {
      detail: `Em análise por @${claim.username} até ${formatTime(claim.until)}. Assuma a análise para decidir.`,
      meta: { by: claim.username, until: claim.until.toISOString() },
    });
  await sql`delete from queue_claims where queue = ${queue} and item_id = ${id}`.execute(tx);
  await publishChange(ctx, tx, queue);
}

/** SQL condition: a colleague has claimed this item, so {@link consumeClaim} would refuse the viewer. */
export const claimedByColleague = (viewer: Viewer, queue: ClaimQueue, id: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from queue_claims h where h.queue = ${queue} and h.item_id = ${id}
    and h.holder_id <> ${viewer.id} and h.until > market_now())`;

async function findClaim(db: Queryable, queue: ClaimQueue, id: number): Promise<Row | undefined> {
  const { rows } = await sql<Row>`
    select ${claimRows} where h.queue = ${queue} and h.item_id = ${id} and h.until > market_now()`.execute(
    db,
  );
  return rows[0];
}

/** Publishes only that a queue changed; the dashboard then reads it again. */
function publishChange(ctx: Ctx, tx: Tx, queue: ClaimQueue): Promise<void> {
  return ctx.realtime.publish(tx, [{ channels: [claimsChannel], event: claimEvent, data: { queue } }]);
}
