import { sql } from 'kysely';
import type { Reply } from '#contract/endpoint.ts';
import type { listFollows } from '#contract/listings/follows.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import type { Ctx, Db } from '#server/context.ts';
import { currentRules } from '#server/settings/queries.ts';

/** The sellers that this person follows, last followed first, without closed accounts. */
export async function followedSellers(ctx: Ctx, viewer: Viewer): Promise<Reply<typeof listFollows>> {
  type Item = Reply<typeof listFollows>['items'][number];
  const { rows } = await sql<Omit<Item, 'since'> & { created_at: Date }>`
    select u.username::text, u.image, f.created_at, u.state not in ('suspended', 'banned') as available,
      (select count(*) from listings l where l.seller_id = u.id and l.state = 'published'
        and away_until(u.id) is null)::int as "listingsCount"
    from follows f join users u on u.id = f.seller_id
    where f.follower_id = ${viewer.id} and u.state <> 'closed' order by f.id desc`.execute(ctx.db);
  const { max } = (await currentRules(ctx.db)).rules.follows;
  return { items: rows.map(({ created_at, ...row }) => ({ ...row, since: created_at.toISOString() })), max };
}

/** Whether the person follows this seller. */
export async function follows(db: Db, viewer: Viewer, username: string): Promise<boolean> {
  const { rows } = await sql`
    select from follows f join users u on u.id = f.seller_id
    where f.follower_id = ${viewer.id} and u.username = ${username}::citext`.execute(db);
  return rows.length > 0;
}
