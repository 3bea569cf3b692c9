import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { PostalCodeLookup } from '#server/adapters/postal-codes/postal-code-lookup.ts';
import { countInNextWindow } from '#test/attempts.ts';
import { createMarket } from '#test/market.ts';
import type { Market } from '#test/market.ts';

let market: Market;
let simulator: PostalCodeLookup;
const asked: string[] = [];
beforeAll(async () => {
  market = await createMarket();
  simulator = market.ctx.postalCodes;
  market.ctx.postalCodes = {
    name: 'counted',
    find(postalCode) {
      asked.push(postalCode);
      return simulator.find(postalCode);
    },
  };
});
afterAll(() => market.close());
afterEach(() => asked.splice(0));

const dayMs = 86_400_000;
const unknown = 'Não encontramos este CEP. Confira os números ou preencha o endereço.';
let networks = 0;
const look = (postalCode: string, ip = `10.1.1.${++networks}`) =>
  market.request('GET', `/public/postal-codes/${postalCode}`, { ip });

test('a visitor gets the address of a postal code, typed with or without its hyphen', async () => {
  const place = {
    postalCode: '66010000',
    street: 'Avenida Presidente Vargas',
    district: 'Campina',
    city: 'Belém',
    cityCode: 1501402,
    state: 'PA',
    source: 'lookup',
  };
  expect((await look('66010-000')).data).toEqual(place);
  expect((await look('66010000')).data).toEqual(place);
  expect(asked).toEqual(['66010000']);
});

test('a reply is reused for 30 days, then deleted and asked for again', async () => {
  await look('01310100');
  await market.moveClock(29 * dayMs);
  await look('01310100');
  expect(asked).toEqual(['01310100']);
  await market.moveClock(2 * dayMs);
  await market.drain();
  const { rows } = await sql`select from postal_codes`.execute(market.ctx.db);
  expect(rows).toHaveLength(0);
  await look('01310100');
  expect(asked).toEqual(['01310100', '01310100']);
});

test('an unknown postal code is a field error with the state of its range, and asked for again after a day', async () => {
  for (let time = 0; time < 2; time++) {
    const answer = await look('66999404');
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({
      code: 'invalid_request',
      errors: { postalCode: unknown },
      meta: { state: 'PA' },
    });
  }
  await market.moveClock(dayMs + 1);
  await look('66999404');
  expect(asked).toEqual(['66999404', '66999404']);
});

test('a postal code of no state is unknown without asking', async () => {
  const answer = await look('00000000');
  expect(answer.body).toMatchObject({ code: 'invalid_request', errors: { postalCode: unknown } });
  expect(asked).toEqual([]);
});

test.each(['6601000', '660100000', 'abcdefgh', '%20'])('%j is no postal code', async (typed) => {
  const answer = await look(typed);
  expect(answer.status).toBe(400);
  expect(answer.body.errors.postalCode).toBe('O CEP tem 8 números. Ex.: 66010-000');
});

test.each([
  ['slow', '72900408', 'GO'],
  ['away', '69310000', 'RR'],
])(
  'while the service is %s the state comes from the range, and nothing is stored',
  async (_how, code, state) => {
    const answer = await look(code);
    expect(answer.status).toBe(200);
    expect(answer.data).toEqual({
      postalCode: code,
      street: '',
      district: '',
      city: '',
      cityCode: null,
      state,
      source: 'range',
    });
    await look(code);
    expect(asked).toEqual([code, code]);
  },
);

test('a network looks up sixty postal codes in a minute', async () => {
  const ip = `10.9.9.${++networks}`;
  for (let count = 0; count < 60; count++)
    // One after the other: the count is what is tested.
    // oxlint-disable-next-line no-await-in-loop
    expect((await look('66010000', ip)).status).toBe(200);
  await countInNextWindow(market.ctx.db, `GET /public/postal-codes/{postalCode} ip:${ip}`);
  const refused = await look('66010000', ip);
  expect(refused.body.code).toBe('too_many_requests');
  expect((await look('66010000')).status).toBe(200);
});
