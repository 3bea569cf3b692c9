import { expect, test } from 'vitest';
import { oneLine } from './lines.ts';

test('a pasted name becomes a single line', () => {
  expect(oneLine(' Cartões\r\n\tPresente\u2028de loja\n')).toBe('Cartões Presente de loja');
  expect(oneLine('Três  espaços\u00a0ficam')).toBe('Três  espaços\u00a0ficam');
});
