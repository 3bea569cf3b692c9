import { sql } from 'kysely';
import type { Reply } from '#contract/endpoint.ts';
import type { getSecondFactors } from '#contract/accounts/second-factors.ts';
import type { ProofMethod, SessionState, Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import { availableProofMethods } from '#domain/accounts/proofs.ts';
import type { ProofFacts } from '#domain/accounts/proofs.ts';
import type { Ctx } from '#server/context.ts';
import { currentRules } from '#server/settings/queries.ts';
import { mustHaveSecondFactor } from './changes.ts';
import { countRecoveryCodes } from './recovery-codes.ts';

/** The state of a session and the ways in which its person may prove to be there. */
export async function openProofMethods(
  ctx: Ctx,
  sessionId: number,
): Promise<{ state: SessionState; methods: ProofMethod[] }> {
  const { withdrawalCoolDownMs } = (await currentRules(ctx.db)).rules.security;
  const { rows } = await sql<ProofFacts>`
    select s.state, u.password_hash is not null as "hasPassword", u.email_verified_at is not null as "emailVerified",
      exists (select from totp_secrets t where t.user_id = u.id and t.confirmed_at is not null) as "hasTotp",
      exists (select from passkeys p where p.user_id = u.id) as "hasPasskey",
      (select count(*) from recovery_codes r where r.user_id = u.id and r.used_at is null)::int as "recoveryCodesLeft",
      u.role in ('support', 'admin') as "isStaff",
      coalesce(u.password_changed_at > market_now() - ${withdrawalCoolDownMs}::bigint * interval '1 millisecond', false)
        as "passwordIsFresh"
    from sessions s join users u on u.id = s.user_id where s.id = ${sessionId}`.execute(ctx.db);
  const facts = rows[0] ?? fail('unauthenticated');
  return { state: facts.state, methods: availableProofMethods(facts) };
}

export interface PasskeyRow {
  id: number;
  name: string;
  backed_up: boolean;
  created_at: Date;
  last_used_at: Date | null;
}

export function presentPasskey(row: PasskeyRow) {
  return {
    id: row.id,
    name: row.name,
    backedUp: row.backed_up,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
  };
}

/** The second factors of the viewer, newest passkey first. */
export async function secondFactors(ctx: Ctx, viewer: Viewer): Promise<Reply<typeof getSecondFactors>> {
  const totp = await sql<{ confirmed_at: Date }>`select confirmed_at from totp_secrets
    where user_id = ${viewer.id} and confirmed_at is not null`.execute(ctx.db);
  const passkeys = await sql<PasskeyRow>`select id, name, backed_up, created_at, last_used_at from passkeys
    where user_id = ${viewer.id} order by id desc`.execute(ctx.db);
  return {
    totpSince: totp.rows[0]?.confirmed_at.toISOString() ?? null,
    recoveryCodesLeft: await countRecoveryCodes(ctx.db, viewer.id),
    passkeys: passkeys.rows.map(presentPasskey),
    mandatory: await mustHaveSecondFactor(ctx, viewer),
  };
}
