import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { defaultPromotionRules, pickForRotation, paidPlacesOn, rotationAt } from './promotion.ts';

const rules = defaultPromotionRules;
const lines = fc.uniqueArray(fc.integer(), { maxLength: 40 });

test('a page of 24 has three paid places, the longest no more, a short one fewer', () => {
  expect([1, 7, 8, 10, 16, 24, 96].map((cards) => paidPlacesOn(cards, rules))).toEqual([0, 0, 1, 1, 2, 3, 3]);
  expect(paidPlacesOn(24, { ...rules, places: 0 })).toBe(0);
});

test('a turn lasts ten minutes', () => {
  const [begun, ending, over] = ['12:00:00', '12:09:59.999', '12:10:00'].map((time) =>
    rotationAt(new Date(`2026-11-23T${time}Z`), rules),
  );
  expect(ending).toBe(begun);
  expect(over).toBe(begun! + 1);
});

test('nobody has two places, and no place stays empty while somebody has none', () => {
  fc.assert(
    fc.property(lines, fc.nat(6), fc.nat(), (line, places, turn) => {
      const chosen = pickForRotation(line, places, turn);
      expect(new Set(chosen).size).toBe(chosen.length);
      expect(chosen.length).toBe(Math.min(places, line.length));
      expect(line).toEqual(expect.arrayContaining(chosen));
    }),
  );
});

test('over as many turns as there are in the line everybody had a place equally often', () => {
  fc.assert(
    fc.property(lines, fc.integer({ min: 1, max: 6 }), fc.nat(), (line, places, from) => {
      const turns = line.flatMap((_, turn) => pickForRotation(line, places, from + turn));
      const times = line.map((one) => turns.filter((other) => other === one).length);
      expect(new Set(times).size).toBeLessThanOrEqual(1);
    }),
  );
});
