import { sql } from 'kysely';
import type { Queryable, Tx } from '#server/context.ts';
import { record } from '#server/events/events.ts';
import { endSessions } from '#server/http/session.ts';

/** An account and the address that it claims. */
export interface Claim {
  userId: number;
  email: string;
}

/**
 * After an account proved the address: other accounts that only claimed it lose it, with their sessions. Such an account
 * continues with an address that no mail can be sent to (T50, ADR 12).
 */
export async function dropOtherClaims(tx: Tx, { userId, email }: Claim): Promise<void> {
  await lockAddress(tx, email);
  const { rows } = await sql<{ id: number }>`
    update users set email = 'liberado-' || id || '@sem-email.invalid'
    where email = ${email}::citext and id <> ${userId} and email_verified_at is null returning id`.execute(
    tx,
  );
  for (const { id } of rows) {
    await endSessions(tx, id);
    await voidSecrets(tx, id);
    const subject = { kind: 'user', id } as const;
    await record(tx, { kind: 'account.claim_dropped', actor: null, subject });
  }
}

/** Serializes registrations and proofs of one address, so that a proof removes every concurrent claim. */
export async function lockAddress(tx: Tx, email: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('address:' || lower(${email}), 0))`.execute(tx);
}

/** Whether another account has proven the address. */
export async function isProvenByAnother(db: Queryable, { userId, email }: Claim): Promise<boolean> {
  const { rows } = await sql<{ proven: boolean }>`
    select exists (select from users where email = ${email}::citext and id <> ${userId}
      and email_verified_at is not null) as proven`.execute(db);
  return rows[0]!.proven;
}

/** Deletes the unused links and codes that were mailed to an account. */
async function voidSecrets(tx: Tx, userId: number): Promise<void> {
  await sql`delete from one_time_secrets where user_id = ${userId} and used_at is null`.execute(tx);
}
