import { expect, test } from 'vitest';
import { keyName } from './key-name.ts';

test.each([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)', 'iPhone'],
  ['Mozilla/5.0 (Linux; Android 16; Pixel 9)', 'Celular Android'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64)', 'Computador com Windows'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 'Mac'],
  ['curl/8', 'Este aparelho'],
])('%s is called %s', (userAgent, name) => {
  expect(keyName(userAgent)).toBe(name);
});
