import { expect, test } from 'vitest';
import {
  UNSAFE_decodeViaTurboStream as decode,
  UNSAFE_ErrorResponseImpl as ErrorResponseImpl,
  isRouteErrorResponse,
} from 'react-router';
import { encodeData } from './encode-data.ts';

async function decoded(text: string): Promise<unknown> {
  const stream = new Blob([text]).stream() as ReadableStream<Uint8Array>;
  return (await decode(stream, globalThis as never)).value;
}

test.each([
  ['scalars', { text: 'Praça “nova” …', none: null, yes: true, no: false, zero: 0, price: 12.5, empty: '' }],
  ['lists and objects', { list: [[], {}, [null, 1, 'a'], { a: { b: ['a', 'a'] } }], same: ['a', 1, true] }],
  ['keys that look like indexes and numbers', { _1: '_1', 1: 1, D: ['D', 5], '': [] }],
])('the router decodes %s as they were', async (_, data) => {
  expect(await decoded(encodeData(data))).toStrictEqual(data);
});

test('undefined parts stay, as in the router’s own encoding', async () => {
  expect(await decoded(encodeData({ before: undefined, page: 1 }))).toStrictEqual({
    before: undefined,
    page: 1,
  });
});

test('equal texts are written once', () => {
  expect(encodeData(['https://praca.example', 'https://praca.example'])).toBe(
    '[[1,1],"https://praca.example"]\n',
  );
});

test('a loader’s refusal is the router’s error response again, and a failure says nothing about itself', async () => {
  const refused = new ErrorResponseImpl(410, 'Gone', { code: 'gone' });
  const { errors } = (await decoded(
    encodeData({ errors: { page: refused, other: new Error('Unexpected') } }),
  )) as {
    errors: { page: { status: number; data: unknown }; other: Error };
  };
  expect(isRouteErrorResponse(errors.page)).toBe(true);
  expect(errors.page).toMatchObject({ status: 410, data: { code: 'gone' } });
  expect(errors.other).toBeInstanceOf(Error);
  expect(errors.other.stack).toBeUndefined();
});

test.each([
  ['Map', new Map()],
  ['Date', new Date()],
  ['bigint', 1n],
  ['number', Number.NaN],
  ['function', () => 1],
])('a %s is refused', (kind, value) => {
  expect(() => encodeData({ value })).toThrow(`a ${kind}, which has no JSON form`);
});
