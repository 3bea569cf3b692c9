import { sql } from 'kysely';
import { isStaff } from '#domain/accounts/accounts.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { record } from '#server/events/events.ts';
import type { EventKind } from '#domain/events.ts';
import { endSessions, lockSession } from '#server/http/session.ts';
import { enqueue } from '#server/background/jobs.ts';
import { currentRules } from '#server/settings/queries.ts';
import { securityChangeMail } from './mails.ts';
import type { SecurityChange } from './mails.ts';
import { revokeTrust } from './trusted-devices.ts';

/** The sign-in methods of a person. */
export interface SignInMethods {
  hasPassword: boolean;
  hasIdentity: boolean;
  hasTotp: boolean;
  passkeys: number;
}

/** Reads and locks the person's sign-in methods, so that two concurrent removals cannot remove the last one. */
export async function lockSignInMethods(tx: Tx, viewer: Viewer): Promise<SignInMethods> {
  const { id: userId } = viewer;
  await sql`select from users where id = ${userId} for update`.execute(tx);
  await lockSession(tx, viewer);
  const { rows } = await sql<SignInMethods>`
    select u.password_hash is not null as "hasPassword",
      exists (select from identities i where i.user_id = u.id) as "hasIdentity",
      exists (select from totp_secrets t where t.user_id = u.id and t.confirmed_at is not null) as "hasTotp",
      (select count(*) from passkeys p where p.user_id = u.id)::int as passkeys
    from users u where u.id = ${userId}`.execute(tx);
  return rows[0] ?? fail('unauthenticated');
}

/** Whether the rules require a second factor of this person. */
export async function mustHaveSecondFactor(ctx: Ctx, viewer: Viewer, tx?: Tx): Promise<boolean> {
  return isStaff(viewer.role) && (await currentRules(ctx.db, tx)).rules.security.staffNeedsSecondFactor;
}

/** Refuses staff the removal of their last second factor while the rules require one. */
export async function refuseLastStaffFactor(ctx: Ctx, tx: Tx, viewer: Viewer): Promise<void> {
  if (await mustHaveSecondFactor(ctx, viewer, tx))
    fail('forbidden', {
      detail: 'A equipe precisa de uma segunda etapa. Ative outra antes de desligar esta.',
    });
}

interface Change {
  event: EventKind;
  /** Data of the notice, without secrets. */
  data?: Record<string, unknown>;
  mail: SecurityChange;
  ip: string;
}

/** Records a change of sign-in methods and sends a mail to the owner. */
export async function notifyOwner(ctx: Ctx, tx: Tx, viewer: Viewer, change: Change): Promise<void> {
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
 * Completes adding or removing a second factor: ends every other session, revokes trusted devices, delays withdrawals
 * (§4.10) and notifies the owner.
 */
export async function completeFactorChange(ctx: Ctx, tx: Tx, viewer: Viewer, change: Change): Promise<void> {
  await sql`update users set security_changed_at = market_now() where id = ${viewer.id}`.execute(tx);
  await endSessions(tx, viewer.id, viewer.sessionId);
  await revokeTrust(tx, viewer.id);
  await notifyOwner(ctx, tx, viewer, change);
}
