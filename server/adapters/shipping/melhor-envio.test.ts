import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { stateOf } from '#domain/shipping/shipments.ts';
import { isRefusal } from '#server/adapters/payments/failures.ts';
import { startMelhorEnvio } from '#test/shipping/doubles/melhor-envio.ts';
import { centsOf, readQuotes } from './melhor-envio-answers.ts';
import { createMelhorEnvio } from './melhor-envio.ts';
import type { LabelRequest, ShippingProvider } from './shipping-provider.ts';

let double: Awaited<ReturnType<typeof startMelhorEnvio>>;
let provider: ShippingProvider;

beforeAll(async () => {
  double = await startMelhorEnvio();
  provider = createMelhorEnvio({ ...double.settings, baseUrl: double.baseUrl });
});
afterAll(() => double.close());

const person = {
  recipient: 'Bruna Alves',
  phone: '+5541987654321',
  postalCode: '80020310',
  street: 'Rua das Flores',
  number: '10',
  complement: '',
  district: 'Centro',
  city: 'Curitiba',
  state: 'PR',
  document: '52998224725',
} as const;

function request(changes: Partial<LabelRequest> = {}): LabelRequest {
  return {
    reference: randomUUID(),
    service: '2',
    from: person,
    to: { ...person, postalCode: '66010000', city: 'Belém', state: 'PA' },
    parcel: { weightGrams: 500, lengthCm: 24, widthCm: 17, heightCm: 4 },
    insuredCents: 12_050,
    contents: [{ name: 'Livro', quantity: 2, unitCents: 6_025 }],
    invoiceKey: null,
    ...changes,
  };
}

const sent = (path: string) => double.asked.filter((asked) => asked.path === `/api/v2/me/${path}`);

describe('a purchase at Melhor Envio', () => {
  // Up to seven calls look for the reference, then come cart, checkout, generation and the label.
  test.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])(
    'whose answer number %i is lost is paid once in the end',
    async (lost) => {
      const before = double.balanceCents();
      const one = request();
      double.fail(...Array.from({ length: lost - 1 }, () => 'none' as const), 'lost');
      await provider.buyLabel(one).catch(() => null);
      double.clearFaults();
      const label = await provider.buyLabel(one);
      expect(before - double.balanceCents()).toBe(label.chargedCents);
      expect(await provider.buyLabel(one)).toEqual(label);
      expect(before - double.balanceCents()).toBe(label.chargedCents);
    },
  );

  test('finds an older label of its reference among others', async () => {
    const one = request();
    const label = await provider.buyLabel(one);
    for (let each = 0; each < 12; each++) await provider.buyLabel(request());
    expect((await provider.buyLabel(one)).labelId).toBe(label.labelId);
  });

  test('without enough balance is refused, and goes on from the cart once there is', async () => {
    const one = request();
    double.spend(10_000_000);
    const refused = await provider.buyLabel(one).catch((error: unknown) => error);
    expect(isRefusal(refused)).toBe(true);
    expect(String(refused)).toContain('balance');
    double.spend(-10_000_000);
    const before = sent('cart').filter(({ method }) => method === 'POST').length;
    await provider.buyLabel(one);
    expect(sent('cart').filter(({ method }) => method === 'POST')).toHaveLength(before);
  });

  test('of a person travels with a declaration, of a company with its invoice', async () => {
    await provider.buyLabel(request());
    const declared = sent('cart').findLast(({ method }) => method === 'POST')!;
    expect(declared.body).toMatchObject({
      service: 2,
      from: { name: 'Bruna Alves', document: '52998224725', phone: '41987654321', state_abbr: 'PR' },
      products: [{ name: 'Livro', quantity: 2, unitary_value: 60.25 }],
      volumes: [{ weight: 0.5, length: 24, width: 17, height: 4 }],
      options: { insurance_value: 120.5, non_commercial: true },
    });
    expect(declared.headers['user-agent']).toContain('ti@praca.example');
    const invoiceKey = '1'.repeat(44);
    await provider.buyLabel(request({ from: { ...person, document: '12345678000195' }, invoiceKey }));
    expect(sent('cart').findLast(({ method }) => method === 'POST')!.body).toMatchObject({
      from: { company_document: '12345678000195' },
      options: { non_commercial: false, invoice: { key: invoiceKey } },
    });
  });

  test('that lacks a document names the field and nothing of the person', async () => {
    const refused = await provider
      .buyLabel(request({ to: { ...person, document: null } }))
      .catch((error: unknown) => error);
    expect(isRefusal(refused)).toBe(true);
    expect(String(refused)).toContain('to.document');
    expect(String(refused)).not.toContain('Bruna');
  });
});

describe('a label of Melhor Envio', () => {
  test('that is still in the cart is taken out of it when it is cancelled', async () => {
    double.spend(10_000_000);
    await provider.buyLabel(request()).catch(() => null);
    double.spend(-10_000_000);
    const list = await fetch(`${double.baseUrl}/api/v2/me/cart`, {
      headers: { authorization: `Bearer ${double.settings.token}`, 'user-agent': 'test (a@b.c)' },
    });
    const { data } = (await list.json()) as { data: { id: string }[] };
    await provider.cancel(data.at(-1)!.id);
    await provider.cancel(data.at(-1)!.id);
    expect(sent(`cart/${data.at(-1)!.id}`).some(({ method }) => method === 'DELETE')).toBe(true);
  });

  test('that could not be delivered says so', async () => {
    const { labelId } = await provider.buyLabel(request());
    double.post(labelId);
    double.miss(labelId);
    expect(stateOf((await provider.track(labelId)).events)).toBe('failed');
  });

  test('is signed in hexadecimal or base64, as its webhooks come', async () => {
    const { labelId } = await provider.buyLabel(request());
    for (const encoding of ['hex', 'base64'] as const) {
      const { headers, rawBody } = double.notice(labelId, encoding);
      expect(provider.readWebhook(headers, rawBody)).toEqual({ labelIds: [labelId] });
    }
    const silent = createMelhorEnvio({ ...double.settings, webhookSecret: null, baseUrl: double.baseUrl });
    const { headers, rawBody } = double.notice(labelId);
    expect(silent.readWebhook(headers, rawBody)).toBeNull();
  });
});

test('a wrong token is no refusal: the outcome is unknown, and the log does not have the token', async () => {
  const stranger = createMelhorEnvio({
    ...double.settings,
    token: 'segredo-errado',
    baseUrl: double.baseUrl,
  });
  const error = await stranger.buyLabel(request()).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(Error);
  expect(isRefusal(error)).toBe(false);
  expect(String(error)).not.toContain('segredo-errado');
});

test.each([
  ['24.79', 2_479],
  ['0.1', 10],
  ['7', 700],
  [24.79, 2_479],
  [0.29, 29],
  ['19.995', 2_000],
  ['', null],
  ['-1.00', null],
  ['1,50', null],
  [undefined, null],
])('a price of %j is %j cents', (price, cents) => {
  expect(centsOf(price)).toBe(cents);
});

test('services without a price or with an error are no quotes', () => {
  expect(
    readQuotes([
      { id: 1, name: 'PAC', price: '20.00', delivery_time: 5, company: { name: 'Correios' } },
      { id: 2, name: 'SEDEX', error: 'fora da área' },
      { id: 3, name: 'Package', price: 'grátis', delivery_time: 5 },
      { id: 4, name: '.Com', price: '10.00' },
    ]),
  ).toEqual([
    {
      source: 'melhor_envio',
      service: '1',
      carrier: 'Correios',
      serviceName: 'PAC',
      priceCents: 2_000,
      businessDays: 5,
    },
  ]);
});
