import { brandName } from '#server/settings/current/brand.ts';
import { Secret, TOTP } from 'otpauth';
import { sql } from 'kysely';
import type { Ctx, Tx } from '#server/context.ts';
import { seal, unseal } from '#server/secrets/seal.ts';

const periodSeconds = 30;
const secretBytes = 20;

/** The one configuration that every authenticator app understands (RFC 6238). */
function totp(secret: string, label = ''): TOTP {
  return new TOTP({
    issuer: brandName,
    label,
    algorithm: 'SHA1',
    digits: 6,
    period: periodSeconds,
    secret: Secret.fromBase32(secret),
  });
}

/** A new secret of 160 bits, in base 32. */
export function newSecret(): string {
  return new Secret({ size: secretBytes }).base32;
}

/** The `otpauth` URI of the QR code. */
export function totpUri(secret: string, label: string): string {
  return totp(secret, label).toString();
}

/** The code of a secret at an instant (milliseconds). */
export function totpCode(secret: string, atMs: number): string {
  return totp(secret).generate({ timestamp: atMs });
}

/** The 30-second step of a code, the current one or a neighbour; null when it matches none. */
export function stepOf(secret: string, code: string, atMs: number): number | null {
  const delta = totp(secret).validate({ token: code, timestamp: atMs, window: 1 });
  return delta === null ? null : Math.floor(atMs / 1000 / periodSeconds) + delta;
}

/** Encrypts a secret, bound to its person. */
export function sealSecret(ctx: Ctx, userId: number, secret: string): Buffer {
  return seal(ctx.keys.secondFactor, place(userId), secret);
}

/** Decrypts a secret; throws when it was changed or belongs to another person. */
export function openSecret(ctx: Ctx, userId: number, sealed: Buffer): string {
  return unseal(ctx.keys.secondFactor, place(userId), sealed);
}

const place = (userId: number) => `totp:${userId}`;

/**
 * Checks and consumes a code of the person's app. Each step is accepted once, by the first request that advances
 * `last_step` (T46).
 * @param confirmed whether the app is already on, or is confirmed by this code
 */
export async function consumeTotp(
  ctx: Ctx,
  tx: Tx,
  userId: number,
  code: string,
  confirmed = true,
): Promise<boolean> {
  // Phones use the real clock, while the market's clock may be moved in the demonstration.
  const { rows } = await sql<{ sealed: Buffer; now_ms: string }>`
    select secret_sealed as sealed, extract(epoch from now()) * 1000 as now_ms from totp_secrets
    where user_id = ${userId} and (confirmed_at is not null) = ${confirmed}`.execute(tx);
  const found = rows[0];
  if (!found) return false;
  const step = stepOf(openSecret(ctx, userId, found.sealed), code, Number(found.now_ms));
  if (step === null) return false;
  const taken = await sql`update totp_secrets set last_step = ${step}
    where user_id = ${userId} and last_step < ${step} and secret_sealed = ${found.sealed} returning 1 as taken`.execute(
    tx,
  );
  return taken.rows.length === 1;
}
