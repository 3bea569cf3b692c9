import { sql } from 'kysely';
import type { Queryable } from '#server/context.ts';
import type { Cookies } from '#server/http/cookies.ts';
import { hashToken, newToken } from '#server/http/session.ts';

/** The cookie that binds a provider's answer to the browser that asked; scripts cannot read it. */
const browserCookie = 'praca_identity';
const validMinutes = 10;
/** Longer than the nonce, because a ticket of the same browser lasts until the person chooses a username. */
const cookieSeconds = 60 * 60;

/**
 * A nonce for the next sign-in, stored as a hash with the hash of this browser's cookie. Both have 256 random bits, so a
 * token issued for another browser is refused, and no token works twice (T51).
 */
export async function createNonce(db: Queryable, cookies: Cookies, provider: string): Promise<string> {
  const browser = readBrowser(cookies) ?? newToken();
  cookies.set(browserCookie, browser, cookieSeconds);
  const nonce = newToken();
  await sql`insert into one_time_secrets (kind, token_hash, target, payload, expires_at)
    values ('oidc_nonce', ${hashToken(nonce)}, ${browserKey(browser)}, ${JSON.stringify({ provider })}::jsonb,
      market_now() + ${validMinutes} * interval '1 minute')`.execute(db);
  return nonce;
}

/** Consumes the nonce. Of concurrent requests one succeeds. */
export async function consumeNonce(
  db: Queryable,
  cookies: Cookies,
  provider: string,
  nonce: string,
): Promise<boolean> {
  const browser = readBrowser(cookies);
  if (!browser) return false;
  const { rows } = await sql`update one_time_secrets set used_at = market_now()
    where kind = 'oidc_nonce' and token_hash = ${hashToken(nonce)} and target = ${browserKey(browser)}
      and payload ->> 'provider' = ${provider} and used_at is null and expires_at > market_now()
    returning 1 as taken`.execute(db);
  return rows.length === 1;
}

/** The key of this browser's secrets; null for a browser without the cookie. */
export function browserOf(cookies: Cookies): string | null {
  const browser = readBrowser(cookies);
  return browser && browserKey(browser);
}

function readBrowser(cookies: Cookies): string | null {
  const given = cookies.read(browserCookie);
  return given && /^[\w-]{43}$/.test(given) ? given : null;
}

function browserKey(browser: string): string {
  return hashToken(browser).toString('base64url');
}
