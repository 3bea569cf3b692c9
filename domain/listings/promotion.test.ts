import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { defaultPromotionRules, pickForRotation, paidPlacesOn, rotationAt } from './promotion.ts';

const rules = defaultPromotionRules;
const queues = fc.uniqueArray(fc.integer(), { maxLength: 40 });

test('a page of 24 has three paid places, a longer one no more, a shorter one fewer', () => {
  expect([1, 7, 8, 10, 16, 24, 96].map((cards) => paidPlacesOn(cards, rules))).toEqual([0, 0, 1, 1, 2, 3, 3]);
  expect(paidPlacesOn(24, { ...rules, places: 0 })).toBe(0);
});

test('a rotation lasts ten minutes', () => {
  const [begun, ending, over] = ['12:00:00', '12:09:59.999', '12:10:00'].map((time) =>
    rotationAt(new Date(`2026-11-23T${time}Z`), rules),
  );
  expect(ending).toBe(begun);
  expect(over).toBe(begun! + 1);
});

test('no listing has two places, and no place is empty while a listing has none', () => {
  fc.assert(
    fc.property(queues, fc.nat(6), fc.nat(), (queue, places, rotation) => {
      const chosen = pickForRotation(queue, places, rotation);
      expect(new Set(chosen).size).toBe(chosen.length);
      expect(chosen.length).toBe(Math.min(places, queue.length));
      expect(queue).toEqual(expect.arrayContaining(chosen));
    }),
  );
});

test('over as many rotations as there are listings, each listing has a place equally often', () => {
  fc.assert(
    fc.property(queues, fc.integer({ min: 1, max: 6 }), fc.nat(), (queue, places, from) => {
      const picked = queue.flatMap((_, rotation) => pickForRotation(queue, places, from + rotation));
      const times = queue.map((one) => picked.filter((other) => other === one).length);
      expect(new Set(times).size).toBeLessThanOrEqual(1);
    }),
  );
});
