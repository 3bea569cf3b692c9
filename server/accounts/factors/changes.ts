import { sql } from 'kysely';
import { isStaff } from '#domain/accounts/accounts.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { record } from '#server/events/events.ts';
import type { EventKind } from '#server/events/kinds.ts';
import { endSessions, lockSession } from '#server/http/session.ts';
import { enqueue } from '#server/background/jobs.ts';
import { currentRules } from '#server/settings/queries.ts';
import { securityChangeMail } from './mails.ts';
import type { SecurityChange } from './mails.ts';
import { forgetTrust } from './trusted-devices.ts';

/** The keys a person has. */
export interface Keyring {
  hasPassword: boolean;
  hasIdentity: boolean;
  hasTotp: boolean;
  passkeys: number;
}

/** The person's keys, held still until the transaction ends: two changes at once must not each spare the other's. */
export async function lockKeyring(tx: Tx, viewer: Viewer): Promise<Keyring> {
  const { id: userId } = viewer;
  await sql`select from users where id = ${userId} for update`.execute(tx);
  await lockSession(tx, viewer);
  const { rows } = await sql<Keyring>`
    select u.password_hash is not null as "hasPassword",
      exists (select from identities i where i.user_id = u.id) as "hasIdentity",
      exists (select from totp_secrets t where t.user_id = u.id and t.confirmed_at is not null) as "hasTotp",
      (select count(*) from passkeys p where p.user_id = u.id)::int as passkeys
    from users u where u.id = ${userId}`.execute(tx);
  return rows[0] ?? fail('unauthenticated');
}

/** Whether the rules ask this person for a second factor. */
export async function mustHaveSecondFactor(ctx: Ctx, viewer: Viewer, tx?: Tx): Promise<boolean> {
  return isStaff(viewer.role) && (await currentRules(ctx.db, tx)).rules.security.staffNeedsSecondFactor;
}

/** Staff may not take off their last second factor while the rules ask for one. */
export async function refuseStaffWithout(ctx: Ctx, tx: Tx, viewer: Viewer): Promise<void> {
  if (await mustHaveSecondFactor(ctx, viewer, tx))
    fail('forbidden', {
      detail: 'A equipe precisa de uma segunda etapa. Ative outra antes de desligar esta.',
    });
}

interface Change {
  event: EventKind;
  /** Told by the notice; never secrets. */
  data?: Record<string, unknown>;
  mail: SecurityChange;
  ip: string;
}

/** Records a change of keys and writes to the owner. */
export async function tellOwner(ctx: Ctx, tx: Tx, viewer: Viewer, change: Change): Promise<void> {
  const { event, data, mail, ip } = change;
  await record(tx, {
    kind: event,
    actor: viewer,
    subject: { kind: 'user', id: viewer.id },
    ...(data && { data }),
    ip,
  });
  const { rows } = await sql<{ email: string; username: string }>`
    select email::text, username::text from users where id = ${viewer.id}`.execute(tx);
  const { email, username } = rows[0]!;
  const url = `${ctx.config.publicUrl}/conta/seguranca`;
  await enqueue(tx, 'mail.send', securityChangeMail({ to: email, username, change: mail, url }));
}

/**
 * A second factor came or went: every other session ends, no device is trusted any more, withdrawals wait (§4.10) and
 * the owner is told.
 */
export async function secondFactorsChanged(ctx: Ctx, tx: Tx, viewer: Viewer, change: Change): Promise<void> {
  await sql`update users set security_changed_at = market_now() where id = ${viewer.id}`.execute(tx);
  await endSessions(tx, viewer.id, viewer.sessionId);
  await forgetTrust(tx, viewer.id);
  await tellOwner(ctx, tx, viewer, change);
}
