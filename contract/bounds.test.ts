import { describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { allEndpoints } from './all.ts';
import { leastCpuTimeOf } from '#test/cpu-time.ts';

// What a schema is stands in zod under this name alone.
/* oxlint-disable no-underscore-dangle */

/** As zod keeps a schema; only what is walked through here. */
interface Definition {
  type: string;
  check?: string;
  pattern?: RegExp;
  checks?: { _zod: { def: { check: string; pattern?: RegExp } } }[];
  shape?: Record<string, z.ZodMiniType>;
  options?: z.ZodMiniType[];
  items?: z.ZodMiniType[];
  element?: z.ZodMiniType;
  valueType?: z.ZodMiniType;
  keyType?: z.ZodMiniType;
  innerType?: z.ZodMiniType;
  in?: z.ZodMiniType;
}
const definitionOf = (schema: z.ZodMiniType) => schema._zod.def as unknown as Definition;

interface Leaf {
  path: string;
  schema: z.ZodMiniType;
  type: string;
}

/** The schemas of every text, list and record of a request, with their paths. */
function* leaves(schema: z.ZodMiniType, path: string): Generator<Leaf> {
  const { type, shape = {}, options = [], items = [], ...rest } = definitionOf(schema);
  if (['string', 'array', 'record', 'unknown', 'any'].includes(type)) yield { path, schema, type };
  for (const [name, each] of Object.entries(shape)) yield* leaves(each, `${path}.${name}`);
  for (const each of [...options, ...items]) yield* leaves(each, path);
  for (const each of [rest.element, rest.valueType]) if (each) yield* leaves(each, `${path}.*`);
  if (rest.keyType) yield* leaves(rest.keyType, `${path}.key`);
  for (const each of [rest.innerType, rest.in]) if (each) yield* leaves(each, path);
}

/** Texts that a library or a provider's signature checks. */
const others = /^POST \/webhooks\/|\.response\.response\.\*$/;
const all = allEndpoints.flatMap((endpoint) =>
  [endpoint.params, endpoint.query, endpoint.body].flatMap((schema) => [
    ...leaves(schema, `${endpoint.method} ${endpoint.path} `),
  ]),
);
const ours = all.filter(({ path }) => !others.test(path));

const hasCheck = ({ schema }: Leaf, names: readonly string[]) => {
  const { check, checks = [] } = definitionOf(schema);
  return [check, ...checks.map((each) => each._zod.def.check)].some((name) => names.includes(name ?? ''));
};

const patternsOf = ({ schema }: Leaf) => {
  const { pattern, checks = [] } = definitionOf(schema);
  return [pattern, ...checks.map((each) => each._zod.def.pattern)].filter((each) => each !== undefined);
};

/** Written in paragraphs. */
const inParagraphs =
  'text words note reason grounds answer comment bio description rulesText deliveryData markdown body statement';
/** Texts that are stored unchanged, checked by a domain rule, or only compared. */
const asItCame =
  'codes.* values.* changes.* changes.*.* subject hidden.* query.* provider password currentPassword login username ' +
  'token ticket code credential reference phone document accessKey orderCode';
const free = new Set([...inParagraphs.split(' '), ...asItCame.split(' ')]);
const nameOf = (path: string) => path.slice(path.lastIndexOf(' ') + 2);
const mayBreak = ({ path }: Leaf) => free.has(nameOf(path)) || /\.key$|\.response\./.test(path);

/** Whether a text with an end of a line in it comes through with it. */
const broken = ({ schema }: Leaf) =>
  [1, 2, 4, 8, 16].some((times) => {
    const { success, data } = schema.safeParse('ab\ncd\t'.repeat(times));
    return success && typeof data === 'string' && /[\t-\r]/.test(data);
  });

/** Without `*`, `+` or `{n,}`, and from end to end. */
const isBounded = ({ source }: RegExp) =>
  source.startsWith('^') && source.endsWith('$') && !/[*+]|\{\d+,\}/.test(withoutSets(source));
const withoutSets = (source: string) => source.replaceAll(/\\.|\[(?:\\.|[^\]])*\]/g, 'x');

describe('the inputs of every endpoint', () => {
  test('have an upper bound: every text, list and record has a maximum size (T102)', () => {
    const endless = ours.filter((leaf) => {
      if (leaf.type === 'string')
        return !hasCheck(leaf, ['max_length', 'length_equals']) && !patternsOf(leaf).some(isBounded);
      if (leaf.type === 'array') return !hasCheck(leaf, ['max_length', 'length_equals']);
      if (leaf.type !== 'record') return true;
      const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`k${index}`, 'a']));
      return leaf.schema.safeParse(many).success;
    });
    expect(endless.map(({ path }) => path)).toEqual([]);
    expect(ours.length).toBeGreaterThan(200);
  });

  test('allow line breaks only in paragraphs and in texts that are not shown as typed', () => {
    const kept = allEndpoints.flatMap(({ method, path, body, query, binary }) => [
      ...leaves(body, `${method} ${path} `),
      ...(binary ? leaves(query, `${method} ${path} `) : []),
    ]);
    const lines = kept.filter((leaf) => leaf.type === 'string' && !mayBreak(leaf) && !others.test(leaf.path));
    expect(lines.filter(broken).map(({ path }) => path)).toEqual([]);
    expect(lines.length).toBeGreaterThan(40);
  });

  const parts = ['a', '0', '.', '-', '@', ' ', '\t', '/', '=', ':', '_', '{{', 'a.', 'a@', 'é'];
  const odd = ['', 'a@', 'ey', '2026-01-01T'].flatMap((head) =>
    parts.map((part) => `${head}${part.repeat(15_000)}\n!`),
  );
  const limitMs = 250;
  /** One text for each set of patterns. */
  const texts = new Map(
    ours
      .filter(({ type }) => type === 'string')
      .map((leaf) => [patternsOf(leaf).map(String).join(' ') || leaf.path, leaf]),
  );

  test.each([...texts.values()].map(({ path, schema }) => [path, schema] as const))(
    'are validated in a short time, however long and unusual they are (T95): %s',
    (_, schema) => {
      const read = () => odd.forEach((text) => schema.safeParse(text));
      expect(leastCpuTimeOf(read, limitMs)).toBeLessThan(limitMs);
    },
  );
});
