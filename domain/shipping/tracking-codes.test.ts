import { describe, expect, test } from 'vitest';
import { normalizeTrackingCode, postalCheckDigit, trackingCodeError, trackingUrl } from './tracking-codes.ts';

describe('a tracking code (S09)', () => {
  test.each([
    [' aa 123 456 785 br ', 'AA123456785BR'],
    ['AA-123456785-BR', 'AA123456785BR'],
    ['1008.4500.000464', '10084500000464'],
  ])('%j is stored as %s', (typed, code) => {
    expect(normalizeTrackingCode(typed)).toBe(code);
  });

  // 47312482 is the example of the standard; the rests 0 and 1 are its two exceptions.
  test.each([
    ['47312482', 9],
    ['12345678', 5],
    ['00000000', 5],
    ['00000004', 5],
    ['00000008', 0],
  ])('of the Correios has the check digit of its serial number: %s has %d', (serial, digit) => {
    expect(postalCheckDigit(serial)).toBe(digit);
  });

  test.each([
    ['correios', 'AA123456785BR'],
    ['other', 'AA123456785BR'],
    ['jadlog', '10084500000464'],
    ['loggi', 'LGI12345678'],
    ['jt', '888030123456789'],
    ['other', 'ABCDEFGH'],
  ] as const)('of %s may be %s', (carrier, code) => {
    expect(trackingCodeError(carrier, code)).toBeNull();
  });

  test.each([
    ['correios', '', 'Informe o código de rastreio que está no comprovante da postagem.'],
    [
      'correios',
      '123456785',
      'O código dos Correios tem 2 letras, 9 números e BR no fim. Ex.: AA123456785BR',
    ],
    [
      'correios',
      'AA123456785US',
      'O código dos Correios tem 2 letras, 9 números e BR no fim. Ex.: AA123456785BR',
    ],
    [
      'correios',
      'AA123456784BR',
      'Um dos números do código está errado. Confira no comprovante da postagem.',
    ],
    ['other', 'AA123456784BR', 'Um dos números do código está errado. Confira no comprovante da postagem.'],
    [
      'jadlog',
      'ABC12345',
      'O código da Jadlog só tem números, de 8 a 20. Confira no comprovante da postagem.',
    ],
    [
      'other',
      '1234567',
      'O código de rastreio tem de 8 a 40 letras e números. Confira no comprovante da postagem.',
    ],
    [
      'loggi',
      'A'.repeat(41),
      'O código de rastreio tem de 8 a 40 letras e números. Confira no comprovante da postagem.',
    ],
  ] as const)('of %s is not %j', (carrier, code, sentence) => {
    expect(trackingCodeError(carrier, code)).toBe(sentence);
  });

  test('with any other digit than its own is refused', () => {
    const right = Array.from({ length: 10 }, (_, digit) => `QK98765432${digit}BR`).filter(
      (code) => trackingCodeError('correios', code) === null,
    );
    expect(right).toHaveLength(1);
  });

  test('of the Correios has a page where people follow it', () => {
    expect(trackingUrl('correios', 'AA123456785BR')).toBe(
      'https://rastreamento.correios.com.br/app/index.php?objetos=AA123456785BR',
    );
    expect(trackingUrl('other', 'ABCDEFGH')).toBeNull();
  });
});
