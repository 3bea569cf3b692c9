import { describe, expect, test } from 'vitest';
import type { Category } from '#contract/listings/catalogue.ts';
import { changesBetween, emptyDraft, overLimit, hasOverLimit, missing } from './draft.ts';
import type { Draft } from './draft.ts';
import { qualityOf } from './quality.ts';
import { errorsOfStep, firstOpenStep, stepOf, stepOfField } from './steps.ts';

const empty: Draft = { ...emptyDraft, categoryId: 3 };

const complete: Draft = {
  ...empty,
  title: 'Headset sem fio com cancelamento de ruído',
  description: 'Usado por dois meses, com caixa e nota. '.repeat(6),
  priceCents: 34_990,
  stock: 1,
  deliveryType: 'manual',
  promisedHours: 24,
  attributes: { marca: 'Aurora' },
  ownershipDeclared: true,
  images: [1, 2, 3].map((id) => ({ id, key: `k${id}`, width: 800, height: 600, alt: '' })),
};

const category: Category = {
  id: 3,
  parentId: null,
  slug: 'audio',
  name: 'Áudio',
  listingsCount: 0,
  rulesText: '',
  warrantyDays: 7,
  holdDays: null,
  kind: null,
  deliveryTypes: ['automatic', 'manual', 'shipping', 'pickup'],
  icon: null,
  deliveryProof: 'text',
  risky: false,
  attributes: [{ key: 'marca', label: 'Marca', type: 'text', required: true, filterable: true }],
};

describe('changesBetween', () => {
  test('sends another city, and that there is none any more', () => {
    expect(changesBetween(complete, { ...complete, cityId: 4106902 })).toEqual({ cityId: 4106902 });
    expect(changesBetween({ ...complete, cityId: 4106902 }, complete)).toEqual({ cityId: null });
  });

  test('sends nothing when nothing changed', () => {
    expect(changesBetween(complete, { ...complete, images: [...complete.images] })).toEqual({});
  });

  test('sends only what changed, photos as their order', () => {
    const images = complete.images.toReversed();
    expect(changesBetween(complete, { ...complete, title: 'Outro título bom', images })).toEqual({
      title: 'Outro título bom',
      imageIds: [3, 2, 1],
      imageAlts: ['', '', ''],
    });
  });

  test('does not send values that the server would refuse', () => {
    expect(changesBetween(empty, { ...empty, priceCents: 5, title: 'x'.repeat(81) })).toEqual({});
    expect(changesBetween(complete, { ...complete, priceCents: null })).toEqual({ priceCents: null });
  });

  test('a text over its limit is not sent until it is shortened', () => {
    const title = 'x'.repeat(81);
    const description = 'y'.repeat(5_001);
    expect(overLimit({ ...complete, title, description })).toEqual({ title, description });
    expect(overLimit({ ...complete, title: 'x'.repeat(80) })).toEqual({});
  });

  test('photos over the maximum are not sent, and the form says so', () => {
    const images = Array.from({ length: 11 }, (_, id) => ({ ...complete.images[0]!, id }));
    const eleven = { ...complete, images };
    expect(changesBetween(complete, eleven)).toEqual({});
    expect(hasOverLimit(eleven)).toBe(true);
    expect(missing(eleven, category)).toEqual({ images: 'Envie até 10 fotos.' });
    const ten = { ...complete, images: images.slice(1) };
    expect(hasOverLimit(ten)).toBe(false);
    expect(changesBetween(complete, ten).imageIds).toHaveLength(10);
  });

  test('sends what travels with the item, and no city that its address decides', () => {
    const shipped: Draft = { ...complete, deliveryType: 'shipping', originAddressId: 7 };
    const changed = { ...shipped, weightGrams: 500, freeShipping: true, alsoPickup: true, cityId: 1501402 };
    expect(changesBetween(shipped, changed)).toEqual({
      weightGrams: 500,
      freeShipping: true,
      alsoPickup: true,
    });
    expect(changesBetween(complete, { ...complete, freeShipping: true })).toEqual({});
  });

  test('a weight that no service takes is not sent, and the form says so', () => {
    const shipped: Draft = { ...complete, deliveryType: 'shipping' };
    expect(changesBetween(shipped, { ...shipped, weightGrams: 30_001 })).toEqual({});
    expect(missing({ ...shipped, weightGrams: 30_001 }, category).weightGrams).toBe(
      'O peso vai de 1 g a 30 kg (30.000 g).',
    );
  });

  test('never sends the stock of codes: their count is the stock', () => {
    expect(changesBetween(empty, { ...empty, deliveryType: 'automatic', stock: 4 })).toEqual({
      deliveryType: 'automatic',
    });
  });
});

describe('missing', () => {
  test('a listing on sale keeps the way of delivery that its category does not have any more', () => {
    const things: Category = { ...category, kind: 'physical', deliveryTypes: ['shipping', 'pickup'] };
    const withCity = { ...complete, cityId: 4106902 };
    expect(Object.keys(missing(withCity, things))).toEqual(['deliveryType']);
    expect(missing(withCity, things, { keepsDelivery: true })).toEqual({});
  });

  test('a complete draft misses nothing', () => {
    expect(missing(complete, category)).toEqual({});
  });

  test('includes required attributes of the category', () => {
    expect(missing({ ...complete, attributes: { marca: ' ' } }, category)).toEqual({
      'attributes.marca': 'Preencha «Marca».',
    });
  });

  test('every error belongs to a step that corrects it', () => {
    const errors = missing(empty, category);
    expect(Object.keys(errorsOfStep(errors, 'detalhes'))).toContain('attributes.marca');
    expect(firstOpenStep(errors)).toBe('categoria');
    expect(firstOpenStep(missing({ ...empty, title: complete.title }, category))).toBe('fotos');
    expect(firstOpenStep({})).toBe('revisao');
    expect(stepOfField('attributes.marca')).toBe('detalhes');
    expect(stepOf('nada')).toBe('categoria');
  });
});

test('quality rates what buyers look for and gives three tips at most', () => {
  expect(qualityOf(complete, category)).toEqual({ percent: 100, tips: [] });
  const bare = qualityOf(empty, category);
  expect(bare.percent).toBe(0);
  expect(bare.tips).toHaveLength(3);
});
