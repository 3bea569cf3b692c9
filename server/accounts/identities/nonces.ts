import { sql } from 'kysely';
import type { Queryable } from '#server/context.ts';
import type { Cookies } from '#server/http/cookies.ts';
import { hashToken, newToken } from '#server/http/session.ts';

/** Ties what a provider answers to the browser that asked; out of reach of scripts. */
const browserCookie = 'praca_identity';
const validMinutes = 10;
/** Longer than the nonce: a ticket of the same browser waits for a name to be chosen. */
const cookieSeconds = 60 * 60;

/**
 * A nonce for the next sign-in: random, kept as a hash beside the hash of this browser's cookie. Both are 256 bits
 * that only we can have given out, so nobody else's token signs this browser in, and none does so twice (T51).
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

/** Uses the nonce up. Of twenty at once one is first. */
export async function takeNonce(
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

/** What a thing of this browser is kept under; null for a browser that never asked. */
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
