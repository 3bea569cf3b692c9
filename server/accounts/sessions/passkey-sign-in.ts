import { sql } from 'kysely';
import type { Body, Reply } from '#contract/endpoint.ts';
import type { createPasskeySession } from '#contract/accounts/sessions.ts';
import { fail } from '#domain/errors.ts';
import type { Ctx } from '#server/context.ts';
import { checkAssertion, usePasskey } from '#server/accounts/factors/passkeys.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { beginSession } from './begin.ts';
import type { Origin } from './devices.ts';

/** Signs in by a passkey that knows whose it is. It verified its person, so nothing more is asked. */
export async function signInByPasskey(
  ctx: Ctx,
  answer: Body<typeof createPasskeySession>,
  origin: Origin,
): Promise<Reply<typeof createPasskeySession>> {
  const shown = await checkAssertion(ctx, null, answer);
  return inTransaction(ctx.db, async (tx) => {
    // The person first, then the key: a proof of the address that removes the key does it in the same order.
    await sql`select from users where id = ${shown.userId} for share`.execute(tx);
    await usePasskey(tx, shown);
    const { rows } = await sql<{ banned: boolean }>`
      select state = 'banned' as banned from users where id = ${shown.userId}`.execute(tx);
    if (rows[0]!.banned) fail('account_banned');
    return beginSession(ctx, tx, shown.userId, 'passkey', origin);
  });
}
