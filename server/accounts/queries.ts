import { sql } from 'kysely';
import type { getProfile, getUserInfo } from '#contract/accounts.ts';
import type { Reply } from '#contract/endpoint.ts';
import type { Viewer } from '#domain/accounts.ts';
import { usernamePattern } from '#domain/accounts.ts';
import { fail } from '#domain/errors.ts';
import type { Db } from '#server/context.ts';

/** What waits for this person: orders to pay, deliver or confirm, listings to mend, and the nearest deadline. */
export async function userInfo(db: Db, viewer: Viewer): Promise<Reply<typeof getUserInfo>> {
  const { rows } = await sql<{
    last_seen_at: Date | null;
    unread_notifications: number;
    pending_actions: number;
    next_deadline: Date | null;
  }>`
    with mine as (
      select due_at from orders where buyer_id = ${viewer.id} and state in ('awaiting_payment', 'delivered')
      union all
      select due_at from orders where seller_id = ${viewer.id} and state in ('paid', 'in_delivery'))
    select u.last_seen_at,
      (select count(*) from notifications n where n.user_id = u.id and not n.read)::int as unread_notifications,
      ((select count(*) from mine)
        + (select count(*) from listings l where l.seller_id = u.id and l.state = 'changes_requested'))::int
        as pending_actions,
      (select min(due_at) from mine) as next_deadline
    from users u where u.id = ${viewer.id}`.execute(db);
  const { last_seen_at, next_deadline, ...counts } = rows[0]!;
  return {
    ...counts,
    last_seen_at: last_seen_at?.toISOString() ?? null,
    next_deadline: next_deadline?.toISOString() ?? null,
  };
}

/** A person as the public sees them. */
export async function profile(db: Db, username: string): Promise<Reply<typeof getProfile>> {
  const name = username.toLowerCase();
  if (!usernamePattern.test(name)) fail('not_found');
  const { rows } = await sql<{
    username: string;
    image: string;
    bio: string;
    city: string;
    created_at: Date;
    sales: number;
    listings: number;
    email_verified: boolean;
  }>`
    select username::text, image, bio, city, created_at, email_verified_at is not null as email_verified,
      (select count(*) from orders o where o.seller_id = u.id and o.state = 'completed')::int as sales,
      (select count(*) from listings l where l.seller_id = u.id and l.state = 'published')::int as listings
    from users u where username = ${name}::citext`.execute(db);
  const { created_at, sales, listings, email_verified, ...person } = rows[0] ?? fail('not_found');
  return {
    ...person,
    memberSince: created_at.toISOString(),
    salesCount: sales,
    listingsCount: listings,
    emailVerified: email_verified,
  };
}
