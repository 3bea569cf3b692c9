import { expect, test } from 'vitest';
import { formatFileSize } from './file-size.ts';

test.each([
  [0, '0 bytes'],
  [1_536, '1,5\u00a0kB'],
  [3_250_586, '3,1\u00a0MB'],
])('%d bytes are read as %s', (bytes, words) => {
  expect(formatFileSize(bytes)).toBe(words);
});
