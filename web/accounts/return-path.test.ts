import { describe, expect, test } from 'vitest';
import { safeReturnPath } from './return-path.ts';

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
    for (const path of ['/auth/login', '/auth/register?x=1', '/login', '/sair'])
      expect(safeReturnPath(path)).toBe('/');
  });
});
