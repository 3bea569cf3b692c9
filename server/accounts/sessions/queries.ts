import { sql } from 'kysely';
import type { CurrentUser } from '#contract/accounts/accounts.ts';
import type { Role, SessionState } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import type { Queryable } from '#server/context.ts';
import { hasSecondFactor } from '#server/http/session.ts';

/**
 * The signed-in person in the fixed format; `order_pending` is the newest unpaid order, `in_chat` the number of unread
 * support messages. While the second step is missing, address and role are hidden, because the password may be stolen
 * (T44).
 */
export async function currentUser(db: Queryable, userId: number, state: SessionState): Promise<CurrentUser> {
  const { rows } = await sql<UserRow>`
    select id, username::text, email::text, image, role, email_verified_at is not null as email_verified,
      ${hasSecondFactor} as has_second_factor,
      (select o.id from orders o where o.buyer_id = u.id and o.state = 'awaiting_payment'
       order by o.id desc limit 1) as order_pending,
      (select count(*)::int from tickets t join ticket_messages m on m.ticket_id = t.id and m.sequence > t.user_read
        where t.user_id = u.id and t.last_sequence > t.user_read and m.author_side <> 'user') as in_chat
    from users u where id = ${userId}`.execute(db);
  const { role, has_second_factor, ...user } = rows[0] ?? fail('unauthenticated');
  if (state === 'pending')
    return { ...user, ...hidden, email_verified: user.email_verified, twofactor: 'pending' };
  return { ...user, role: { slug: role }, twofactor: has_second_factor ? 'enabled' : 'disabled' };
}

const hidden = {
  email: '',
  image: 'default.png',
  role: { slug: 'user' },
  order_pending: null,
  in_chat: 0,
} as const;

interface UserRow {
  id: number;
  username: string;
  email: string;
  image: string;
  role: Role;
  email_verified: boolean;
  has_second_factor: boolean;
  order_pending: number | null;
  in_chat: number;
}

/** The state of the call's session. */
export async function sessionState(db: Queryable, sessionId: number): Promise<SessionState> {
  const { rows } = await sql<{
    state: SessionState;
  }>`select state from sessions where id = ${sessionId}`.execute(db);
  return (rows[0] ?? fail('unauthenticated')).state;
}
