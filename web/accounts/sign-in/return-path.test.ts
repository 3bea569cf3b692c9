import { describe, expect, test } from 'vitest';
import { authPath, safeReturnPath, verificationPath, wantedPath } from './return-path.ts';

describe('safeReturnPath', () => {
  test('keeps path, query and anchor of our own site', () => {
    expect(safeReturnPath('/anunciar?passo=fotos#capa')).toBe('/anunciar?passo=fotos#capa');
    expect(safeReturnPath('/')).toBe('/');
  });

  test('never follows another origin, however it is written', () => {
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

  test('does not come back to the sign-in screens or the exit', () => {
    for (const path of ['/auth/login', '/auth/register?x=1', '/login', '/recovery', '/twofactor', '/sair'])
      expect(safeReturnPath(path)).toBe('/');
  });
});

test('the address of a sign-in screen carries the way on, unless it is home', () => {
  expect(authPath('login', '/')).toBe('/auth/login');
  expect(authPath('register', '/anuncio/x?comprar=1')).toBe(
    '/auth/register?returnTo=%2Fanuncio%2Fx%3Fcomprar%3D1',
  );
  expect(verificationPath('/anunciar', 'phone')).toBe('/verification-phone?returnTo=%2Fanunciar');
});

const at = (pathname: string, search = '', hash = '') => wantedPath({ pathname, search, hash });

test('what was wanted survives the second step, from a page and from a sign-in screen', () => {
  expect(at('/conta/compras', '?pagina=2', '#topo')).toBe('/conta/compras?pagina=2#topo');
  expect(at('/auth/login', '?returnTo=%2Fanunciar')).toBe('/anunciar');
  expect(at('/auth/login', '?returnTo=https%3A%2F%2Fexample.com')).toBe('/');
  expect(at('/auth/recovery', '?token=segredo')).toBe('/');
});
