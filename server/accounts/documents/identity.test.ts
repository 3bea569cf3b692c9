import { generateCpf } from '@brazilian-utils/brazilian-utils';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMarket } from '#test/market.ts';
import type { Market } from '#test/market.ts';
import type { Person } from '#test/accounts/people.ts';
import { readDocument } from './identity.ts';

let market: Market;
beforeAll(async () => void (market = await createMarket()));
afterAll(() => market.close());

const usual = { fullName: 'Ana Maria Souza', birthDate: '1990-01-31', document: '529.982.247-25' };
const verify = ({ token }: Person, change: object = {}) =>
  market.request('PUT', '/account/identity', {
    token,
    body: { ...usual, document: generateCpf(), ...change },
  });
const person = () => market.user({ level: 'N1' });

test('name, birth date and document give the level N2, and are shown masked', async () => {
  const { status, data } = await verify(await person(), { document: usual.document });
  expect([status, data]).toMatchObject([
    200,
    { level: 'N2', document: '***.982.247-**', fullName: 'Ana Maria Souza', birthDate: '1990-01-31' },
  ]);
});

test('documents are read with and without punctuation, and CNPJ with the letters of 2026', () => {
  expect(readDocument('529.982.247-25')).toEqual({ kind: 'cpf', number: '52998224725' });
  expect(readDocument('12.abc.345/01DE-35')).toEqual({ kind: 'cnpj', number: '12ABC34501DE35' });
  expect(readDocument('11222333000181')).toEqual({ kind: 'cnpj', number: '11222333000181' });
  for (const wrong of [
    '52998224724',
    '11111111111',
    '00000000000000',
    '11111111111111',
    '12ABC34501DE34',
    '12ABC34501DEAA',
    '5299822472',
    'abc52998224725xyz',
    '',
  ])
    expect([wrong, readDocument(wrong)]).toEqual([wrong, null]);
});

test.each([
  ['one word', { fullName: 'Ana' }, 'fullName'],
  ['a name of signs', { fullName: '<b> x' }, 'fullName'],
  ['30 February', { birthDate: '1990-02-30' }, 'birthDate'],
  ['a birth in the future', { birthDate: '2190-01-01' }, 'birthDate'],
  ['a birth long ago', { birthDate: '1801-01-01' }, 'birthDate'],
  [
    'a person of 17',
    { birthDate: new Date(Date.now() - 17.9 * 365.25 * 86_400_000).toISOString().slice(0, 10) },
    'birthDate',
  ],
  ['a CPF that does not exist', { document: '52998224724' }, 'document'],
])('%s is refused at its field', async (_what, change, field) => {
  const answer = await verify(await person(), change);
  expect([answer.status, Object.keys(answer.body.errors)]).toEqual([400, [field]]);
});

test('needs a proven e-mail and phone first', async () => {
  const answer = await verify(await market.user({ level: 'N0' }));
  expect([answer.status, answer.body.code, answer.body.meta]).toEqual([
    422,
    'verification_required',
    { needs: 'phone' },
  ]);
  const unproven = await verify(await market.user({ verified: false }));
  expect(unproven.body.meta).toEqual({ needs: 'email' });
});

test('a document that others declared is accepted, also concurrently, without revealing the others', async () => {
  const people = await Promise.all(Array.from({ length: 20 }, person));
  const document = generateCpf();
  const answers = await Promise.all(people.map((each) => verify(each, { document })));
  expect(answers.map(({ status }) => status)).toEqual(people.map(() => 200));
  const cnpj = '12ABC34501DE35';
  expect((await verify(await person(), { document: cnpj, taxType: 'mei' })).data.document).toBe(
    '**.ABC.345/****-**',
  );
  expect((await verify(await person(), { document: cnpj.toLowerCase(), taxType: 'company' })).status).toBe(
    200,
  );
});

test('verified data may be sent again but not changed', async () => {
  const one = await person();
  const document = generateCpf();
  await verify(one, { document });
  expect((await verify(one, { document })).status).toBe(200);
  for (const change of [{ document: generateCpf() }, { document, fullName: 'Beto Lima' }]) {
    const answer = await verify(one, change);
    expect([answer.status, answer.body.code]).toEqual([409, 'wrong_state']);
  }
});

test('needs a recent proof of the person', async () => {
  const one = await person();
  await sql`update sessions set proved_at = null where user_id = ${one.id}`.execute(market.ctx.db);
  expect((await verify(one)).body.code).toBe('step_up_required');
});
