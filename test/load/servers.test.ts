import { expect, test } from 'vitest';
import { looksRandom } from '#server/config/secret-strength.ts';
import { benchSecretKey } from './servers.ts';

test('the key of the benchmarks is one that a server in production accepts', () => {
  expect(looksRandom(benchSecretKey)).toBe(true);
});
