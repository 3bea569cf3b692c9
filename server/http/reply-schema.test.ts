import compile from 'fast-json-stringify';
import { expect, test } from 'vitest';
import { allEndpoints } from '#contract/all.ts';
import { replySchema } from './reply-schema.ts';

test('the serializer of every endpoint compiles', () => {
  for (const endpoint of allEndpoints)
    expect(compile(replySchema(endpoint)), endpoint.path).toBeTypeOf('function');
});
