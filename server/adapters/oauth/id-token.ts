import { errors, jwtVerify } from 'jose';
import type { JWTPayload, JWTVerifyGetKey } from 'jose';
import { fail } from '#domain/errors.ts';

/** What a token must say, and who says so. */
export interface TokenRules {
  issuers: readonly string[];
  clientId: string;
  keys: JWTVerifyGetKey;
  log: { warn(details: object, message: string): void };
}

/** The claims every provider must make. */
export interface IdClaims extends JWTPayload {
  iss: string;
  sub: string;
  email: string;
}

const skewSeconds = 60;
const maxSubjectLength = 255;
const maxEmailLength = 254;

/**
 * Checks an ID token by every rule of OpenID Connect: RS256 alone, a key of the provider's set, issuer, exact
 * audience, time, and a nonce of ours. Whatever is wrong with it is one refusal for the caller and one line with the
 * reason for the operator (T51, T52).
 */
export async function verifyIdToken(
  credential: string,
  rules: TokenRules,
  nonceMatches: (nonce: string) => Promise<boolean>,
): Promise<IdClaims> {
  // Decoders skip spaces and line ends; a token with any is not the one that was signed.
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

/** jose's codes for what is wrong with the token; its others are about fetching the keys. */
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
  // A list that merely contains us was meant for others too.
  if (aud !== clientId) return 'audience';
  if (typeof sub !== 'string' || sub.length === 0 || sub.length > maxSubjectLength) return 'subject';
  const isAddress = typeof email === 'string' && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email);
  return isAddress && email.length <= maxEmailLength ? null : 'email';
}

function refuse({ log }: TokenRules, code: string): never {
  log.warn({ code }, 'an ID token was refused');
  return fail('identity_invalid');
}
