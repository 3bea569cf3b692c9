import { expect, test } from 'vitest';
import { fuzzPdfs } from './pdf-fuzz.ts';

test('generated PDFs are refused when they are active, accepted when they are not, and never crash the parser (T87)', () => {
  const { faults, ...counts } = fuzzPdfs({ seed: 1, inputs: 15_000 });
  expect(counts).toEqual({ honest: 5_000, hostile: 5_000, damaged: 5_000 });
  expect(faults).toEqual([]);
});
