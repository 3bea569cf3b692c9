import { createRemoteJWKSet } from 'jose';
import type { JWTVerifyGetKey } from 'jose';
import { verifyIdToken } from './id-token.ts';
import type { IdClaims, TokenRules } from './id-token.ts';
import type { IdentityProvider, PageSources } from './identity-provider.ts';

export interface GoogleSettings {
  clientId: string;
  scriptUrl: string;
  jwksUrl: string;
  issuers: readonly string[];
}

/** Sign in with Google. */
export function createGoogle(settings: GoogleSettings, log: TokenRules['log']): IdentityProvider {
  const keys = createRemoteJWKSet(new URL(settings.jwksUrl), { timeoutDuration: 5_000 });
  return googleWith({
    ...settings,
    keys,
    log,
    name: 'Google',
    pageSources: sourcesOf(settings.scriptUrl),
    check: () => keys.reload(),
  });
}

interface GoogleParts extends Omit<GoogleSettings, 'jwksUrl'> {
  keys: JWTVerifyGetKey;
  log: TokenRules['log'];
  name: string;
  pageSources: PageSources | null;
  check: () => Promise<void>;
}

/** Google or its simulator: the same checks with other keys. */
export function googleWith(parts: GoogleParts): IdentityProvider {
  const { clientId, scriptUrl, name, pageSources } = parts;
  return {
    slug: 'google',
    name,
    // Google uses two spellings of its issuer; both are stored as one.
    issuer: parts.issuers[0]!,
    clientId,
    scriptUrl,
    pageSources,
    check: parts.check,
    async verify(credential, { nonceMatches }) {
      const claims = await verifyIdToken(credential, parts, nonceMatches);
      const emailVerified = claims.email_verified === true;
      return {
        issuer: parts.issuers[0]!,
        subject: claims.sub,
        email: claims.email.toLowerCase(),
        emailVerified,
        emailAuthoritative: emailVerified && ownsMailbox(claims),
      };
    },
  };
}

/** Whether Google runs the mailbox: its own domain, or an organisation's that it hosts. Others may have a new owner. */
function ownsMailbox({ email, hd }: IdClaims): boolean {
  return email.toLowerCase().endsWith('@gmail.com') || (typeof hd === 'string' && hd !== '');
}

/** The sources that the script needs in the Content-Security-Policy. */
function sourcesOf(scriptUrl: string): PageSources {
  const base = new URL('.', scriptUrl).href;
  return { script: scriptUrl, frame: base, connect: base, style: `${base}style` };
}
