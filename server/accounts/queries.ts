import { sql } from 'kysely';
import type { getUserInfo } from '#contract/accounts/accounts.ts';
import type { Reply } from '#contract/endpoint.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import type { Db } from '#server/context.ts';
import { isRead } from './read-notices.ts';

/**
 * Pending tasks of this person: orders to pay, deliver or confirm, listings to correct, questions to answer, and the
 * nearest deadline.
 */
export async function userInfo(db: Db, viewer: Viewer): Promise<Reply<typeof getUserInfo>> {
  const { rows } = await sql<{
    last_seen_at: Date | null;
    unread_notifications: number;
    pending_actions: number;
    next_deadline: Date | null;
    new_terms: { version: number; starts_at: string; in_force: boolean } | null;
  }>`
    with mine as (
      select due_at from orders where buyer_id = ${viewer.id} and state in ('awaiting_payment', 'delivered')
      union all
      select due_at from orders where seller_id = ${viewer.id} and state in ('paid', 'in_delivery'))
    select u.last_seen_at,
      (select count(*) from notifications n where n.user_id = u.id and not n.read and not ${isRead(viewer)})::int as unread_notifications,
      ((select count(*) from mine)
        + (select count(*) from listings l where l.seller_id = u.id and l.state = 'changes_requested')
        + (select count(*) from listings l join questions q on q.listing_id = l.id
            where l.seller_id = u.id and l.state <> 'removed' and q.state = 'pending'))::int
        as pending_actions,
      (select min(due_at) from mine) as next_deadline,
      (select jsonb_build_object('version', p.version, 'starts_at', p.starts_at,
          'in_force', u.terms_version < terms_in_force())
        from page_texts p where p.slug = 'termos' and p.version > u.terms_version
        order by p.version desc limit 1) as new_terms
    from users u where u.id = ${viewer.id}`.execute(db);
  const { last_seen_at, next_deadline, new_terms, ...counts } = rows[0]!;
  return {
    ...counts,
    new_terms: new_terms && { ...new_terms, starts_at: new Date(new_terms.starts_at).toISOString() },
    last_seen_at: last_seen_at?.toISOString() ?? null,
    next_deadline: next_deadline?.toISOString() ?? null,
  };
}
