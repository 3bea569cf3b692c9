import { describe, expect, test } from 'vitest';
import { AppError } from '#domain/errors.ts';
import { defaultShippingRules } from '#domain/shipping/settings.ts';
import type { Quote } from '#domain/shipping/tariffs.ts';
import type { ShippingProvider } from '#server/adapters/shipping/shipping-provider.ts';
import type { Ctx } from '#server/context.ts';
import { freightQuotes } from './quotes.ts';

const warned: unknown[] = [];
const log = { warn: (...line: unknown[]) => void warned.push(line) } as unknown as Ctx['log'];
const request = {
  fromPostalCode: '80020310',
  toPostalCode: '66010000',
  parcel: { weightGrams: 500, lengthCm: 24, widthCm: 17, heightCm: 4 },
  insuredCents: 10_000,
};
const own: Quote = {
  source: 'melhor_envio',
  service: '3',
  carrier: 'Jadlog',
  serviceName: 'Package',
  priceCents: 3_000,
  businessDays: 9,
};

const quotes = (quote: (() => Promise<Quote[]>) | null, changes = {}) =>
  freightQuotes(
    { shipping: quote && ({ name: 'test', quote } as unknown as ShippingProvider), log },
    defaultShippingRules,
    { ...request, ...changes },
  );

describe('freight quotes (S04)', () => {
  test('are the own table’s where there is no provider', async () => {
    const { quotes: found, fallback } = await quotes(null);
    expect(fallback).toBe(false);
    expect(found.map(({ source, service }) => [source, service])).toEqual([
      ['table', 'pac'],
      ['table', 'sedex'],
    ]);
  });

  test('are the provider’s, cheapest first', async () => {
    const dear = { ...own, priceCents: 9_000, service: '2' };
    expect(await quotes(async () => [dear, own])).toEqual({ quotes: [own, dear], fallback: false });
  });

  test('are the own table’s, and say so, when the provider fails', async () => {
    warned.length = 0;
    const answer = await quotes(async () => {
      throw new Error('away');
    });
    expect(answer.fallback).toBe(true);
    expect(answer.quotes[0]!.source).toBe('table');
    expect(warned).toHaveLength(1);
  });

  test('do not wait longer than three seconds for a provider', async () => {
    const startedAt = performance.now();
    const answer = await quotes(() => new Promise(() => undefined));
    const took = performance.now() - startedAt;
    expect(answer).toMatchObject({ fallback: true });
    expect(took).toBeGreaterThan(2_900);
    expect(took).toBeLessThan(4_500);
  });

  test('ask a provider once for the same parcel, and again after it failed', async () => {
    let asked = 0;
    const shipping = {
      name: 'test',
      quote: async () => {
        asked += 1;
        if (asked === 1) throw new Error('away');
        return [own];
      },
    } as unknown as ShippingProvider;
    const ask = () => freightQuotes({ shipping, log }, defaultShippingRules, request);
    expect((await ask()).fallback).toBe(true);
    for (let each = 0; each < 3; each++) expect(await ask()).toEqual({ quotes: [own], fallback: false });
    expect(asked).toBe(2);
  });

  test('are none where the provider’s services do not take the parcel', async () => {
    expect(await quotes(async () => [])).toEqual({ quotes: [], fallback: false });
  });

  test.each([
    [{ toPostalCode: '00000000' }, 'toPostalCode', 'O CEP 00000-000 não existe. Confira os números.'],
    [{ fromPostalCode: '123' }, 'fromPostalCode', 'O CEP tem 8 números. Ex.: 66010-000'],
  ])('are refused for %j', async (changes, field, sentence) => {
    const error = await quotes(null, changes).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(AppError);
    expect((error as AppError).extras.errors).toEqual({ [field]: sentence });
  });
});
