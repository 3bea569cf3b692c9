import { brandName } from '#server/settings/current/brand.ts';
import { generateRegistrationOptions, verifyRegistrationResponse } from '@simplewebauthn/server';
import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import { sql } from 'kysely';
import type { Body, Reply } from '#contract/endpoint.ts';
import type { createPasskey, renamePasskey } from '#contract/accounts/second-factors.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import type { Ctx, Queryable, Tx } from '#server/context.ts';
import { markProved } from '#server/http/session.ts';
import { currentRules } from '#server/settings/queries.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { lockKeyring, refuseStaffWithout, secondFactorsChanged } from './changes.ts';
import {
  challengeMs,
  keepChallenge,
  ownCredentials,
  relyingParty,
  takeChallenge,
  verified,
} from './passkeys.ts';
import type { Ceremony } from './passkeys.ts';
import { presentPasskey } from './queries.ts';
import type { PasskeyRow } from './queries.ts';
import { forgetCodes, renewCodes } from './recovery-codes.ts';

/** Ed25519, ES256 and RS256 by their COSE numbers: what authenticators have. */
const algorithms = [-8, -7, -257];

/** Begins the ceremony. The key must verify its person and know by itself whose it is, so that no name is needed. */
export async function beginPasskey(ctx: Ctx, viewer: Viewer): Promise<Ceremony> {
  const existing = await ownCredentials(ctx.db, viewer.id);
  await refuseMany(ctx, ctx.db, existing.length);
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
  return keepChallenge(ctx.db, 'passkey_registration', viewer, options);
}

/** Keeps the passkey that was made. */
export async function keepPasskey(
  ctx: Ctx,
  viewer: Viewer,
  input: Body<typeof createPasskey>,
  ip: string,
): Promise<Reply<typeof createPasskey>> {
  const expectedChallenge = await takeChallenge(ctx.db, 'passkey_registration', viewer, input.challengeId);
  const { id: rpId, origin } = relyingParty(ctx);
  const { registrationInfo } = await verified(() =>
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
    const keyring = await lockKeyring(tx, viewer);
    await refuseMany(ctx, tx, keyring.passkeys);
    const passkey = await insertPasskey(tx, viewer, input.name, made);
    const isFirst = !keyring.hasTotp && keyring.passkeys === 0;
    const recoveryCodes = isFirst ? await renewCodes(ctx, tx, viewer.id) : null;
    await markProved(tx, viewer.sessionId, true);
    await secondFactorsChanged(ctx, tx, viewer, {
      event: 'account.passkey_added',
      data: { name: passkey.name },
      mail: { kind: 'passkey_added', name: passkey.name },
      ip,
    });
    return { passkey: presentPasskey(passkey), recoveryCodes };
  });
}

export async function namePasskey(
  ctx: Ctx,
  viewer: Viewer,
  id: number,
  name: string,
): Promise<Reply<typeof renamePasskey>> {
  const { rows } = await sql<PasskeyRow>`update passkeys set name = ${name}
    where id = ${id} and user_id = ${viewer.id}
    returning id, name, backed_up, created_at, last_used_at`.execute(ctx.db);
  return presentPasskey(rows[0] ?? fail('not_found'));
}

/** Forgets a passkey, unless nothing else would open the account or staff would be left without a second factor. */
export async function forgetPasskey(ctx: Ctx, viewer: Viewer, id: number, ip: string): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const keyring = await lockKeyring(tx, viewer);
    const { rows } = await sql<{ name: string }>`
      select name from passkeys where id = ${id} and user_id = ${viewer.id}`.execute(tx);
    const { name } = rows[0] ?? fail('not_found');
    const isLast = keyring.passkeys === 1;
    if (isLast && !keyring.hasPassword && !keyring.hasIdentity) fail('last_sign_in_method');
    if (isLast && !keyring.hasTotp) {
      await refuseStaffWithout(ctx, tx, viewer);
      await forgetCodes(tx, viewer.id);
    }
    await sql`delete from passkeys where id = ${id}`.execute(tx);
    await secondFactorsChanged(ctx, tx, viewer, {
      event: 'account.passkey_removed',
      data: { name },
      mail: { kind: 'passkey_removed', name },
      ip,
    });
  });
}

async function refuseMany(ctx: Ctx, db: Queryable, present: number): Promise<void> {
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

type Made = NonNullable<Awaited<ReturnType<typeof verifyRegistrationResponse>>['registrationInfo']>;

/** Authenticators say their own transports; only names of the standard's length are kept. */
async function insertPasskey(
  tx: Tx,
  { id: userId, sessionId }: Viewer,
  name: string,
  made: Made,
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
