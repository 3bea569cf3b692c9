import { sql } from 'kysely';
import type { Body, Reply } from '#contract/endpoint.ts';
import type { createPasskeySession } from '#contract/accounts/sessions.ts';
import type { Ctx } from '#server/context.ts';
import { checkAssertion, recordPasskeyUse } from '#server/accounts/factors/passkeys.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { beginSession } from './begin.ts';
import type { Origin } from './devices.ts';
import { refuseClosedAccount } from './banned.ts';

/** Signs in by a discoverable passkey. It verifies the user, so no second step follows. */
export async function signInByPasskey(
  ctx: Ctx,
  answer: Body<typeof createPasskeySession>,
  origin: Origin,
): Promise<Reply<typeof createPasskeySession>> {
  const shown = await checkAssertion(ctx, null, answer);
  return inTransaction(ctx.db, async (tx) => {
    // Locks the person before the passkey, in the same order as a proof of the address that removes it.
    await sql`select from users where id = ${shown.userId} for share`.execute(tx);
    await recordPasskeyUse(tx, shown);
    const { rows } = await sql<{ banned: boolean }>`
      select state = 'banned' as banned from users where id = ${shown.userId}`.execute(tx);
    if (rows[0]!.banned) await refuseClosedAccount(ctx, tx, shown.userId);
    return beginSession(ctx, tx, shown.userId, 'passkey', origin);
  });
}
