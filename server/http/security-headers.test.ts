import { expect, test } from 'vitest';
import { createGoogle } from '#server/adapters/oauth/google.ts';
import { readConfig } from '#server/config/config.ts';
import { isSignInPage, pageHeaders, pagePolicy, signInPageHeaders } from './security-headers.ts';

const { google } = readConfig({ GOOGLE_CLIENT_ID: 'x.apps.example' });
const { pageSources } = createGoogle(google!, { warn: () => undefined });

test('a page for sign-in with Google may load what Google requires, and nothing else', () => {
  const policy = pagePolicy('<script>1</script>', [pageSources!]);
  expect(policy).toMatch(/script-src 'self' 'sha256-[^']+' https:\/\/accounts\.google\.com\/gsi\/client;/);
  expect(policy).toContain('frame-src https://accounts.google.com/gsi/;');
  expect(policy).toContain("connect-src 'self' https://accounts.google.com/gsi/;");
  expect(policy).toContain("style-src 'self' 'unsafe-inline' https://accounts.google.com/gsi/style;");
  expect(policy).toContain("frame-ancestors 'none'");
});

test('other pages allow no other origin', () => {
  expect(pagePolicy('<script>1</script>')).not.toContain('http');
  expect(pagePolicy('')).toContain("script-src 'self';");
});

test('only the pages for signing in or linking a provider allow the provider', () => {
  for (const path of ['/auth/login', '/auth/register', '/conta', '/conta/seguranca'])
    expect(isSignInPage(path)).toBe(true);
  for (const path of ['/', '/anuncios', '/contagem', '/authx', '/dashboard', '/perfil/auth'])
    expect(isSignInPage(path)).toBe(false);
});

test('the popup window of a provider can send its answer there, and only there', () => {
  expect(signInPageHeaders['Cross-Origin-Opener-Policy']).toBe('same-origin-allow-popups');
  expect(signInPageHeaders['X-Frame-Options']).toBe('DENY');
  expect(pageHeaders['Cross-Origin-Opener-Policy']).toBe('same-origin');
});

test('data is not executed, so the policy names no hash of it', () => {
  const data = '<script type="application/json">{}</script><script type="application/ld+json">{}</script>';
  expect(pagePolicy(data)).toBe(pagePolicy(''));
  expect(pagePolicy('<script type="module">1</script>')).toContain('sha256-');
});
