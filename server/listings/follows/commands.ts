import { sql } from 'kysely';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { currentRules } from '#server/settings/queries.ts';
import { inTransaction } from '#server/database/transaction.ts';

/** Follows a seller (F12). A seller already followed changes nothing. */
export async function followSeller(ctx: Ctx, viewer: Viewer, username: string): Promise<void> {
  const { max } = (await currentRules(ctx.db)).rules.follows;
  await inTransaction(ctx.db, async (tx) => {
    const sellerId = await sellerOf(tx, username);
    if (sellerId === viewer.id) fail('forbidden', { detail: 'Você não pode seguir a si mesmo.' });
    // Locks the person, so that concurrent requests cannot exceed the limit.
    await sql`select from users where id = ${viewer.id} for no key update`.execute(tx);
    const { rows } = await sql<{ count: number; following: boolean }>`
      select count(*)::int, coalesce(bool_or(seller_id = ${sellerId}), false) as following
      from follows where follower_id = ${viewer.id}`.execute(tx);
    const { count, following } = rows[0]!;
    if (following) return;
    if (count >= max)
      fail('limit_reached', {
        detail: `Você já segue ${max} pessoas. Deixe de seguir uma para seguir outra.`,
      });
    await sql`insert into follows (follower_id, seller_id) values (${viewer.id}, ${sellerId})`.execute(tx);
  });
}

async function sellerOf(tx: Tx, username: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select id from users where username = ${username}::citext
      and state not in ('suspended', 'banned', 'closed')`.execute(tx);
  return (rows[0] ?? fail('not_found')).id;
}

/** Stops following a seller, if followed. */
export async function unfollowSeller(ctx: Ctx, viewer: Viewer, username: string): Promise<void> {
  await sql`delete from follows f using users u where f.follower_id = ${viewer.id} and u.id = f.seller_id
    and u.username = ${username}::citext`.execute(ctx.db);
}
