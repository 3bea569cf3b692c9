import { expect, test } from 'vitest';
import { cityLabel, distanceKm } from './places.ts';

const saoPaulo = { latitude: -23.5329, longitude: -46.6395 };
const rio = { latitude: -22.9129, longitude: -43.2003 };
const belem = { latitude: -1.4554, longitude: -48.4898 };
const portoAlegre = { latitude: -30.0318, longitude: -51.2065 };

test.each([
  ['São Paulo and Rio de Janeiro', saoPaulo, rio, 357],
  ['São Paulo and Porto Alegre', saoPaulo, portoAlegre, 852],
  ['São Paulo and Belém', saoPaulo, belem, 2463],
])('the distance between %s is within 3 %% of the known one', (_pair, from, to, km) => {
  expect(Math.abs(distanceKm(from, to) - km) / km).toBeLessThan(0.03);
  expect(distanceKm(to, from)).toBeCloseTo(distanceKm(from, to), 9);
});

test('a place is no distance from itself, and opposite points are half the circumference apart', () => {
  expect(distanceKm(belem, belem)).toBe(0);
  const opposite = { latitude: 1.4554, longitude: 131.5102 };
  expect(distanceKm(belem, opposite)).toBeCloseTo(Math.PI * 6371, 3);
});

test('a city is named with its state', () => {
  expect(cityLabel({ name: 'Belém', state: 'PA' })).toBe('Belém, PA');
});
