import { sql } from 'kysely';
import { fail } from '#domain/errors.ts';
import type { ReportTarget } from '#domain/community/reports.ts';
import type { Tx } from '#server/context.ts';

export interface Target {
  kind: ReportTarget;
  id: number;
  /** The owner: the seller, the asker, the person, or the author of the rating or message. */
  ownerId: number;
}

/**
 * The reported thing, locked so that its reports are counted one by one. Reportable are public things, questions that
 * the seller can see, and messages of the viewer's orders, which never change and have a single possible reporter.
 */
export async function lockTarget(
  tx: Tx,
  kind: ReportTarget,
  name: string,
  viewerId: number,
): Promise<Target> {
  const { rows } = await finders[kind](name, viewerId).execute(tx);
  const found = rows[0] ?? fail('not_found');
  return { kind, ...found };
}

/** Ids of listings, questions, ratings and messages are numbers; any other text matches nothing. */
const numberOf = (name: string): number => (/^[1-9]\d{0,15}$/.test(name) ? Number(name) : 0);

const finders: Record<
  ReportTarget,
  (name: string, viewerId: number) => ReturnType<typeof sql<{ id: number; ownerId: number }>>
> = {
  listing: (name) => sql`
    select id, seller_id as "ownerId" from listings where id = ${numberOf(name)}
      and state in ('published', 'paused', 'sold_out', 'expired') for no key update`,
  user: (name) => sql`
    select id, id as "ownerId" from users where username = ${name}::citext and state not in ('banned', 'closed')
    for no key update`,
  question: (name, viewerId) => sql`
    select q.id, q.asker_id as "ownerId" from questions q join listings l on l.id = q.listing_id
    where q.id = ${numberOf(name)} and q.state in ('pending', 'answered')
      and (l.state in ('published', 'paused', 'sold_out', 'expired') or l.seller_id = ${viewerId})
    for no key update of q`,
  rating: (name) => sql`
    select id, author_id as "ownerId" from ratings where id = ${numberOf(name)} and state = 'published'
      and removed_at is null for no key update`,
  message: (name, viewerId) => sql`
    select m.id, m.sender_id as "ownerId" from order_messages m join orders o on o.id = m.order_id
    where m.id = ${numberOf(name)} and ${viewerId} in (o.buyer_id, o.seller_id) and m.handling <> 'held'
      and not exists (select from order_message_removals where message_id = m.id)`,
};
