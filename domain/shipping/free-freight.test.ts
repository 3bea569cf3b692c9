import { expect, test } from 'vitest';
import { paysFreeFreight } from './free-freight.ts';
import type { Quote } from './tariffs.ts';

const quote = (priceCents: number, source: Quote['source'] = 'melhor_envio'): Quote => ({
  source,
  service: String(priceCents),
  carrier: 'Correios',
  serviceName: 'PAC',
  priceCents,
  businessDays: 5,
});

test('a label of free freight leaves its seller at least one cent of the sale (S06)', () => {
  expect(paysFreeFreight([quote(3_000), quote(2_000)], 2_001)).toBe(true);
  expect(paysFreeFreight([quote(3_000), quote(2_000)], 2_000)).toBe(false);
});

test('a parcel that its seller posts at their own counter costs the platform nothing', () => {
  expect(paysFreeFreight([quote(2_000, 'table')], 1)).toBe(true);
});
