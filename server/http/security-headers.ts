import { createHash } from 'node:crypto';
import type { PageSources } from '#server/adapters/oauth/identity-provider.ts';

/** Browsers do not execute scripts of these types. */
const data = /type="application\/(?:ld\+)?json"/;
const inlineScript = /<script(?![^>]*\ssrc=)([^>]*)>([\s\S]*?)<\/script>/g;

/**
 * The Content-Security-Policy of one rendered page. Its inline scripts (theme, router state) are allowed by their
 * SHA-256, so that the page and its compressed bytes can be cached with the header; no other inline script runs. Inline
 * style attributes are allowed: they cannot load from other origins, since every source is `self`.
 * @param foreign the sources of identity providers' scripts, on the pages that load them
 */
export function pagePolicy(html: string, foreign: readonly PageSources[] = []): string {
  const hashes = new Set<string>();
  for (const [, attributes, body] of html.matchAll(inlineScript)) {
    if (data.test(attributes!)) continue;
    hashes.add(`'sha256-${createHash('sha256').update(body!).digest('base64')}'`);
  }
  return policy([...hashes], foreign);
}

/**
 * Headers of every answer, of the API and of the site. With TLS, browsers must use TLS from then on, for subdomains too
 * (ASVS 3.4.1).
 */
export function headersOfAll(publicUrl: string): Readonly<Record<string, string>> {
  return {
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    ...(publicUrl.startsWith('https:') && {
      'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
    }),
  };
}

/**
 * Headers of data for programs: opened as a page it shows and loads nothing, and no other site may embed it (ASVS
 * 3.2.1, 3.5.8).
 */
export const dataHeaders: Readonly<Record<string, string>> = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/** Further headers of every HTML page. */
export const pageHeaders: Readonly<Record<string, string>> = {
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=()',
};

/** Pages for signing in with a provider or linking one: only there do providers' scripts run. */
export function isSignInPage(path: string): boolean {
  return /^\/(auth|conta)(\/|$)/.test(path);
}

/** A provider's popup window sends its answer to its opener, so the pages keep that reference. */
export const signInPageHeaders: Readonly<Record<string, string>> = {
  ...pageHeaders,
  'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
};

function policy(hashes: readonly string[], foreign: readonly PageSources[]): string {
  const and = (kind: keyof PageSources) =>
    foreign.map((sources) => (sources[kind] ? ` ${sources[kind]}` : '')).join('');
  return [
    `default-src 'self'`,
    `script-src 'self'${hashes.map((hash) => ` ${hash}`).join('')}${and('script')}`,
    `style-src 'self' 'unsafe-inline'${and('style')}`,
    `img-src 'self' data: blob:`,
    `font-src 'self'`,
    `connect-src 'self'${and('connect')}`,
    ...(and('frame') ? [`frame-src${and('frame')}`] : []),
    `object-src 'none'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
  ].join('; ');
}
