import { afterAll, beforeAll, expect, test } from 'vitest';
import { allEndpoints } from '#contract/all.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { openSession } from '#server/http/session.ts';
import { createMarket } from '#test/market.ts';
import type { Market } from '#test/market.ts';
import type { Person } from '#test/accounts/people.ts';

/** Values that break careless code: wrong types, extreme numbers, NUL, broken surrogates, large values, markup, SQL. */
const hostile: unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  2 ** 31,
  Number.MAX_SAFE_INTEGER,
  2 ** 53,
  -(2 ** 63),
  1e308,
  '',
  ' ',
  '0',
  '-1',
  '1e400',
  'NaN',
  '0000-01-01',
  '9999-12-31T23:59:59.999Z',
  '__proto__',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'um motivo comprido o bastante, com meio par: \ud83d',
  '%00',
  "'; drop table users; --",
  '<script>alert(1)</script>',
  '{{7*7}}',
  '🎮'.repeat(50),
  'x'.repeat(20_000),
  [],
  [null],
  [[]],
  Array.from({ length: 50 }, () => 'abcd\u0000'),
  {},
  { length: -1 },
  { $gt: '' },
  { toString: 1 },
];

let market: Market;
let admin: Person;
let listing: { id: number; slug: string };
let seller: Person;

beforeAll(async () => {
  market = await createMarket();
  admin = await market.user({ role: 'admin' });
  const published = await market.publishedListing({ codes: ['HOSTIL-1', 'HOSTIL-2'] });
  listing = published;
  seller = published.seller;
});
afterAll(() => market.close());

/** Endpoints that remove the shared listing come last. */
const inOrder = allEndpoints.toSorted((a, b) => Number(takesAway(a)) - Number(takesAway(b)));

function takesAway(endpoint: Endpoint): boolean {
  return endpoint.method === 'DELETE' && endpoint.path.startsWith('/listings');
}

test.each(inOrder.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
  '%s never answers a hostile call with a 500',
  async (_name, endpoint) => {
    const failures: string[] = [];
    const statuses = new Set<number>();
    const tokens = await Promise.all([admin, seller].map(signIn));
    for (const call of calls(endpoint)) {
      for (const token of tokens) {
        const answer = await market.request(endpoint.method, call.path, {
          token,
          key: true,
          ip: `10.${Math.floor(Math.random() * 255)}.${Math.floor(Math.random() * 255)}.1`,
          ...(endpoint.method !== 'GET' && endpoint.method !== 'DELETE' && { body: call.body }),
        });
        statuses.add(answer.status);
        // 503 is only for a provider or a database that is down.
        if (answer.status >= 500)
          failures.push(`${answer.status} ${call.path} ${JSON.stringify(call.body)?.slice(0, 120)}`);
      }
    }
    expect(failures).toEqual([]);
    // A call that the gate refuses proves nothing.
    if (endpoint.auth !== 'webhook') expect([...statuses]).not.toEqual([401]);
  },
);

/** A separate session for this endpoint, because one of them signs out. */
function signIn({ id }: Person): Promise<string> {
  return openSession(market.ctx.db, { userId: id, ip: '127.0.0.1', userAgent: 'vitest' });
}

/** Every field with every hostile value, one at a time, in the path, the query and the body. */
function* calls(endpoint: Endpoint): Generator<{ path: string; body?: unknown }> {
  const usual = pathWith(endpoint, {});
  for (const name of pathFields(endpoint))
    for (const value of hostile.filter(
      (each) => typeof each === 'string' && each !== '' && each.length < 200,
    ))
      yield { path: pathWith(endpoint, { [name]: value as string }) };
  for (const name of fieldsOf(endpoint.query))
    for (const value of hostile.filter((each) => typeof each !== 'object'))
      yield { path: `${usual}?${name}=${encode(String(value))}` };
  for (const body of [null, [], 'text', 7]) yield { path: usual, body };
  const names = fieldsOf(endpoint.body);
  const whole = Object.fromEntries(names.map((name) => [name, sample(name)]));
  for (const name of names)
    for (const value of hostile) yield { path: usual, body: { ...whole, [name]: value } };
  yield { path: usual, body: whole };
}

function fieldsOf(schema: Endpoint['body']): string[] {
  const shape = (schema as unknown as { shape?: Record<string, unknown> }).shape;
  return Object.keys(shape ?? {});
}

const pathFields = (endpoint: Endpoint) =>
  [...endpoint.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!);

function pathWith(endpoint: Endpoint, values: Record<string, string>): string {
  return endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encode(values[name] ?? String(sample(name))),
  );
}

function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

/** A valid value of each field, so that the other fields are really validated. */
function sample(name: string): unknown {
  const samples: Record<string, unknown> = {
    id: listing.id,
    codeId: 1,
    slug: listing.slug,
    username: 'alguem',
    hash: 'x'.repeat(27),
    provider: 'simulator',
    categoryId: 1,
    listingId: listing.id,
    quantity: 1,
    expectedTotalCents: 10_000,
    method: 'pix',
    codes: ['HOSTIL-3'],
    title: 'Um título comprido o bastante',
    description: 'Uma descrição comprida o bastante para a revisão.',
    priceCents: 1_000,
    stock: 1,
    reasons: ['other'],
    decision: 'reject',
    note: 'Uma nota qualquer de teste.',
    text: 'Uma pergunta comprida o bastante?',
    answer: 'Uma resposta.',
    login: 'alguem',
    password: 'senha-qualquer',
    email: 'alguem@exemplo.com.br',
    termsAccepted: true,
    token: 'x'.repeat(43),
    read: 1,
    paused: false,
    amountCents: 1_000,
    holderName: 'Fulano de Tal',
    cpf: '52998224725',
    reference: 'x'.repeat(32),
    byMs: 0,
    copies: 1,
    reason: 'other',
  };
  return samples[name] ?? 'x';
}
