import { describe, expect, test } from 'vitest';
import { filledText, fillIn, noFields } from './fill-in.ts';

const avenue = { street: 'Avenida Paulista', district: 'Bela Vista', city: 'São Paulo', state: 'SP' };
const town = { street: '', district: '', city: 'Tiradentes', state: 'MG' };
const onlyState = { ...noFields, state: 'PA' };

describe('filling in an address', () => {
  test('fills in empty fields', () => {
    expect(fillIn(noFields, noFields, avenue, false)).toEqual(avenue);
  });

  test('keeps what a person typed', () => {
    const typed = { ...noFields, street: 'Alameda Santos' };
    expect(fillIn(typed, noFields, avenue, false)).toEqual({ ...avenue, street: 'Alameda Santos' });
  });

  test('replaces what an earlier postal code filled in, with nothing too', () => {
    expect(fillIn(avenue, avenue, town, false)).toEqual(town);
    const corrected = { ...avenue, district: 'Jardins' };
    expect(fillIn(corrected, avenue, town, false)).toEqual({ ...town, district: 'Jardins' });
  });

  test('clears nothing when only the state is known', () => {
    expect(fillIn(avenue, avenue, onlyState, true)).toEqual({ ...avenue, state: 'PA' });
  });
});

describe('the text after a lookup', () => {
  test('names the filled fields', () => {
    expect(filledText(avenue, avenue, false)).toBe(
      'Preenchemos a rua, o bairro, a cidade e o estado. Confira e complete o resto.',
    );
  });

  test('of a town with one postal code asks for street and district', () => {
    expect(filledText(town, town, false)).toBe(
      'Preenchemos a cidade e o estado. Este CEP é da cidade inteira: escreva a rua e o bairro.',
    );
  });

  test('without an answer says what to do', () => {
    expect(filledText(onlyState, onlyState, true)).toBe(
      'A busca de CEP não respondeu. Preenchemos o estado. Escreva o resto.',
    );
  });

  test('says that typed fields stayed', () => {
    const typed = { street: 'a', district: 'b', city: 'c', state: 'RJ' };
    expect(filledText(avenue, typed, false)).toBe('Ficou o que você escreveu. Confira e complete o resto.');
  });
});
