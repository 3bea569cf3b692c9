import { sql } from 'kysely';
import type { newSession } from '#contract/accounts/accounts.ts';
import type * as z from 'zod/mini';
import type { Role } from '#domain/accounts/accounts.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { record } from '#server/events/events.ts';
import { recordAccess } from '#server/http/access-records.ts';
import { hasSecondFactor, openSession } from '#server/http/session.ts';
import { recogniseDevice, notifyNewDevice } from './devices.ts';
import type { Origin } from './devices.ts';
import { currentUser } from './queries.ts';

/** The first factor of a sign-in. A passkey with user verification counts as both steps. */
export type FirstFactor = 'registration' | 'password' | 'passkey' | 'identity' | 'password_reset';

interface Person {
  id: number;
  username: string;
  role: Role;
  has_second_factor: boolean;
}

/**
 * Opens a session for a person who showed a first factor; every kind of sign-in uses it. If a second factor is enrolled
 * and was not shown, the session is pending, except on a trusted device.
 */
export async function beginSession(
  ctx: Ctx,
  tx: Tx,
  userId: number,
  factor: FirstFactor,
  origin: Origin,
): Promise<z.infer<typeof newSession>> {
  const { has_second_factor: enrolled, ...person } = await findPerson(tx, userId);
  const device = await recogniseDevice(tx, userId, origin);
  const shown = factor === 'passkey';
  // A password reset must not skip the second step through a trusted browser of the owner (T43).
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
    await notifyNewDevice(ctx, tx, actor, origin, { id: device.id, waits: state === 'pending' });
  // A pending sign-in is recorded after its second step.
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

/** Reads and locks the person, so that a second factor turned on concurrently applies to this session. */
async function findPerson(tx: Tx, userId: number): Promise<Person> {
  await sql`select from users where id = ${userId} for share`.execute(tx);
  const { rows } = await sql<Person>`
    select id, username::text, role,
      ${hasSecondFactor} as has_second_factor
    from users u where id = ${userId}`.execute(tx);
  return rows[0]!;
}
