import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createMarket } from '#test/market.ts';
import type { Market } from '#test/market.ts';
import type { Person } from '#test/accounts/people.ts';

let market: Market;
beforeAll(async () => {
  market = await createMarket();
});
afterAll(() => market.close());

const home = {
  label: 'Casa',
  recipient: 'Dona Ivone Lara',
  phone: '(91) 98765-4321',
  postalCode: '66010-000',
  street: 'Avenida Presidente Vargas',
  number: '40',
  complement: 'Apto 4',
  district: 'Campina',
  city: 'Belém',
  state: 'PA',
};
const stored = { ...home, postalCode: '66010000', phone: '+5591987654321' };

const add = (person: Person, changes: object = {}) =>
  market.request('POST', '/addresses', { token: person.token, key: true, body: { ...home, ...changes } });
const list = async (person: Person) =>
  (await market.request('GET', '/addresses', { token: person.token })).data;
const change = (person: Person, id: number, body: object) =>
  market.request('PUT', `/addresses/${id}`, { token: person.token, body });
const remove = (person: Person, id: number) =>
  market.request('DELETE', `/addresses/${id}`, { token: person.token });
const makeDefault = (person: Person, id: number, use: string) =>
  market.request('PUT', `/addresses/${id}/default`, { token: person.token, body: { use } });
const defaults = async (person: Person) =>
  (await list(person)).items.map(({ label, defaultFor }: { label: string; defaultFor: string[] }) => [
    label,
    ...defaultFor,
  ]);

describe('an own address', () => {
  test('is added, listed, changed and deleted; its phone is stored in E.164 (S03)', async () => {
    const person = await market.user();
    expect(await list(person)).toEqual({ items: [], max: 10 });
    const { id } = (await add(person)).data;
    expect((await list(person)).items).toEqual([{ id, ...stored, defaultFor: ['receiving', 'sending'] }]);
    const changed = await change(person, id, { ...home, label: 'Trabalho', number: null, complement: '' });
    expect(changed.data).toEqual({
      id,
      ...stored,
      label: 'Trabalho',
      number: null,
      complement: '',
      defaultFor: ['receiving', 'sending'],
    });
    expect((await remove(person, id)).status).toBe(200);
    expect((await list(person)).items).toEqual([]);
    expect((await remove(person, id)).body.code).toBe('not_found');
  });

  test('is added once, however often the call is repeated, and its stored reply has no text of it', async () => {
    const person = await market.user();
    const call = () =>
      market.request('POST', '/addresses', { token: person.token, key: 'endereco-0001', body: home });
    const [first, second] = [await call(), await call()];
    expect(second.data).toEqual(first.data);
    expect((await list(person)).items).toHaveLength(1);
    const { rows } = await sql<{ body: unknown }>`
      select body from idempotency_keys where user_id = ${person.id}`.execute(market.ctx.db);
    expect(rows).toEqual([{ body: first.data }]);
  });

  test('stays as it was when a change is refused', async () => {
    const person = await market.user();
    const { id } = (await add(person)).data;
    expect((await change(person, id, { ...home, label: 'Outra', state: 'AM' })).status).toBe(400);
    expect((await change(person, id, { ...home, label: 'Outra', phone: '123' })).status).toBe(400);
    expect((await list(person)).items).toMatchObject([stored]);
  });

  test('of another person is not found', async () => {
    const [owner, stranger] = [await market.user(), await market.user()];
    const { id } = (await add(owner)).data;
    for (const answer of [
      await change(stranger, id, home),
      await remove(stranger, id),
      await makeDefault(stranger, id, 'sending'),
    ])
      expect(answer.body.code).toBe('not_found');
    expect((await list(stranger)).items).toEqual([]);
    expect((await list(owner)).items).toHaveLength(1);
  });
});

describe('a field that is not right', () => {
  test.each([
    ['label', '', 'Dê um nome a este endereço. Ex.: Casa'],
    ['label', 'a'.repeat(41), 'Use até 40 letras.'],
    ['recipient', ' ', 'Informe o nome de quem recebe.'],
    ['recipient', 'a'.repeat(81), 'Use até 80 letras.'],
    ['phone', '', 'Informe um celular com DDD.'],
    ['phone', '(91) 3205-3000', 'Informe um celular com DDD. Ex.: (11) 98765-4321'],
    ['phone', '+1 202 555 0100', 'Informe um celular com DDD. Ex.: (11) 98765-4321'],
    ['postalCode', '6601000', 'O CEP tem 8 números. Ex.: 66010-000'],
    ['postalCode', '660100000', 'O CEP tem 8 números. Ex.: 66010-000'],
    ['postalCode', '69005-010', 'O CEP 69005-010 fica em outro estado: Amazonas. Corrija o CEP ou o estado.'],
    ['postalCode', '00000-000', 'O CEP 00000-000 não existe. Confira os números.'],
    ['street', '', 'Informe a rua ou avenida.'],
    ['street', 'a'.repeat(121), 'Use até 120 letras.'],
    ['number', '', 'Informe o número, ou marque «Sem número».'],
    ['number', undefined, 'Informe o número, ou marque «Sem número».'],
    ['number', '1'.repeat(11), 'Use até 10 letras.'],
    ['complement', 'a'.repeat(61), 'Use até 60 letras.'],
    ['district', '', 'Informe o bairro.'],
    ['district', 'a'.repeat(81), 'Use até 80 letras.'],
    ['city', '', 'Informe a cidade.'],
    ['city', 'a'.repeat(81), 'Use até 80 letras.'],
    ['state', 'XX', 'Escolha o estado.'],
    ['state', '', 'Escolha o estado.'],
  ])('%s %j is an error that says what to do', async (field, value, error) => {
    const person = await market.user();
    const answer = await add(person, { [field]: value });
    expect(answer.status, answer.text).toBe(400);
    expect(answer.body.errors).toEqual({ [field]: error });
    expect((await list(person)).items).toEqual([]);
  });
});

describe('the default', () => {
  test('is the first address; it moves by choice, one for each use', async () => {
    const person = await market.user();
    const first = (await add(person, { label: 'A' })).data.id;
    const second = (await add(person, { label: 'B' })).data.id;
    expect(await defaults(person)).toEqual([['A', 'receiving', 'sending'], ['B']]);
    await makeDefault(person, second, 'sending');
    await makeDefault(person, second, 'sending');
    expect(await defaults(person)).toEqual([
      ['A', 'receiving'],
      ['B', 'sending'],
    ]);
    await makeDefault(person, second, 'receiving');
    await makeDefault(person, first, 'sending');
    expect(await defaults(person)).toEqual([
      ['A', 'sending'],
      ['B', 'receiving'],
    ]);
  });

  test('that is deleted passes to the oldest of the others', async () => {
    const person = await market.user();
    const first = (await add(person, { label: 'A' })).data.id;
    await add(person, { label: 'B' });
    await add(person, { label: 'C' });
    await remove(person, first);
    expect(await defaults(person)).toEqual([['B', 'receiving', 'sending'], ['C']]);
  });

  test('of an unknown use is refused', async () => {
    const person = await market.user();
    const { id } = (await add(person)).data;
    const answer = await makeDefault(person, id, 'lending');
    expect(answer.body.errors).toEqual({ use: 'Escolha para receber ou para enviar.' });
  });

  test('stays one under twenty choices at once', async () => {
    const person = await market.user();
    const ids: number[] = [];
    for (const label of ['A', 'B', 'C', 'D'])
      // In order, so that the first is the default.
      // oxlint-disable-next-line no-await-in-loop
      ids.push((await add(person, { label })).data.id);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => makeDefault(person, ids[index % 4]!, 'receiving')),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect((await defaults(person)).filter((row: string[]) => row.includes('receiving'))).toHaveLength(1);
  });
});

describe('the limit of ten (S03)', () => {
  test('holds for twenty calls at once, and a deleted address makes room', async () => {
    const person = await market.user();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => add(person, { label: `${index}` })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
    const refused = answers.find(({ status }) => status !== 201)!;
    expect(refused.body).toMatchObject({
      code: 'limit_reached',
      detail: 'Você já tem 10 endereços. Apague um para guardar outro.',
    });
    const { items } = await list(person);
    expect(items).toHaveLength(10);
    await remove(person, items[4].id);
    expect((await add(person)).status).toBe(201);
    expect((await add(person)).status).toBe(409);
  });

  test('holds in PostgreSQL for any writer', async () => {
    const person = await market.user();
    const { id } = (await add(person)).data;
    const insert = (slot: number) =>
      sql`insert into addresses (user_id, slot, sealed) select user_id, ${slot}, sealed from addresses where id = ${id}`.execute(
        market.ctx.db,
      );
    await expect(insert(1)).rejects.toThrow(/addresses_user_id_slot_key/);
    await expect(insert(11)).rejects.toThrow(/addresses_slot_check/);
    await expect(insert(0)).rejects.toThrow(/addresses_slot_check/);
  });
});

describe('at rest', () => {
  test('no text of an address stands in clear anywhere in the database', async () => {
    const person = await market.user();
    const secrets = [
      'Zumbi Xylofone',
      'Alameda Quixadá Verde',
      'Portão Lilás',
      'Ilha Wyz',
      'Casa da Vó Zezé',
    ];
    const [recipient, street, complement, district, label] = secrets;
    const given = await add(person, { recipient, street, complement, district, label });
    expect(given.status).toBe(201);
    await change(person, given.data.id, { ...home, recipient, street, complement, district, label });
    await market.drain();
    const owner = new Client({ connectionString: market.database.ownerUrl });
    await owner.connect();
    const { rows: tables } = await owner.query<{ name: string }>(
      `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
       where table_schema in ('public', 'graphile_worker') and table_type = 'BASE TABLE'`,
    );
    expect(tables.length).toBeGreaterThan(50);
    const found: string[] = [];
    for (const { name } of tables)
      for (const text of secrets) {
        // oxlint-disable-next-line no-await-in-loop
        const { rowCount } = await owner.query(`select from ${name} t where t::text ilike $1 limit 1`, [
          `%${text}%`,
        ]);
        if (rowCount) found.push(`${name}: ${text}`);
      }
    await owner.end();
    expect(found).toEqual([]);
  });

  test('the content of one address cannot be opened in the row of another', async () => {
    const person = await market.user();
    const first = (await add(person)).data.id;
    const second = (await add(person, { label: 'Outra' })).data.id;
    await sql`update addresses set sealed = (select sealed from addresses where id = ${first})
      where id = ${second}`.execute(market.ctx.db);
    const answer = await market.request('GET', '/addresses', { token: person.token });
    expect(answer.status).toBe(500);
    expect(answer.text).not.toContain('Ivone');
  });

  test('the application may not move an address to another person', async () => {
    const person = await market.user();
    const { id } = (await add(person)).data;
    await expect(
      sql`update addresses set user_id = user_id where id = ${id}`.execute(market.ctx.db),
    ).rejects.toThrow(/permission denied/);
  });
});
