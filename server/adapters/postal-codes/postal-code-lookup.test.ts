import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PostalCodeLookup } from './postal-code-lookup.ts';
import { createPostalCodeSimulator } from './simulator.ts';
import { createViaCep } from './via-cep.ts';

/** Simulates ViaCEP: its fields, its reply for unknown postal codes, and the ways in which it fails. */
let double: Server;
let baseUrl: string;
const requested: string[] = [];

const avenue = {
  cep: '66010-000',
  logradouro: 'Avenida Presidente Vargas',
  complemento: '',
  unidade: '',
  bairro: 'Campina',
  localidade: 'Belém',
  uf: 'PA',
  estado: 'Pará',
  regiao: 'Norte',
  ibge: '1501402',
  gia: '',
  ddd: '91',
  siafi: '0427',
};
const town = {
  ...avenue,
  cep: '36325-000',
  logradouro: '',
  bairro: '',
  localidade: 'Tiradentes',
  uf: 'MG',
  ibge: '3168804',
};

/** The status and text of a reply; null: none comes. */
const replies: Record<string, readonly [status: number, body: string] | null> = {
  '66010000': [200, JSON.stringify(avenue)],
  '36325000': [200, JSON.stringify(town)],
  '66010404': [200, JSON.stringify({ erro: 'true' })],
  '66011404': [200, JSON.stringify({ erro: true })],
  '66010408': null,
  '66010500': [500, 'quebrou'],
  '66010429': [429, ''],
  '66010200': [200, '<html>manutenção</html>'],
  '66010201': [200, '[]'],
  '66010202': [200, JSON.stringify({ ...avenue, uf: 'XX' })],
  '66010203': [200, JSON.stringify({ ...avenue, localidade: 7 })],
  '66010204': [200, JSON.stringify({ ...avenue, logradouro: 'x'.repeat(5_000), ibge: 'abc', bairro: null })],
};

beforeAll(async () => {
  double = createServer((request, response) => {
    requested.push(request.url!);
    const reply = replies[request.url!.split('/')[2]!];
    if (reply === null) return;
    const [status, body] = reply ?? [400, ''];
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(body);
  });
  await new Promise<void>((resolve) => double.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(double.address() as AddressInfo).port}`;
});
afterAll(() => {
  double.closeAllConnections();
  double.close();
});

const services: Record<string, () => PostalCodeLookup> = {
  simulator: createPostalCodeSimulator,
  viacep: () => createViaCep({ baseUrl }),
};

describe.each(Object.keys(services))('postal codes by the %s', (name) => {
  const find = (postalCode: string) => services[name]!().find(postalCode);

  test('have street, district, city, its number and state', async () => {
    expect(await find('66010000')).toEqual({
      street: 'Avenida Presidente Vargas',
      district: 'Campina',
      city: 'Belém',
      cityCode: 1501402,
      state: 'PA',
    });
  });

  test('of a whole town have no street and no district', async () => {
    expect(await find('36325000')).toEqual({
      street: '',
      district: '',
      city: 'Tiradentes',
      cityCode: 3168804,
      state: 'MG',
    });
  });

  test('that the service does not know are null', async () => {
    expect(await find('66010404')).toBeNull();
    expect(await find('66011404')).toBeNull();
  });

  test('without a reply throw after two seconds', async () => {
    const startedAt = performance.now();
    await expect(find('66010408')).rejects.toThrow();
    const took = performance.now() - startedAt;
    expect(took).toBeGreaterThan(1_900);
    expect(took).toBeLessThan(4_000);
  });

  test('throw while the service is away', async () => {
    await expect(find('66010500')).rejects.toThrow();
  });
});

test.each(['66010500', '66010429', '66010200', '66010201', '66010202', '66010203', '66010400'])(
  'the reply of ViaCEP for %s is none',
  async (postalCode) => {
    await expect(createViaCep({ baseUrl }).find(postalCode)).rejects.toThrow();
  },
);

test('parts of a reply that do not fit an address are left out', async () => {
  expect(await createViaCep({ baseUrl }).find('66010204')).toEqual({
    street: '',
    district: '',
    city: 'Belém',
    cityCode: null,
    state: 'PA',
  });
});

test('ViaCEP gets the postal code and nothing else', async () => {
  await createViaCep({ baseUrl }).find('66010000');
  expect(requested.at(-1)).toBe('/ws/66010000/json/');
});

test('a lookup without a reply throws', async () => {
  await expect(createViaCep({ baseUrl: 'http://127.0.0.1:1' }).find('66010000')).rejects.toThrow();
});
