import { expect, test } from 'vitest';
import { addressErrors } from './addresses.ts';

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
