import { sql } from 'kysely';
import type { Reply } from '#contract/endpoint.ts';
import type { createProof, Proof } from '#contract/accounts/sessions.ts';
import type { ProofMethod, SessionState, Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import type { ErrorCode } from '#domain/errors.ts';
import { isSecondFactor } from '#domain/accounts/proofs.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { record } from '#server/events/events.ts';
import { notifyOwner } from '#server/accounts/factors/changes.ts';
import { consumeEmailCode } from '#server/accounts/factors/email-codes.ts';
import { checkAssertion, recordPasskeyUse } from '#server/accounts/factors/passkeys.ts';
import { openProofMethods } from '#server/accounts/factors/queries.ts';
import { countRecoveryCodes, consumeRecoveryCode } from '#server/accounts/factors/recovery-codes.ts';
import { consumeTotp } from '#server/accounts/factors/totp.ts';
import { countProofAttempt, uncountProofAttempt } from '#server/accounts/factors/proof-attempts.ts';
import { trustDevice } from '#server/accounts/factors/trusted-devices.ts';
import { activateSession, markProved } from '#server/http/session.ts';
import { currentRules } from '#server/settings/queries.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { provePassword } from './password-proofs.ts';
import { currentUser } from './queries.ts';

type Answer = Reply<typeof createProof>;

/**
 * Accepts a proof of the person's presence. In a pending session the proof is the second step, and the session gets a
 * new token. In an open session it allows money, security and e-mail changes for a while.
 */
export async function prove(ctx: Ctx, viewer: Viewer, proof: Proof, ip: string): Promise<Answer> {
  const { state, methods } = await openProofMethods(ctx, viewer.sessionId);
  refuseUnavailableMethod(methods, proof.method);
  if (proof.method === 'password') {
    await provePassword(ctx, viewer, proof.password, ip);
    return inTransaction(ctx.db, (tx) => acceptProof(ctx, tx, viewer, state, proof, ip));
  }
  if (proof.method === 'passkey') {
    const shown = await checkAssertion(ctx, viewer, proof);
    return inTransaction(ctx.db, async (tx) => {
      await recordPasskeyUse(tx, shown);
      return acceptProof(ctx, tx, viewer, state, proof, ip);
    });
  }
  return proveByCode(ctx, viewer, state, proof, ip);
}

/** Refuses a proof method that this account or session does not have. */
export function refuseUnavailableMethod(methods: readonly ProofMethod[], method: ProofMethod): void {
  if (methods.includes(method)) return;
  fail('forbidden', {
    detail: 'Este jeito de confirmar não vale para esta conta agora. Escolha outro.',
    meta: { methods },
  });
}

type CodeProof = Extract<Proof, { code: string }>;

/** Codes can be guessed, so attempts are counted; the last wrong one of a pending sign-in ends it (T45). */
async function proveByCode(
  ctx: Ctx,
  viewer: Viewer,
  state: SessionState,
  proof: CodeProof,
  ip: string,
): Promise<Answer> {
  const isLast = await countProofAttempt(ctx.db, viewer.id, viewer.sessionId);
  const outcome = await inTransaction(ctx.db, async (tx) => {
    const taken = await consumeCode(ctx, tx, viewer, proof);
    if (taken !== 'right') return taken;
    await uncountProofAttempt(tx, viewer.id, viewer.sessionId);
    return acceptProof(ctx, tx, viewer, state, proof, ip);
  });
  if (typeof outcome === 'object') return outcome;
  if (isLast && state === 'pending') await endPendingSession(ctx, viewer);
  const code: ErrorCode = outcome === 'expired' ? 'code_expired' : 'wrong_code';
  fail(code);
}

async function consumeCode(
  ctx: Ctx,
  tx: Tx,
  viewer: Viewer,
  proof: CodeProof,
): Promise<'right' | 'wrong' | 'expired'> {
  if (proof.method === 'email') return consumeEmailCode(ctx, tx, viewer, proof.code);
  const take = proof.method === 'totp' ? consumeTotp : consumeRecoveryCode;
  return (await take(ctx, tx, viewer.id, proof.code)) ? 'right' : 'wrong';
}

async function endPendingSession(ctx: Ctx, viewer: Viewer): Promise<void> {
  await sql`delete from sessions where id = ${viewer.sessionId} and state = 'pending'`.execute(ctx.db);
}

/** Records a right proof. */
async function acceptProof(
  ctx: Ctx,
  tx: Tx,
  viewer: Viewer,
  state: SessionState,
  proof: Proof,
  ip: string,
): Promise<Answer> {
  const token = await openOrRenewProof(tx, viewer, state, proof.method);
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
    const left = await countRecoveryCodes(tx, viewer.id);
    const mail = { kind: 'code_used', left } as const;
    await notifyOwner(ctx, tx, viewer, { event: 'account.recovery_code_used', data: { left }, mail, ip });
  }
  return { token, user: await currentUser(tx, viewer.id, 'active') };
}

/** @returns a new token for a pending session; null for an open one, which keeps its token */
async function openOrRenewProof(
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
