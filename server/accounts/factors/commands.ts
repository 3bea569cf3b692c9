import { sql } from 'kysely';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import type { Ctx } from '#server/context.ts';
import { markProved } from '#server/http/session.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { lockSignInMethods, refuseLastStaffFactor, completeFactorChange, notifyOwner } from './changes.ts';
import { deleteRecoveryCodes, replaceRecoveryCodes } from './recovery-codes.ts';
import { newSecret, sealSecret, consumeTotp, totpUri } from './totp.ts';

/** A new secret for an authenticator app. It replaces an unconfirmed one and is returned only once (T47). */
export async function beginTotp(ctx: Ctx, viewer: Viewer): Promise<{ secret: string; uri: string }> {
  const secret = newSecret();
  const { rows } = await sql`insert into totp_secrets (user_id, secret_sealed, session_id)
    values (${viewer.id}, ${sealSecret(ctx, viewer.id, secret)}, ${viewer.sessionId})
    on conflict (user_id) do update set secret_sealed = excluded.secret_sealed, last_step = 0,
      session_id = excluded.session_id,
      created_at = market_now() where totp_secrets.confirmed_at is null
    returning 1 as begun`.execute(ctx.db);
  if (rows.length === 0)
    fail('already_requested', { detail: 'O aplicativo autenticador já está ativado nesta conta.' });
  return { secret, uri: totpUri(secret, viewer.username) };
}

/** Confirms the app by a right code and returns the recovery codes. */
export async function confirmTotp(
  ctx: Ctx,
  viewer: Viewer,
  code: string,
  ip: string,
): Promise<{ recoveryCodes: string[] }> {
  return inTransaction(ctx.db, async (tx) => {
    await lockSignInMethods(tx, viewer);
    const { rows } = await sql`select from totp_secrets
      where user_id = ${viewer.id} and confirmed_at is null`.execute(tx);
    if (rows.length === 0) fail('not_found', { detail: 'Comece de novo: peça outro código QR.' });
    if (!(await consumeTotp(ctx, tx, viewer.id, code, false))) fail('wrong_code');
    await sql`update totp_secrets set confirmed_at = market_now(), session_id = ${viewer.sessionId}
      where user_id = ${viewer.id}`.execute(tx);
    const recoveryCodes = await replaceRecoveryCodes(ctx, tx, viewer.id);
    await markProved(tx, viewer.sessionId, true);
    await completeFactorChange(ctx, tx, viewer, {
      event: 'account.second_factor_enabled',
      mail: { kind: 'totp_on' },
      ip,
    });
    return { recoveryCodes };
  });
}

/** Removes the app; removing the last second factor also deletes the recovery codes. */
export async function removeTotp(ctx: Ctx, viewer: Viewer, ip: string): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const keyring = await lockSignInMethods(tx, viewer);
    if (!keyring.hasTotp) fail('not_found');
    if (keyring.passkeys === 0) {
      await refuseLastStaffFactor(ctx, tx, viewer);
      await deleteRecoveryCodes(tx, viewer.id);
    }
    await sql`delete from totp_secrets where user_id = ${viewer.id}`.execute(tx);
    await completeFactorChange(ctx, tx, viewer, {
      event: 'account.second_factor_disabled',
      mail: { kind: 'totp_off' },
      ip,
    });
  });
}

/** Ten new recovery codes. */
export async function renewRecoveryCodes(
  ctx: Ctx,
  viewer: Viewer,
  ip: string,
): Promise<{ recoveryCodes: string[] }> {
  return inTransaction(ctx.db, async (tx) => {
    const keyring = await lockSignInMethods(tx, viewer);
    if (!keyring.hasTotp && keyring.passkeys === 0) fail('second_factor_required');
    const recoveryCodes = await replaceRecoveryCodes(ctx, tx, viewer.id);
    await notifyOwner(ctx, tx, viewer, {
      event: 'account.recovery_codes_renewed',
      mail: { kind: 'codes_renewed' },
      ip,
    });
    return { recoveryCodes };
  });
}
