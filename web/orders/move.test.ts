import { expect, test } from 'vitest';
import { partOf } from './move.ts';

const sale = {
  state: 'in_delivery',
  deliveryType: 'manual',
  deliveryProof: 'text',
  waits: null,
} as const;

test('what was begun and asks for words is delivered', () => {
  expect(partOf(sale)).toEqual({ deed: 'deliver', stays: null });
});

test.each(['text', 'file', 'video'] as const)('what was paid and asks for %s is begun', (deliveryProof) => {
  expect(partOf({ ...sale, state: 'paid', deliveryProof }).deed).toBe('start');
});

test.each([
  [{ deliveryProof: 'file' }, /imagem ou um PDF/],
  [{ deliveryProof: 'video' }, /vídeo/],
  [{ waits: { for: 'cancellation', until: '2026-01-02T00:00:00.000Z' } }, /pediu para cancelar/],
  [{ state: 'paid', waits: { for: 'bank', until: '2026-01-02T00:00:00.000Z' } }, /contestado/],
  [{ state: 'paid', waits: { for: 'analysis', until: '2026-01-02T00:00:00.000Z' } }, /em análise/],
  [{ state: 'paid', deliveryType: 'automatic' }, /Faltam códigos/],
  [{ state: 'delivered' }, /Não está para entregar/],
] as const)('%j stays out and says why', (change, why) => {
  const part = partOf({ ...sale, ...change });
  expect(part.deed).toBeNull();
  expect(part.stays).toMatch(why);
});
