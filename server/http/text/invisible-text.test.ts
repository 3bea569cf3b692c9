import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMarket } from '#test/market.ts';
import type { Market } from '#test/market.ts';
import { removeInvisible } from './invisible-text.ts';

let market: Market;
beforeAll(async () => {
  market = await createMarket();
});
afterAll(() => market.close());

const ask = async (text: string) => {
  const { id } = await market.publishedListing();
  const { token } = await market.user();
  return market.request('POST', `/listings/${id}/questions`, { token, key: true, body: { text } });
};

test('invisible characters are not stored, and the rest is treated like any text', async () => {
  const asked = await ask('Serve no \u202e\u2066notebook\u2069\u202c da \u200bmarca X? 👩‍👩‍👧 à noite');
  expect(asked.data.text).toBe('Serve no notebook da marca X? 👩‍👩‍👧 à noite');
  const empty = await ask('\u202e\u200b\u2067'.repeat(10));
  expect(empty).toMatchObject({
    status: 400,
    body: { errors: { text: expect.stringContaining('pergunta') } },
  });
});

test('a search with a pasted text finds the same as with a typed one', async () => {
  const { slug } = await market.publishedListing({ title: 'Violino de estudo quatro quartos' });
  const q = encodeURIComponent('vio\u200blino\u202c');
  const { data } = await market.request('GET', `/public/listings?q=${q}`);
  expect(data.items.map((item: { slug: string }) => item.slug)).toContain(slug);
});

test('a password is stored unchanged', async () => {
  const typed = 'uma\u200bfrase \u202esó minha';
  const newcomer = {
    username: 'leticia_a',
    email: 'leticia@example.com',
    password: typed,
    termsAccepted: true,
  };
  expect(await market.request('POST', '/users', { body: newcomer })).toMatchObject({ status: 201 });
  const signIn = (password: string) =>
    market.request('POST', '/sessions', { body: { login: newcomer.username, password } });
  expect((await signIn(typed)).status).toBe(201);
  expect((await signIn('umafrase só minha')).status).toBe(401);
});

test('a username with invisible characters, or that means nothing, is refused (T106)', async () => {
  const odd = [
    'ma\u200bria',
    'ma\u202eria',
    '\u2066maria',
    'maria\u00ad',
    'm\u0430ria',
    'ma\nria',
    'ｍaria',
    'mıria',
  ];
  for (const username of [...odd, '___']) {
    const body = {
      username,
      email: 'maria@example.com',
      password: 'uma frase só minha',
      termsAccepted: true,
    };
    const answer = await market.request('POST', '/users', { body });
    expect([answer.status, Object.keys(answer.body.errors)], JSON.stringify(username)).toEqual([
      400,
      ['username'],
    ]);
  }
  for (const [name, available] of Object.entries({ ___: false, ['__proto__']: true }))
    expect((await market.request('GET', `/public/usernames/${name}`)).data.available, name).toBe(available);
});

test('no depth of nesting is too much', () => {
  const depth = 100_000;
  let inner: unknown = removeInvisible(JSON.parse(`${'['.repeat(depth)}"a\u202eb"${']'.repeat(depth)}`));
  while (Array.isArray(inner)) inner = inner[0];
  expect(inner).toBe('ab');
});
