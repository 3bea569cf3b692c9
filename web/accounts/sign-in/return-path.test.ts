import { describe, expect, test } from 'vitest';
import { authPath, safeReturnPath, verificationPath, pathAfterSecondStep } from './return-path.ts';

describe('safeReturnPath', () => {
  test('keeps path, query and hash of the own site', () => {
    expect(safeReturnPath('/anunciar?passo=fotos#capa')).toBe('/anunciar?passo=fotos#capa');
    expect(safeReturnPath('/')).toBe('/');
  });

  test('never follows another origin, in any notation', () => {
    const tricks = [
      'https://example.com',
      '//example.com',
      '/\\example.com',
      '\\\\example.com',
      '/\t/example.com',
    ];
    for (const trick of [...tricks, 'javascript:alert(1)', '/..//example.com', 'anunciar', '', null])
      expect(safeReturnPath(trick)).toBe('/');
  });

  test('does not return to the sign-in pages or sign-out', () => {
    for (const path of ['/auth/login', '/auth/register?x=1', '/login', '/recovery', '/twofactor', '/sair'])
      expect(safeReturnPath(path)).toBe('/');
  });
});

test('the URL of a sign-in page carries the return path, unless it is the home page', () => {
  expect(authPath('login', '/')).toBe('/auth/login');
  expect(authPath('register', '/anuncio/x?comprar=1')).toBe(
    '/auth/register?returnTo=%2Fanuncio%2Fx%3Fcomprar%3D1',
  );
  expect(verificationPath('/anunciar', 'phone')).toBe('/verification-phone?returnTo=%2Fanunciar');
});

const at = (pathname: string, search = '', hash = '') => pathAfterSecondStep({ pathname, search, hash });

test('the return path survives the second step, from a page and from a sign-in page', () => {
  expect(at('/conta/compras', '?pagina=2', '#topo')).toBe('/conta/compras?pagina=2#topo');
  expect(at('/auth/login', '?returnTo=%2Fanunciar')).toBe('/anunciar');
  expect(at('/auth/login', '?returnTo=https%3A%2F%2Fexample.com')).toBe('/');
  expect(at('/auth/recovery', '?token=segredo')).toBe('/');
});
