import { errors, jwtVerify } from 'jose';
import type { JWTPayload, JWTVerifyGetKey } from 'jose';
import { fail } from '#domain/errors.ts';

/** The rules for a token's issuer, audience and keys. */
export interface TokenRules {
  issuers: readonly string[];
  clientId: string;
  keys: JWTVerifyGetKey;
  log: { warn(details: object, message: string): void };
}

/** The required claims. */
export interface IdClaims extends JWTPayload {
  iss: string;
  sub: string;
  email: string;
}

const skewSeconds = 60;
const maxSubjectLength = 255;
const maxEmailLength = 254;

/**
 * Verifies an ID token by all rules of OpenID Connect: only RS256, a key of the provider's set, issuer, exact audience,
 * time, and a nonce of this site. Every failure is the same error for the caller, and a log line with the reason for
 * the operator (T51, T52).
 */
export async function verifyIdToken(
  credential: string,
  rules: TokenRules,
  nonceMatches: (nonce: string) => Promise<boolean>,
): Promise<IdClaims> {
  // Decoders skip whitespace; a token that contains any is not the signed one.
  if (!/^[\w-]+\.[\w-]+\.[\w-]+$/.test(credential)) return refuse(rules, 'malformed');
  const claims = await readClaims(credential, rules);
  const fault = faultOf(claims, rules);
  if (fault) return refuse(rules, fault);
  if (typeof claims.nonce !== 'string' || !(await nonceMatches(claims.nonce))) return refuse(rules, 'nonce');
  return claims as IdClaims;
}

async function readClaims(credential: string, rules: TokenRules): Promise<JWTPayload> {
  try {
    const { payload } = await jwtVerify(credential, rules.keys, {
      issuer: [...rules.issuers],
      audience: rules.clientId,
      algorithms: ['RS256'],
      clockTolerance: skewSeconds,
      // Also refuses a token from the future.
      maxTokenAge: '1 day',
      requiredClaims: ['sub', 'email', 'exp', 'iat'],
    });
    return payload;
  } catch (error) {
    const code = error instanceof errors.JOSEError ? error.code : 'network';
    if (faultsOfTokens.has(code)) return refuse(rules, code);
    rules.log.warn({ err: error, code }, 'the keys of the identity provider could not be fetched');
    return fail('unavailable');
  }
}

/** jose's error codes about the token; its others are about fetching the keys. */
const faultsOfTokens: ReadonlySet<string> = new Set([
  errors.JWTExpired.code,
  errors.JWTInvalid.code,
  errors.JWTClaimValidationFailed.code,
  errors.JWSInvalid.code,
  errors.JWSSignatureVerificationFailed.code,
  errors.JWKSNoMatchingKey.code,
  errors.JWKSMultipleMatchingKeys.code,
  errors.JOSEAlgNotAllowed.code,
  errors.JOSENotSupported.code,
]);

function faultOf({ aud, sub, email }: JWTPayload, { clientId }: TokenRules): string | null {
  // A list of audiences is refused even if it contains this client, because others may use the token too.
  if (aud !== clientId) return 'audience';
  if (typeof sub !== 'string' || sub.length === 0 || sub.length > maxSubjectLength) return 'subject';
  const isAddress = typeof email === 'string' && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email);
  return isAddress && email.length <= maxEmailLength ? null : 'email';
}

function refuse({ log }: TokenRules, code: string): never {
  log.warn({ code }, 'an ID token was refused');
  return fail('identity_invalid');
}
