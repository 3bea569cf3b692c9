import { brandName } from '#server/settings/current/brand.ts';
import type { RegistrationResponseJSON, VerifiedRegistrationResponse } from '@simplewebauthn/server';
import { sql } from 'kysely';
import type { Body, Reply } from '#contract/endpoint.ts';
import type { createPasskey, renamePasskey as endpoint } from '#contract/accounts/second-factors.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import type { Ctx, Queryable, Tx } from '#server/context.ts';
import { markProved } from '#server/http/session.ts';
import { currentRules } from '#server/settings/queries.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { lockSignInMethods, refuseLastStaffFactor, completeFactorChange } from './changes.ts';
import {
  challengeMs,
  storeChallenge,
  ownCredentials,
  relyingParty,
  consumeChallenge,
  requireVerified,
  loadWebAuthn,
} from './passkeys.ts';
import type { Ceremony } from './passkeys.ts';
import { presentPasskey } from './queries.ts';
import type { PasskeyRow } from './queries.ts';
import { deleteRecoveryCodes, replaceRecoveryCodes } from './recovery-codes.ts';

/** COSE numbers of Ed25519, ES256 and RS256, which authenticators support. */
const algorithms = [-8, -7, -257];

/** Begins the ceremony. The passkey must verify the user and be discoverable, so that sign-in needs no username. */
export async function beginPasskey(ctx: Ctx, viewer: Viewer): Promise<Ceremony> {
  const existing = await ownCredentials(ctx.db, viewer.id);
  await refuseTooManyPasskeys(ctx, ctx.db, existing.length);
  const { generateRegistrationOptions } = await loadWebAuthn();
  const options = await generateRegistrationOptions({
    rpName: brandName,
    rpID: relyingParty(ctx).id,
    userName: viewer.username,
    userDisplayName: viewer.username,
    userID: new Uint8Array(await handleOf(ctx.db, viewer.id)),
    excludeCredentials: existing,
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    timeout: challengeMs,
  });
  return storeChallenge(ctx.db, 'passkey_registration', viewer, options);
}

/** Verifies and stores a new passkey. */
export async function storePasskey(
  ctx: Ctx,
  viewer: Viewer,
  input: Body<typeof createPasskey>,
  ip: string,
): Promise<Reply<typeof createPasskey>> {
  const expectedChallenge = await consumeChallenge(ctx.db, 'passkey_registration', viewer, input.challengeId);
  const { id: rpId, origin } = relyingParty(ctx);
  const { verifyRegistrationResponse } = await loadWebAuthn();
  const { registrationInfo } = await requireVerified(() =>
    verifyRegistrationResponse({
      response: input.response as unknown as RegistrationResponseJSON,
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    }),
  );
  const made = registrationInfo ?? fail('passkey_invalid');
  return inTransaction(ctx.db, async (tx) => {
    const keyring = await lockSignInMethods(tx, viewer);
    await refuseTooManyPasskeys(ctx, tx, keyring.passkeys);
    const passkey = await insertPasskey(tx, viewer, input.name, made);
    const isFirst = !keyring.hasTotp && keyring.passkeys === 0;
    const recoveryCodes = isFirst ? await replaceRecoveryCodes(ctx, tx, viewer.id) : null;
    await markProved(tx, viewer.sessionId, true);
    await completeFactorChange(ctx, tx, viewer, {
      event: 'account.passkey_added',
      data: { name: passkey.name },
      mail: { kind: 'passkey_added', name: passkey.name },
      ip,
    });
    return { passkey: presentPasskey(passkey), recoveryCodes };
  });
}

export async function renamePasskey(
  ctx: Ctx,
  viewer: Viewer,
  id: number,
  name: string,
): Promise<Reply<typeof endpoint>> {
  const { rows } = await sql<PasskeyRow>`update passkeys set name = ${name}
    where id = ${id} and user_id = ${viewer.id}
    returning id, name, backed_up, created_at, last_used_at`.execute(ctx.db);
  return presentPasskey(rows[0] ?? fail('not_found'));
}

/** Removes a passkey, unless it is the only way to sign in or the last second factor of staff. */
export async function removePasskey(ctx: Ctx, viewer: Viewer, id: number, ip: string): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const keyring = await lockSignInMethods(tx, viewer);
    const { rows } = await sql<{ name: string }>`
      select name from passkeys where id = ${id} and user_id = ${viewer.id}`.execute(tx);
    const { name } = rows[0] ?? fail('not_found');
    const isLast = keyring.passkeys === 1;
    if (isLast && !keyring.hasPassword && !keyring.hasIdentity) fail('last_sign_in_method');
    if (isLast && !keyring.hasTotp) {
      await refuseLastStaffFactor(ctx, tx, viewer);
      await deleteRecoveryCodes(tx, viewer.id);
    }
    await sql`delete from passkeys where id = ${id}`.execute(tx);
    await completeFactorChange(ctx, tx, viewer, {
      event: 'account.passkey_removed',
      data: { name },
      mail: { kind: 'passkey_removed', name },
      ip,
    });
  });
}

async function refuseTooManyPasskeys(ctx: Ctx, db: Queryable, present: number): Promise<void> {
  const { maxPasskeys } = (await currentRules(ctx.db, db)).rules.codes;
  if (present < maxPasskeys) return;
  const has = present === 1 ? '1 chave' : `${present} chaves`;
  fail('limit_reached', { detail: `Você já tem ${has} de acesso. Apague uma antes.` });
}

async function handleOf(db: Queryable, userId: number): Promise<Buffer> {
  const { rows } = await sql<{ handle: Buffer }>`
    select webauthn_id as handle from users where id = ${userId}`.execute(db);
  return rows[0]!.handle;
}

type Registration = NonNullable<VerifiedRegistrationResponse['registrationInfo']>;

/** Stores a passkey. Authenticators report their transports; only names of the standard's length are stored. */
async function insertPasskey(
  tx: Tx,
  { id: userId, sessionId }: Viewer,
  name: string,
  made: Registration,
): Promise<PasskeyRow> {
  const { credential, credentialDeviceType, credentialBackedUp, aaguid } = made;
  const transports = (credential.transports ?? [])
    .filter((each) => typeof each === 'string' && each.length <= 20)
    .slice(0, 8);
  const { rows } = await sql<PasskeyRow>`
    insert into passkeys (user_id, credential_id, public_key, counter, transports, device_type, backed_up, aaguid, name,
      session_id)
    values (${userId}, ${credential.id}, ${Buffer.from(credential.publicKey)}, ${credential.counter},
      ${transports}::text[], ${credentialDeviceType}, ${credentialBackedUp}, ${aaguid}, ${name}, ${sessionId})
    on conflict (credential_id) do nothing
    returning id, name, backed_up, created_at, last_used_at`.execute(tx);
  return rows[0] ?? fail('passkey_invalid', { detail: 'Esta chave de acesso já está cadastrada.' });
}
