import { sql } from 'kysely';
import type { Body, Reply } from '#contract/endpoint.ts';
import type { createProofChallenge, getCurrentSession } from '#contract/accounts/sessions.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import { maskEmail } from '#domain/accounts/accounts.ts';
import type { Ctx } from '#server/context.ts';
import { mailProofCode, secondsToResend } from '#server/accounts/factors/email-codes.ts';
import { beginAssertion } from '#server/accounts/factors/passkeys.ts';
import { openProofMethods } from '#server/accounts/factors/queries.ts';
import { currentRules } from '#server/settings/queries.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { refuseUnavailableMethod } from './proofs.ts';

/** Mails a code or begins a passkey ceremony for a proof in this session. */
export async function beginProof(
  ctx: Ctx,
  viewer: Viewer,
  method: Body<typeof createProofChallenge>['method'],
): Promise<Reply<typeof createProofChallenge>> {
  refuseUnavailableMethod((await openProofMethods(ctx, viewer.sessionId)).methods, method);
  if (method === 'passkey') return { ...(await beginAssertion(ctx, viewer)), resendAfterSeconds: 0 };
  const resendAfterSeconds = await inTransaction(ctx.db, (tx) => mailProofCode(ctx, tx, viewer));
  return { challengeId: null, options: null, resendAfterSeconds };
}

interface Proven {
  email: string;
  proved_until: Date | null;
  second_factor_until: Date | null;
}

/** The state of the call's session, and the proof methods open to its person. */
export async function currentSession(ctx: Ctx, viewer: Viewer): Promise<Reply<typeof getCurrentSession>> {
  const { state, methods } = await openProofMethods(ctx, viewer.sessionId);
  const { codes, security } = (await currentRules(ctx.db)).rules;
  const { proofMs, trustedDeviceMs: trustMs } = security;
  const { rows } = await sql<Proven>`
    with proven as (
      select u.email::text, s.proved_at + ${proofMs}::bigint * interval '1 millisecond' as proved_until,
        s.second_factor_at + ${proofMs}::bigint * interval '1 millisecond' as second_factor_until
      from sessions s join users u on u.id = s.user_id where s.id = ${viewer.sessionId})
    select email, case when proved_until > market_now() then proved_until end as proved_until,
      case when second_factor_until > market_now() then second_factor_until end as second_factor_until
    from proven`.execute(ctx.db);
  const proven = rows[0] ?? fail('unauthenticated');
  return {
    state,
    methods,
    emailHint: methods.includes('email') ? maskEmail(proven.email) : '',
    resendAfterSeconds: await secondsToResend(ctx.db, viewer.sessionId, codes.resendMs),
    trustMs,
    provedUntil: proven.proved_until?.toISOString() ?? null,
    secondFactorUntil: proven.second_factor_until?.toISOString() ?? null,
  };
}
