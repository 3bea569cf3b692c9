import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMarket } from '#test/market.ts';
import type { Market } from '#test/market.ts';

let market: Market;
beforeAll(async () => {
  market = await createMarket();
});
afterAll(() => market.close());

/** Each is one visible character of several code points. */
const letters = [
  ['families', '👨‍👩‍👧‍👦'],
  ['flags', '🇧🇷'],
  ['keycaps', '1️⃣'],
  ['combining accents', 'ã'.normalize('NFD')],
] as const;

test.each(letters)('%s count as one character each in a title and a description', async (_kind, letter) => {
  const { id, seller } = await market.draft();
  const save = (body: object) => market.request('PATCH', `/listings/${id}`, { token: seller.token, body });
  const send = () => market.request('POST', `/listings/${id}/submission`, { token: seller.token, key: true });
  for (const [field, min, max] of [
    ['title', 10, 80],
    ['description', 30, 5_000],
  ] as const) {
    expect((await save({ [field]: letter.repeat(max) })).status).toBe(200);
    const long = await save({ [field]: letter.repeat(max + 1) });
    expect(long.status).toBe(400);
    expect(long.body.errors[field]).toBe(`Use até ${max.toLocaleString('pt-BR')} letras.`);
    expect((await save({ [field]: letter.repeat(min - 1) })).status).toBe(200);
    expect((await send()).body.errors).toHaveProperty(field);
    expect((await save({ [field]: letter.repeat(min) })).status).toBe(200);
  }
  expect((await send()).status).toBeLessThan(300);
});

test.each(letters)('%s count as one character each in a question and its answer', async (_kind, letter) => {
  const { id, seller } = await market.publishedListing();
  const ask = async (count: number) =>
    market.request('POST', `/listings/${id}/questions`, {
      token: (await market.user()).token,
      key: true,
      body: { text: letter.repeat(count) },
    });
  expect((await ask(9)).body.errors).toEqual({ text: expect.stringContaining('10 letras') });
  expect((await ask(501)).body.errors).toEqual({ text: 'Use até 500 letras.' });
  expect((await ask(10)).status).toBe(201);
  const asked = await ask(500);
  expect(asked.status).toBe(201);
  const answer = (count: number) =>
    market.request('PUT', `/questions/${asked.data.id}/answer`, {
      token: seller.token,
      body: { answer: letter.repeat(count) },
    });
  expect((await answer(1_001)).body.errors).toEqual({ answer: 'Use até 1.000 letras.' });
  expect((await answer(1_000)).status).toBe(200);
});

test('marks piled on one character, and more code points than can be stored, are refused at their field', async () => {
  const { id, seller } = await market.draft();
  const save = (title: string) =>
    market.request('PATCH', `/listings/${id}`, { token: seller.token, body: { title } });
  const errorsOf = async (title: string) => (await save(title)).body.errors;
  expect(await errorsOf(`Conta ${'a\u0301\u0302\u0303'.repeat(2)}${'\u0301'.repeat(9)}`)).toEqual({
    title: 'Tire os acentos repetidos na mesma letra.',
  });
  // One character to Unicode, however long: only the number of code points limits it.
  expect(await errorsOf('👨‍'.repeat(500) + '👨')).toEqual({
    title: 'Use até 120 letras, com menos emojis combinados.',
  });
});

test('the OpenAPI has the outer bound, and describes the visible one', async () => {
  const { body } = await market.request('GET', '/openapi.json');
  const operation = body.paths['/listings/{id}'].patch;
  expect(operation.requestBody.content['application/json'].schema.properties.title).toMatchObject({
    maxLength: 960,
    description: 'Up to 120 visible letters (graphemes); maxLength is in code points.',
  });
});
