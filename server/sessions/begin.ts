import { sql } from 'kysely';
import type { openedSession } from '#contract/accounts.ts';
import type * as z from 'zod/mini';
import type { Ctx, Tx } from '#server/context.ts';
import { record } from '#server/events.ts';
import type { Cookies } from '#server/http/cookies.ts';
import { recordAccess } from '#server/http/access-records.ts';
import type { AccessOrigin } from '#server/http/access-records.ts';
import { openSession } from '#server/http/session.ts';
import { currentUser } from './queries.ts';

/** Where a request came from, kept with its session so that the owner can recognise it. */
export interface Origin extends AccessOrigin {
  userAgent: string;
  cookies: Cookies;
}

/** What the person showed to get in. A passkey that verified its person counts as both steps (facts.md §7.3). */
export type FirstFactor = 'registration' | 'password' | 'passkey' | 'identity' | 'password_reset';

interface Person {
  id: number;
  username: string;
  role: 'user' | 'support' | 'admin';
  has_second_factor: boolean;
}

/**
 * Opens a session for a person who showed a first factor; every way in ends here. Where a second factor is enrolled
 * and was not shown, the session waits for it.
 */
export async function beginSession(
  ctx: Ctx,
  tx: Tx,
  userId: number,
  factor: FirstFactor,
  origin: Origin,
): Promise<z.infer<typeof openedSession>> {
  const { rows } = await sql<Person>`
    select id, username::text, role,
      (exists (select from totp_secrets t where t.user_id = u.id and t.confirmed_at is not null)
        or exists (select from passkeys p where p.user_id = u.id)) as has_second_factor
    from users u where id = ${userId}`.execute(tx);
  const person = rows[0]!;
  const shown = factor === 'passkey';
  const state = person.has_second_factor && !shown ? 'pending' : 'active';
  const { ip, userAgent } = origin;
  const token = await openSession(tx, { userId, ip, userAgent, state, secondFactor: shown });
  await recordAccess(tx, { userId, action: `sign in by ${factor}`, origin });
  if (factor !== 'registration') {
    const actor = { ...person, emailVerified: false, sessionId: 0, standing: 'good' } as const;
    await record(tx, {
      kind: 'account.signed_in',
      actor,
      subject: { kind: 'user', id: userId },
      data: { factor },
      ip,
    });
  }
  return { token, user: await currentUser(tx, userId, state) };
}
