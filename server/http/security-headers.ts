import { createHash } from 'node:crypto';

const inlineScript = /<script(?![^>]*\ssrc=)([^>]*)>([\s\S]*?)<\/script>/g;

/**
 * The Content-Security-Policy of one finished page. Its inline scripts (theme, router state) are allowed by their
 * SHA-256, so that the page and its compressed bytes can be cached with the header; nothing else inline may run.
 * Style attributes are data of the design system; a style cannot call out, since every fetch is `self`.
 */
export function pagePolicy(html: string): string {
  const hashes = new Set<string>();
  for (const [, attributes, body] of html.matchAll(inlineScript)) {
    if (attributes?.includes('application/ld+json')) continue;
    hashes.add(`'sha256-${createHash('sha256').update(body!).digest('base64')}'`);
  }
  return policy(`'self' ${[...hashes].join(' ')}`);
}

/** Headers every answer carries, of the API and of the site. */
export const everyHeaders: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
};

/** Headers every HTML page carries besides. */
export const pageHeaders: Readonly<Record<string, string>> = {
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=()',
};

function policy(scripts: string): string {
  return [
    `default-src 'self'`,
    `script-src ${scripts}`,
    `style-src 'self' 'unsafe-inline'`,
    `img-src 'self' data: blob:`,
    `font-src 'self'`,
    `connect-src 'self'`,
    `object-src 'none'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
  ].join('; ');
}
