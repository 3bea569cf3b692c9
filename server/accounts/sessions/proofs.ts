import { sql } from 'kysely';
import type { Reply } from '#contract/endpoint.ts';
import type { createProof, Proof } from '#contract/accounts/sessions.ts';
import type { ProofMethod, SessionState, Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import type { ErrorCode } from '#domain/errors.ts';
import { isSecondFactor } from '#domain/accounts/proofs.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { record } from '#server/events/events.ts';
import { tellOwner } from '#server/accounts/factors/changes.ts';
import { takeEmailCode } from '#server/accounts/factors/email-codes.ts';
import { checkAssertion, usePasskey } from '#server/accounts/factors/passkeys.ts';
import { openWays } from '#server/accounts/factors/queries.ts';
import { codesLeft, takeRecoveryCode } from '#server/accounts/factors/recovery-codes.ts';
import { takeTotp } from '#server/accounts/factors/totp.ts';
import { countTry, takeTryBack } from '#server/accounts/factors/tries.ts';
import { trustDevice } from '#server/accounts/factors/trusted-devices.ts';
import { activateSession, markProved } from '#server/http/session.ts';
import { currentRules } from '#server/settings/queries.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { provePassword } from './password-proofs.ts';
import { currentUser } from './queries.ts';

type Answer = Reply<typeof createProof>;

/**
 * The person proves to be there. In a session that waits, the proof is the second step: the session opens under a new
 * token. In an open one it opens money, key and e-mail changes for a while.
 */
export async function prove(ctx: Ctx, viewer: Viewer, proof: Proof, ip: string): Promise<Answer> {
  const { state, methods } = await openWays(ctx, viewer.sessionId);
  refuseClosed(methods, proof.method);
  if (proof.method === 'password') {
    await provePassword(ctx, viewer, proof.password, ip);
    return inTransaction(ctx.db, (tx) => accept(ctx, tx, viewer, state, proof, ip));
  }
  if (proof.method === 'passkey') {
    const shown = await checkAssertion(ctx, viewer, proof);
    return inTransaction(ctx.db, async (tx) => {
      await usePasskey(tx, shown);
      return accept(ctx, tx, viewer, state, proof, ip);
    });
  }
  return proveByCode(ctx, viewer, state, proof, ip);
}

/** A way that is not open to this account or session, in words. */
export function refuseClosed(methods: readonly ProofMethod[], method: ProofMethod): void {
  if (methods.includes(method)) return;
  fail('forbidden', {
    detail: 'Este jeito de confirmar não vale para esta conta agora. Escolha outro.',
    meta: { methods },
  });
}

type CodeProof = Extract<Proof, { code: string }>;

/** Codes can be guessed, so their tries are counted; the last wrong one of a waiting sign-in ends it (T45). */
async function proveByCode(
  ctx: Ctx,
  viewer: Viewer,
  state: SessionState,
  proof: CodeProof,
  ip: string,
): Promise<Answer> {
  const isLast = await countTry(ctx.db, viewer.id, viewer.sessionId);
  const outcome = await inTransaction(ctx.db, async (tx) => {
    const taken = await takeCode(ctx, tx, viewer, proof);
    if (taken !== 'right') return taken;
    await takeTryBack(tx, viewer.id, viewer.sessionId);
    return accept(ctx, tx, viewer, state, proof, ip);
  });
  if (typeof outcome === 'object') return outcome;
  if (isLast && state === 'pending') await endWaiting(ctx, viewer);
  const code: ErrorCode = outcome === 'expired' ? 'code_expired' : 'wrong_code';
  fail(code);
}

async function takeCode(
  ctx: Ctx,
  tx: Tx,
  viewer: Viewer,
  proof: CodeProof,
): Promise<'right' | 'wrong' | 'expired'> {
  if (proof.method === 'email') return takeEmailCode(ctx, tx, viewer, proof.code);
  const take = proof.method === 'totp' ? takeTotp : takeRecoveryCode;
  return (await take(ctx, tx, viewer.id, proof.code)) ? 'right' : 'wrong';
}

async function endWaiting(ctx: Ctx, viewer: Viewer): Promise<void> {
  await sql`delete from sessions where id = ${viewer.sessionId} and state = 'pending'`.execute(ctx.db);
}

/** Writes down a proof that was right. */
async function accept(
  ctx: Ctx,
  tx: Tx,
  viewer: Viewer,
  state: SessionState,
  proof: Proof,
  ip: string,
): Promise<Answer> {
  const token = await openOrMark(tx, viewer, state, proof.method);
  if (proof.method !== 'password' && proof.trustDevice) {
    const { security } = (await currentRules(ctx.db, tx)).rules;
    await trustDevice(tx, viewer.sessionId, security.trustedDeviceMs);
  }
  if (token) {
    await record(tx, {
      kind: 'account.signed_in',
      actor: viewer,
      subject: { kind: 'user', id: viewer.id },
      data: { factor: proof.method },
      ip,
    });
  }
  if (proof.method === 'recovery') {
    const left = await codesLeft(tx, viewer.id);
    const mail = { kind: 'code_used', left } as const;
    await tellOwner(ctx, tx, viewer, { event: 'account.recovery_code_used', data: { left }, mail, ip });
  }
  return { token, user: await currentUser(tx, viewer.id, 'active') };
}

/** A new token when the session was waiting; null when it was open, which keeps its own. */
async function openOrMark(
  tx: Tx,
  viewer: Viewer,
  state: SessionState,
  method: ProofMethod,
): Promise<string | null> {
  const byFactor = isSecondFactor(method);
  if (state === 'pending')
    return (await activateSession(tx, viewer.sessionId, byFactor)) ?? fail('unauthenticated');
  await markProved(tx, viewer.sessionId, byFactor);
  return null;
}
