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
 * The relying party of passkeys: our host and origin (WebAuthn §5.1.2). Browsers refuse IP addresses, so a local site
 * uses `localhost` and must be opened by that name.
 */
export function relyingParty(ctx: Ctx): { id: string; origin: string } {
  const url = new URL(ctx.config.publicUrl);
  if (isLoopback(url.hostname.replaceAll(/[[\]]/g, ''))) url.hostname = 'localhost';
  return { id: url.hostname, origin: url.origin };
}

/** Stores a challenge for one answer, bound to the session if there is one. */
export async function storeChallenge(
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

/** Returns and consumes the challenge, whether or not the answer is right. */
export async function consumeChallenge(
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

/** The library with its certificate formats is large, and most processes never see a passkey. */
export const loadWebAuthn = () => import('@simplewebauthn/server');

/** Begins a sign-in without a username, or a proof with one of the viewer's own passkeys. */
export async function beginAssertion(ctx: Ctx, viewer: Viewer | null): Promise<Ceremony> {
  const { generateAuthenticationOptions } = await loadWebAuthn();
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(ctx).id,
    userVerification: 'required',
    timeout: challengeMs,
    ...(viewer && { allowCredentials: await ownCredentials(ctx.db, viewer.id) }),
  });
  return storeChallenge(ctx.db, viewer ? 'passkey_proof' : 'passkey_sign_in', viewer, options);
}

/** The viewer's passkeys in the format of WebAuthn ceremonies. */
export async function ownCredentials(
  db: Queryable,
  userId: number,
): Promise<{ id: string; transports: string[] }[]> {
  const { rows } = await sql<{ id: string; transports: string[] }>`
    select credential_id as id, transports from passkeys where user_id = ${userId} order by id`.execute(db);
  return rows;
}

/** A passkey with a right answer, and the values to store. */
export interface VerifiedPasskey {
  id: number;
  userId: number;
  newCounter: number;
  backedUp: boolean;
}

interface StoredPasskey {
  id: number;
  user_id: number;
  public_key: Buffer;
  counter: number;
  transports: string[];
  handle: Buffer;
}

/** Checks an answer: challenge, origin, host, signature, user verification and owner. */
export async function checkAssertion(
  ctx: Ctx,
  viewer: Viewer | null,
  answer: Answer,
): Promise<VerifiedPasskey> {
  const expectedChallenge = await consumeChallenge(
    ctx.db,
    viewer ? 'passkey_proof' : 'passkey_sign_in',
    viewer,
    answer.challengeId,
  );
  const { rows } = await sql<StoredPasskey>`
    select p.id, p.user_id, p.public_key, p.counter, p.transports, u.webauthn_id as handle
    from passkeys p join users u on u.id = p.user_id
    where p.credential_id = ${answer.response.id} and u.state <> 'closed'`.execute(ctx.db);
  const passkey = rows[0];
  if (!passkey) fail('passkey_invalid');
  const { userHandle } = answer.response.response;
  // Without a session the handle identifies the user; with one it may be missing, but not another user's (WebAuthn §7.2).
  const isOwn = userHandle === passkey.handle.toString('base64url');
  if (viewer ? passkey.user_id !== viewer.id || (userHandle && !isOwn) : !isOwn) fail('passkey_invalid');
  const { id: rpId, origin } = relyingParty(ctx);
  const { verifyAuthenticationResponse } = await loadWebAuthn();
  const { authenticationInfo } = await requireVerified(() =>
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

/** Turns every error of the library into the same refusal, because a bad answer is not an error of the server. */
export async function requireVerified<T extends { verified: boolean }>(
  check: () => Promise<T>,
): Promise<T & { verified: true }> {
  const result = await check().catch(() => fail('passkey_invalid'));
  return result.verified ? (result as T & { verified: true }) : fail('passkey_invalid');
}

/**
 * Records a use. The counter must increase, which detects a copied key; keys that several devices share stay at 0
 * (WebAuthn §6.1.1).
 */
export async function recordPasskeyUse(tx: Tx, shown: VerifiedPasskey): Promise<void> {
  const { newCounter } = shown;
  const { rows } = await sql`update passkeys set counter = ${newCounter}, backed_up = ${shown.backedUp},
      last_used_at = market_now()
    where id = ${shown.id} and (counter < ${newCounter} or (counter = 0 and ${newCounter} = 0))
    returning 1 as used`.execute(tx);
  if (rows.length === 0) fail('passkey_invalid');
}
