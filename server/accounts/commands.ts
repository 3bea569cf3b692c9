import { sql } from 'kysely';
import type { Body, Reply } from '#contract/endpoint.ts';
import type { register } from '#contract/accounts.ts';
import { fail } from '#domain/errors.ts';
import type { FieldErrors } from '#domain/errors.ts';
import type { Ctx, Queryable, Tx } from '#server/context.ts';
import { record } from '#server/events.ts';
import { beginSession } from '#server/sessions/begin.ts';
import type { Origin } from '#server/sessions/begin.ts';
import { hashPassword } from '#server/sessions/passwords.ts';
import { inTransaction } from '#server/transaction.ts';
import { mailConfirmation } from './confirmations.ts';
import { takenUsernames } from './usernames.ts';

/** Creates the account, signs it in and mails the confirmation link. */
export async function registerAccount(
  ctx: Ctx,
  input: Body<typeof register>,
  origin: Origin,
): Promise<Reply<typeof register>> {
  await refuseTaken(ctx.db, input);
  const passwordHash = await hashPassword(input.password);
  return inTransaction(ctx.db, async (tx) => {
    const id = await insertUser(tx, { ...input, passwordHash });
    if (id === null) {
      // Somebody took the name or the address while the password was being hashed.
      await refuseTaken(tx, input);
      fail('unavailable');
    }
    await mailConfirmation(ctx, tx, { id, username: input.username, email: input.email });
    await record(tx, {
      kind: 'account.registered',
      actor: null,
      subject: { kind: 'user', id },
      ip: origin.ip,
    });
    return beginSession(ctx, tx, id, 'registration', origin);
  });
}

async function refuseTaken(db: Queryable, input: { email: string; username: string }): Promise<void> {
  const { rows } = await sql<{ email: boolean }>`
    select exists (select from users where email = ${input.email}::citext) as email`.execute(db);
  const names = await takenUsernames(db, [input.username]);
  const taken = { email: rows[0]!.email, username: names.has(input.username) };
  const errors: FieldErrors = {};
  if (taken.email) errors.email = 'Já existe uma conta com este e-mail. Entre nela ou use outro.';
  if (taken.username) errors.username = 'Este nome de usuário já existe. Escolha outro.';
  if (taken.email) fail('email_taken', { errors });
  if (taken.username) fail('username_taken', { errors });
}

async function insertUser(
  tx: Tx,
  user: { username: string; email: string; passwordHash: string },
): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    insert into users (username, email, password_hash, terms_accepted_at)
    values (${user.username}, ${user.email}, ${user.passwordHash}, market_now())
    on conflict do nothing returning id`.execute(tx);
  return rows[0]?.id ?? null;
}
