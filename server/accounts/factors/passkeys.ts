import { generateAuthenticationOptions, verifyAuthenticationResponse } from '@simplewebauthn/server';
import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import { sql } from 'kysely';
import type { Body } from '#contract/endpoint.ts';
import type { createPasskeySession } from '#contract/accounts/sessions.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import { isLoopback } from '#server/config/loopback.ts';
import type { Ctx, Queryable, Tx } from '#server/context.ts';
import { hashToken } from '#server/http/session.ts';

export const challengeMs = 5 * 60_000;

export type CeremonyKind = 'passkey_registration' | 'passkey_sign_in' | 'passkey_proof';
export type Ceremony = { challengeId: number; options: Record<string, unknown> };
type Answer = Body<typeof createPasskeySession>;

/**
 * Whom browsers tie a passkey to: our host, and pages of our origin only (WebAuthn §5.1.2). They refuse addresses in
 * numbers, so a site on this machine is `localhost` to them and has to be opened by that name.
 */
export function relyingParty(ctx: Ctx): { id: string; origin: string } {
  const url = new URL(ctx.config.publicUrl);
  if (isLoopback(url.hostname.replaceAll(/[[\]]/g, ''))) url.hostname = 'localhost';
  return { id: url.hostname, origin: url.origin };
}

/** Keeps a challenge for one answer, in one session where there is one. */
export async function keepChallenge(
  db: Queryable,
  kind: CeremonyKind,
  viewer: Viewer | null,
  options: { challenge: string },
): Promise<Ceremony> {
  const { rows } = await sql<{ id: number }>`
    insert into one_time_secrets (kind, user_id, session_id, token_hash, payload, expires_at)
    values (${kind}, ${viewer?.id ?? null}, ${viewer?.sessionId ?? null}, ${hashToken(options.challenge)},
      ${JSON.stringify({ challenge: options.challenge })}::jsonb,
      market_now() + ${challengeMs}::int * interval '1 millisecond') returning id`.execute(db);
  return { challengeId: rows[0]!.id, options: { ...options } };
}

/** The challenge, once: right or wrong, its answer uses it up. */
export async function takeChallenge(
  db: Queryable,
  kind: CeremonyKind,
  viewer: Viewer | null,
  id: number,
): Promise<string> {
  const { rows } = await sql<{ challenge: string }>`
    update one_time_secrets set used_at = market_now()
    where id = ${id} and kind = ${kind} and used_at is null and expires_at > market_now()
      and user_id is not distinct from ${viewer?.id ?? null}::bigint
      and session_id is not distinct from ${viewer?.sessionId ?? null}::bigint
    returning payload ->> 'challenge' as challenge`.execute(db);
  return (
    rows[0]?.challenge ?? fail('passkey_invalid', { detail: 'A confirmação demorou demais. Tente de novo.' })
  );
}

/** Begins a sign-in without a name, or a proof with one of the viewer's own passkeys. */
export async function beginAssertion(ctx: Ctx, viewer: Viewer | null): Promise<Ceremony> {
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(ctx).id,
    userVerification: 'required',
    timeout: challengeMs,
    ...(viewer && { allowCredentials: await ownCredentials(ctx.db, viewer.id) }),
  });
  return keepChallenge(ctx.db, viewer ? 'passkey_proof' : 'passkey_sign_in', viewer, options);
}

/** The viewer's passkeys, as ceremonies name them. */
export async function ownCredentials(
  db: Queryable,
  userId: number,
): Promise<{ id: string; transports: string[] }[]> {
  const { rows } = await sql<{ id: string; transports: string[] }>`
    select credential_id as id, transports from passkeys where user_id = ${userId} order by id`.execute(db);
  return rows;
}

/** A passkey whose answer was right, and what to remember of it. */
export interface ShownPasskey {
  id: number;
  userId: number;
  newCounter: number;
  backedUp: boolean;
}

interface KeptPasskey {
  id: number;
  user_id: number;
  public_key: Buffer;
  counter: number;
  transports: string[];
  handle: Buffer;
}

/** Checks an answer: challenge, origin, host, signature, that the person was verified, and whose it is. */
export async function checkAssertion(ctx: Ctx, viewer: Viewer | null, answer: Answer): Promise<ShownPasskey> {
  const expectedChallenge = await takeChallenge(
    ctx.db,
    viewer ? 'passkey_proof' : 'passkey_sign_in',
    viewer,
    answer.challengeId,
  );
  const { rows } = await sql<KeptPasskey>`
    select p.id, p.user_id, p.public_key, p.counter, p.transports, u.webauthn_id as handle
    from passkeys p join users u on u.id = p.user_id
    where p.credential_id = ${answer.response.id} and u.state <> 'closed'`.execute(ctx.db);
  const passkey = rows[0];
  if (!passkey) fail('passkey_invalid');
  const { userHandle } = answer.response.response;
  // Without a name the handle says who it is; with one it may be left out, never be another's (WebAuthn §7.2).
  const isOwn = userHandle === passkey.handle.toString('base64url');
  if (viewer ? passkey.user_id !== viewer.id || (userHandle && !isOwn) : !isOwn) fail('passkey_invalid');
  const { id: rpId, origin } = relyingParty(ctx);
  const { authenticationInfo } = await verified(() =>
    verifyAuthenticationResponse({
      response: answer.response as unknown as AuthenticationResponseJSON,
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      credential: {
        id: answer.response.id,
        publicKey: new Uint8Array(passkey.public_key),
        counter: passkey.counter,
        transports: passkey.transports,
      },
    }),
  );
  const { newCounter, credentialBackedUp: backedUp } = authenticationInfo;
  return { id: passkey.id, userId: passkey.user_id, newCounter, backedUp };
}

/** Whatever the library has against an answer is the same refusal: what a stranger sent is never a defect of ours. */
export async function verified<T extends { verified: boolean }>(
  check: () => Promise<T>,
): Promise<T & { verified: true }> {
  const result = await check().catch(() => fail('passkey_invalid'));
  return result.verified ? (result as T & { verified: true }) : fail('passkey_invalid');
}

/**
 * Remembers a use. The counter only goes forward, so a copied key shows itself; keys that several devices share stay
 * at 0 (WebAuthn §6.1.1).
 */
export async function usePasskey(tx: Tx, shown: ShownPasskey): Promise<void> {
  const { newCounter } = shown;
  const { rows } = await sql`update passkeys set counter = ${newCounter}, backed_up = ${shown.backedUp},
      last_used_at = market_now()
    where id = ${shown.id} and (counter < ${newCounter} or (counter = 0 and ${newCounter} = 0))
    returning 1 as used`.execute(tx);
  if (rows.length === 0) fail('passkey_invalid');
}
