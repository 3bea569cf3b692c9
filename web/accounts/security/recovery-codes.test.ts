import { expect, test } from 'vitest';
import { codesText, spacedCode } from './recovery-codes.ts';

test('a recovery code is shown in two groups, whatever its format', () => {
  expect(spacedCode('ABCDE12345')).toBe('ABCDE-12345');
  expect(spacedCode('ABCDE-12345')).toBe('ABCDE-12345');
});

test('saved codes name their account and how often each works', () => {
  const lines = codesText(['ABCDE12345', 'FGHJK67890'], 'clara').split('\n');
  expect(lines[0]).toContain('@clara');
  expect(lines[1]).toContain('uma vez');
  expect(lines.slice(3, 5)).toEqual(['ABCDE-12345', 'FGHJK-67890']);
});
