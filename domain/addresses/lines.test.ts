import { expect, test } from 'vitest';
import { addressLines } from './lines.ts';

const place = {
  postalCode: '66010000',
  street: 'Avenida Presidente Vargas',
  number: '40',
  complement: 'Apto 4',
  district: 'Campina',
  city: 'Belém',
  state: 'PA',
} as const;

test('an address is written as on an envelope', () => {
  expect(addressLines(place)).toEqual([
    'Avenida Presidente Vargas, 40, Apto 4',
    'Campina',
    'Belém/PA, 66010-000',
  ]);
});

test('a building without a number is «s/n», and an empty complement leaves no comma', () => {
  expect(addressLines({ ...place, number: null, complement: '' })[0]).toBe('Avenida Presidente Vargas, s/n');
});
