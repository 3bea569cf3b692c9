import { expect, test } from 'vitest';
import { findUnstorableTexts } from './unstorable-text.ts';

test('stored texts may be of any script, and fields with characters that cannot be stored are reported', () => {
  const fit = {
    name: 'João 🎮 ‏שלום',
    list: ['', 1, null, true],
    inner: { text: 'a\tb\n' },
    bytes: Buffer.from('\0'),
  };
  expect(findUnstorableTexts(fit)).toEqual({});
  const unfit = findUnstorableTexts({ a: '\0', b: [{ c: 'x\ud83d' }], ['d\udc00']: 1, e: 'bom' });
  expect(Object.keys(unfit).toSorted()).toEqual(['a', 'b.0.c', 'd\udc00']);
  expect(Object.keys(findUnstorableTexts('\0'))).toEqual(['body']);
});

test('no depth of nesting is too much', () => {
  const depth = 100_000;
  expect(findUnstorableTexts(JSON.parse(`${'['.repeat(depth)}"\\u0000"${']'.repeat(depth)}`))).not.toEqual(
    {},
  );
});
