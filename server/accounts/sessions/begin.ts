import { sql } from 'kysely';
import type { openedSession } from '#contract/accounts/accounts.ts';
import type * as z from 'zod/mini';
import type { Role } from '#domain/accounts/accounts.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { record } from '#server/events/events.ts';
import { recordAccess } from '#server/http/access-records.ts';
import { hasSecondFactor, openSession } from '#server/http/session.ts';
import { recogniseDevice, tellOfNewDevice } from './devices.ts';
import type { Origin } from './devices.ts';
import { currentUser } from './queries.ts';

/** What the person showed to get in. A passkey that verified its person counts as both steps. */
export type FirstFactor = 'registration' | 'password' | 'passkey' | 'identity' | 'password_reset';

interface Person {
  id: number;
  username: string;
  role: Role;
  has_second_factor: boolean;
}

/**
 * Opens a session for a person who showed a first factor; every way in ends here. Where a second factor is enrolled
 * and was not shown, the session waits for it, except on a device the person trusts.
 */
export async function beginSession(
  ctx: Ctx,
  tx: Tx,
  userId: number,
  factor: FirstFactor,
  origin: Origin,
): Promise<z.infer<typeof openedSession>> {
  const { has_second_factor: enrolled, ...person } = await findPerson(tx, userId);
  const device = await recogniseDevice(tx, userId, origin);
  const shown = factor === 'passkey';
  // A mailbox that resets the password must not get past the second step by way of the owner's browser (T43).
  const trusted = device.trusted && factor !== 'password_reset';
  const state = enrolled && !shown && !trusted ? 'pending' : 'active';
  const { ip, userAgent } = origin;
  const session = {
    userId,
    ip,
    userAgent,
    state,
    deviceId: device.id,
    secondFactor: shown,
    registered: factor === 'registration',
  } as const;
  const token = await openSession(tx, session);
  await recordAccess(tx, { userId, action: `sign in by ${factor}`, origin });
  const actor = { ...person, emailVerified: false, sessionId: 0, standing: 'good' } as const;
  if (device.isNew)
    await tellOfNewDevice(ctx, tx, actor, origin, { id: device.id, waits: state === 'pending' });
  // A sign-in that waits is told once its second step was shown.
  if (factor !== 'registration' && state === 'active') {
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

/** Held still first: a second factor that is turned on meanwhile must either see this session or be seen by it. */
async function findPerson(tx: Tx, userId: number): Promise<Person> {
  await sql`select from users where id = ${userId} for share`.execute(tx);
  const { rows } = await sql<Person>`
    select id, username::text, role,
      ${hasSecondFactor} as has_second_factor
    from users u where id = ${userId}`.execute(tx);
  return rows[0]!;
}
