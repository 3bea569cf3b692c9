import { sql } from 'kysely';
import type { Body, Reply } from '#contract/endpoint.ts';
import type { register } from '#contract/accounts/accounts.ts';
import { errorTable, fail } from '#domain/errors.ts';
import type { Ctx, Queryable, Tx } from '#server/context.ts';
import { record } from '#server/events/events.ts';
import { beginSession } from '#server/accounts/sessions/begin.ts';
import type { Origin } from '#server/accounts/sessions/devices.ts';
import { hashPassword } from '#server/accounts/sessions/passwords.ts';
import { refuseWeakPassword } from '#server/accounts/sessions/weak-passwords.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { recordConsents } from './consents.ts';
import { dropOtherClaims, isProvenByAnother, lockAddress } from './documents/claims.ts';
import { mailConfirmation } from './contact/confirmations.ts';
import { takenUsernames } from './usernames.ts';

/**
 * Creates the account, signs it in and sends a mail. An address that already has an owner is not refused and costs the
 * same work: only the mail differs, and only the owner reads it (T37, T38, ADR 12).
 */
export async function registerAccount(
  ctx: Ctx,
  input: Body<typeof register>,
  origin: Origin,
): Promise<Reply<typeof register>> {
  await refuseTakenName(ctx.db, input.username);
  await refuseWeakPassword(input.password, input);
  const passwordHash = await hashPassword(input.password);
  return inTransaction(ctx.db, async (tx) => {
    const id = await createAccount(ctx, tx, { ...input, passwordHash, emailProven: false }, origin.ip);
    return beginSession(ctx, tx, id, 'registration', origin);
  });
}

export interface NewAccount {
  username: string;
  email: string;
  /** Null for an account that only signs in by a provider. */
  passwordHash: string | null;
  /** Whether a trusted provider confirmed the address. */
  emailProven: boolean;
}

/**
 * Inserts the account with its consents, event and confirmation mail.
 * @throws username_taken, also when a concurrent request takes the name; link_required when a proven address already has
 *   another owner
 */
export async function createAccount(
  ctx: Pick<Ctx, 'db' | 'config' | 'keys'>,
  tx: Tx,
  account: NewAccount,
  ip: string,
): Promise<number> {
  await lockAddress(tx, account.email);
  if (account.emailProven && (await isProvenByAnother(tx, { userId: 0, email: account.email })))
    fail('link_required');
  const id = (await insertUser(tx, account)) ?? failUsernameTaken();
  await recordConsents(tx, id, ip);
  const subject = { kind: 'user', id } as const;
  await record(tx, { kind: 'account.registered', actor: null, subject, ip });
  if (account.emailProven) await dropOtherClaims(tx, { userId: id, email: account.email });
  else await mailConfirmation(ctx, tx, { id, username: account.username, email: account.email });
  return id;
}

export async function refuseTakenName(db: Queryable, username: string): Promise<void> {
  if ((await takenUsernames(db, [username])).has(username)) failUsernameTaken();
}

function failUsernameTaken(): never {
  return fail('username_taken', { errors: { username: errorTable.username_taken[1] } });
}

async function insertUser(tx: Tx, account: NewAccount): Promise<number | null> {
  const { username, email, passwordHash, emailProven } = account;
  const { rows } = await sql<{ id: number }>`
    insert into users (username, email, password_hash, terms_accepted_at, email_verified_at)
    values (${username}, ${email}, ${passwordHash}, market_now(), ${emailProven ? sql`market_now()` : null})
    on conflict do nothing returning id`.execute(tx);
  return rows[0]?.id ?? null;
}
