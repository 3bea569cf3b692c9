import { expect, test } from 'vitest';
import { bulkEligibility } from './bulk-action.ts';

const sale = {
  state: 'in_delivery',
  deliveryType: 'manual',
  deliveryProof: 'text',
  shipment: null,
  waits: null,
} as const;

test('a started order that requires only a text can be delivered', () => {
  expect(bulkEligibility(sale)).toEqual({ action: 'deliver', excludedBecause: null });
});

test.each(['text', 'file', 'video'] as const)(
  'a paid order that requires the proof %s can be started',
  (deliveryProof) => {
    expect(bulkEligibility({ ...sale, state: 'paid', deliveryProof }).action).toBe('start');
  },
);

test.each([
  [true, 'label'],
  [false, 'sheet'],
] as const)('a paid parcel with a label of the site %s can be printed as %s', (hasLabel, action) => {
  const shipment = { state: 'preparing', hasLabel, labelReady: false } as const;
  expect(bulkEligibility({ ...sale, state: 'paid', deliveryType: 'shipping', shipment }).action).toBe(action);
});

test.each([
  [{ deliveryType: 'shipping' }, /já foi postado/],
  [{ state: 'paid', deliveryType: 'pickup' }, /digite o código no pedido/],
  [{ deliveryProof: 'file' }, /imagem ou um PDF/],
  [{ deliveryProof: 'video' }, /vídeo/],
  [{ waits: { for: 'cancellation', until: '2026-01-02T00:00:00.000Z' } }, /pediu para cancelar/],
  [{ state: 'paid', waits: { for: 'bank', until: '2026-01-02T00:00:00.000Z' } }, /contestado/],
  [{ state: 'paid', waits: { for: 'analysis', until: '2026-01-02T00:00:00.000Z' } }, /em análise/],
  [{ state: 'paid', deliveryType: 'automatic' }, /Faltam códigos/],
  [{ state: 'delivered' }, /Não está pronto para entrega/],
] as const)('an order with %j can’t be selected and says why', (change, why) => {
  const eligibility = bulkEligibility({ ...sale, ...change });
  expect(eligibility.action).toBeNull();
  expect(eligibility.excludedBecause).toMatch(why);
});
