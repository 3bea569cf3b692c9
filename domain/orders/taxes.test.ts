import { expect, test } from 'vitest';
import { readInvoiceKey, taxTypesOf } from './taxes.ts';

test('the key of an NF-e contains its issuer, with or without spaces and with the letters of 2026', () => {
  const plain = '35200614200166000187550010000000046271200000';
  for (let digit = 0; digit < 10; digit++) {
    const key = `${plain.slice(0, 43)}${digit}`;
    const read = readInvoiceKey(key.replace(/(.{4})/g, '$1 '));
    expect(read).toEqual(digit === checkOf(plain) ? { key, issuer: '14200166000187' } : null);
  }
  const lettered = '35260612ABC34501DE35550010000000046271200000';
  const key = `${lettered.slice(0, 43)}${checkOf(lettered)}`;
  expect(readInvoiceKey(key.toLowerCase())).toEqual({ key, issuer: '12ABC34501DE35' });
});

test('the key of an NFS-e has fifty digits and no issuer; anything else is not a key', () => {
  const key = '1'.repeat(50);
  expect(readInvoiceKey(key)).toEqual({ key, issuer: null });
  for (const typed of ['', '123', '1'.repeat(43), '1'.repeat(45), 'A'.repeat(44), '1'.repeat(51)])
    expect(readInvoiceKey(typed)).toBeNull();
});

test('a CPF belongs to a person; a CNPJ to an MEI or another company', () => {
  expect(taxTypesOf('cpf')).toEqual(['individual']);
  expect(taxTypesOf('cnpj')).toEqual(['mei', 'company']);
});

/** Computes the check digit independently, from the left: 43 places begin with weight 4. */
function checkOf(key: string): number {
  const weights = [...'4329876543298765432987654329876543298765432'].map(Number);
  const sum = weights.reduce((total, weight, index) => total + (key.charCodeAt(index) - 48) * weight, 0);
  return sum % 11 < 2 ? 0 : 11 - (sum % 11);
}
