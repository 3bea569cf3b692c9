import { expect, test } from 'vitest';
import { createGoogle } from '#server/adapters/oauth/google.ts';
import { readConfig } from '#server/config/config.ts';
import { isSignInPage, pageHeaders, pagePolicy, signInPageHeaders } from './security-headers.ts';

const { google } = readConfig({ GOOGLE_CLIENT_ID: 'x.apps.example' });
const { pageSources } = createGoogle(google!, { warn: () => undefined });

test('a page that signs in with Google may load what Google asks for, and nothing else', () => {
  const policy = pagePolicy('<script>1</script>', [pageSources!]);
  expect(policy).toMatch(/script-src 'self' 'sha256-[^']+' https:\/\/accounts\.google\.com\/gsi\/client;/);
  expect(policy).toContain('frame-src https://accounts.google.com/gsi/;');
  expect(policy).toContain("connect-src 'self' https://accounts.google.com/gsi/;");
  expect(policy).toContain("style-src 'self' 'unsafe-inline' https://accounts.google.com/gsi/style;");
  expect(policy).toContain("frame-ancestors 'none'");
});

test('other pages name nobody else', () => {
  expect(pagePolicy('<script>1</script>')).not.toContain('http');
  expect(pagePolicy('')).toContain("script-src 'self';");
});

test('only the pages where one signs in or links a provider are opened to it', () => {
  for (const path of ['/auth/login', '/auth/register', '/conta', '/conta/seguranca'])
    expect(isSignInPage(path)).toBe(true);
  for (const path of ['/', '/anuncios', '/contagem', '/authx', '/dashboard', '/perfil/auth'])
    expect(isSignInPage(path)).toBe(false);
});

test('the window of a provider can answer there, and there alone', () => {
  expect(signInPageHeaders['Cross-Origin-Opener-Policy']).toBe('same-origin-allow-popups');
  expect(signInPageHeaders['X-Frame-Options']).toBe('DENY');
  expect(pageHeaders['Cross-Origin-Opener-Policy']).toBe('same-origin');
});
