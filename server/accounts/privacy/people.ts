import { sql } from 'kysely';
import type { AccountState, Role } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import { isRestricted } from '#server/accounts/limits.ts';
import type { Queryable, Tx } from '#server/context.ts';

export interface Addressee {
  to: string;
  username: string;
}

/** The address for mails about the account; only a proven one, because an unproven one may be a stranger's. */
export async function provenAddress(db: Queryable, userId: number): Promise<Addressee | null> {
  const { rows } = await sql<Addressee>`
    select email::text as to, username::text from users
    where id = ${userId} and email_verified_at is not null`.execute(db);
  return rows[0] ?? null;
}

export interface LockedPerson {
  id: number;
  username: string;
  role: Role;
  state: AccountState;
  /** Whether staff restricted it, also while a closure is pending. */
  restricted: boolean;
}

/**
 * Reads and locks a person's row. No order or withdrawal of the person can be inserted meanwhile, because foreign keys
 * wait for this lock.
 */
export async function lockPerson(tx: Tx, id: number): Promise<LockedPerson> {
  const { rows } = await sql<LockedPerson>`
    select u.id, u.username::text, u.role, u.state, ${isRestricted} as restricted from users u
    where u.id = ${id} for update`.execute(tx);
  return rows[0] ?? fail('not_found');
}
