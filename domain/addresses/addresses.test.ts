import { expect, test } from 'vitest';
import { addressErrors, isSamePlace } from './addresses.ts';

test('an address whose postal code is of its state has no errors', () => {
  expect(addressErrors({ postalCode: '66010000', state: 'PA' })).toEqual({});
});

test('a postal code of another state names the state it is in', () => {
  expect(addressErrors({ postalCode: '66010000', state: 'AM' })).toEqual({
    postalCode: 'O CEP 66010-000 fica em outro estado: Pará. Corrija o CEP ou o estado.',
  });
});

test('a postal code of no state is an error of the postal code', () => {
  expect(addressErrors({ postalCode: '00000000', state: 'PA' })).toEqual({
    postalCode: 'O CEP 00000-000 não existe. Confira os números.',
  });
});

const door = {
  label: 'Casa',
  recipient: 'Rosa Lima',
  phone: '+5591988887777',
  postalCode: '66055190',
  street: 'Avenida Nazaré',
  number: '500',
  complement: 'Apto. 12',
  district: 'Nazaré',
  city: 'Belém',
  state: 'PA',
} as const;

test('two addresses are one place by postal code, number and complement, however they are written (F55)', () => {
  expect(
    isSamePlace(door, {
      ...door,
      label: 'Loja',
      recipient: 'Outra',
      street: 'Av. Nazare',
      complement: 'APTO 12',
    }),
  ).toBe(true);
  for (const other of [
    { number: '501' },
    { complement: 'apto 13' },
    { postalCode: '66055191' },
    { number: null },
  ])
    expect(isSamePlace(door, { ...door, ...other })).toBe(false);
});
