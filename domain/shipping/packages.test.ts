import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chargedSize, packItems, parcelFaults, parcelPresets, widestLimits } from './packages.ts';
import type { Parcel } from './packages.ts';
import { correiosLimits, fits } from './services.ts';

const parcel = (weightGrams: number, lengthCm: number, widthCm: number, heightCm: number): Parcel => ({
  weightGrams,
  lengthCm,
  widthCm,
  heightCm,
});
const book = parcel(500, 24, 17, 4);

const volume = ({ lengthCm, widthCm, heightCm }: Parcel) => lengthCm * widthCm * heightCm;

describe('a package of items (S02)', () => {
  test('of one piece is the piece with sorted sides', () => {
    expect(packItems([{ parcel: parcel(500, 4, 24, 17), quantity: 1 }])).toEqual(book);
  });

  test('stacks the pieces on their largest face', () => {
    expect(packItems([{ parcel: book, quantity: 3 }])).toEqual(parcel(1_500, 24, 17, 12));
    expect(
      packItems([
        { parcel: book, quantity: 2 },
        { parcel: parcel(1_300, 14, 35, 24), quantity: 1 },
      ]),
    ).toEqual(parcel(2_300, 35, 24, 22));
  });

  test('that is higher than long is turned', () => {
    expect(packItems([{ parcel: book, quantity: 10 }])).toEqual(parcel(5_000, 40, 24, 17));
  });

  test('without items is an error', () => {
    expect(() => packItems([])).toThrow('a package needs an item');
  });

  const side = fc.integer({ min: 1, max: 60 });
  const piece = fc.record({
    parcel: fc.record({
      weightGrams: fc.integer({ min: 1, max: 5_000 }),
      lengthCm: side,
      widthCm: side,
      heightCm: side,
    }),
    quantity: fc.integer({ min: 1, max: 4 }),
  });

  test('has room for every piece, all weight, and does not depend on the order', () => {
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 6 }), (items) => {
        const packed = packItems(items);
        expect(packItems(items.toReversed())).toEqual(packed);
        const pieces = items.reduce((sum, each) => sum + volume(each.parcel) * each.quantity, 0);
        expect(volume(packed)).toBeGreaterThanOrEqual(pieces);
        expect(packed.weightGrams).toBe(
          items.reduce((sum, each) => sum + each.parcel.weightGrams * each.quantity, 0),
        );
      }),
    );
  });
});

describe('the limits of a parcel (S02)', () => {
  test('take every preset', () => {
    for (const preset of parcelPresets) {
      expect([preset.name, parcelFaults(preset.parcel, correiosLimits)]).toEqual([preset.name, {}]);
      expect([preset.name, fits({ limits: correiosLimits }, preset.parcel)]).toEqual([preset.name, true]);
    }
  });

  test('take the largest parcel, and one smaller than the minimum, which counts as the minimum', () => {
    expect(parcelFaults(parcel(30_000, 105, 60, 35), correiosLimits)).toEqual({});
    expect(parcelFaults(parcel(1, 1, 1, 1), correiosLimits)).toEqual({});
    expect(chargedSize(parcel(1, 1, 1, 1), correiosLimits)).toEqual(parcel(1, 16, 11, 2));
  });

  test.each([
    [
      parcel(30_001, 20, 20, 20),
      {
        weightGrams:
          'O peso com a embalagem vai até 30 kg. Divida em dois anúncios ou ofereça retirada em mãos.',
      },
    ],
    [
      parcel(500, 10, 106, 10),
      { widthCm: 'Este lado vai até 105 cm. Use uma embalagem menor ou ofereça retirada em mãos.' },
    ],
    [
      parcel(500, 100, 60, 41),
      {
        lengthCm:
          'Comprimento, largura e altura somam 201 cm, e o limite é 200 cm. Use uma embalagem menor ou ofereça retirada em mãos.',
      },
    ],
    [
      parcel(0, 20.5, -1, Number.NaN),
      {
        weightGrams: 'Informe o peso com a embalagem, em gramas, sem vírgula. Ex.: 500',
        lengthCm: 'Informe a medida em centímetros, sem vírgula. Ex.: 20',
        widthCm: 'Informe a medida em centímetros, sem vírgula. Ex.: 20',
        heightCm: 'Informe a medida em centímetros, sem vírgula. Ex.: 20',
      },
    ],
  ])('refuse %j', (typed, errors) => {
    expect(parcelFaults(typed, correiosLimits)).toEqual(errors);
  });

  test('compare the sorted sides, so that a turned parcel has the same answer', () => {
    const limits = { ...correiosLimits, height: { min: 2, max: 40 } };
    expect(parcelFaults(parcel(500, 30, 40, 80), limits)).toEqual({});
    expect(Object.keys(parcelFaults(parcel(500, 41, 60, 80), limits))).toEqual(['lengthCm']);
  });

  test('of several services are the widest of each', () => {
    const small = { ...correiosLimits, maxGrams: 1_000, width: { min: 5, max: 200 }, maxSumCm: 90 };
    expect(widestLimits([correiosLimits, small])).toEqual({
      ...correiosLimits,
      width: { min: 5, max: 200 },
    });
  });

  test('agree with the service: what has no error fits', () => {
    const side = fc.integer({ min: 1, max: 120 });
    const any = fc.record({
      weightGrams: fc.integer({ min: 1, max: 32_000 }),
      lengthCm: side,
      widthCm: side,
      heightCm: side,
    });
    fc.assert(
      fc.property(any, (typed) => {
        const faults = Object.keys(parcelFaults(typed, correiosLimits)).length;
        expect(fits({ limits: correiosLimits }, typed)).toBe(faults === 0);
      }),
    );
  });
});
