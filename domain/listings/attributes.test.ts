import { expect, test } from 'vitest';
import {
  attributeFaults,
  carryOverAttributes,
  fitsMask,
  isMask,
  describeMask,
  applyMask,
} from './attributes.ts';

test.each([
  ['11144477735', '###.###.###-##', true],
  ['111.444.777-35', '###.###.###-##', true],
  ['1114447773', '###.###.###-##', false],
  ['ABC1D23', '@@@#*##', true],
  ['abc1d23', '@@@#*##', true],
  ['AB11D23', '@@@#*##', false],
  ['ÁBC1D23', '@@@#*##', false],
  ['', '##', false],
])('%s in %s: %s', (value, mask, fits) => {
  expect(fitsMask(value, mask)).toBe(fits);
});

test('a mask is described in words and applied to a value (design §4.2)', () => {
  expect(describeMask('@@@#*##')).toBe('3 letras e 3 números e 1 letra ou número');
  expect(applyMask('12ab', '##-**')).toBe('12-AB');
  expect(applyMask('outra coisa', '##-**')).toBe('outra coisa');
  expect([isMask('###'), isMask('abc'), isMask('#'.repeat(41))]).toEqual([true, false, false]);
});

test('each type is checked by its own rule, and unknown attributes are ignored', () => {
  const asked = [
    { key: 'marca', label: 'Marca', type: 'text' as const, required: true },
    { key: 'peso', label: 'Peso', type: 'number' as const, required: false },
    { key: 'cor', label: 'Cor', type: 'list' as const, options: ['Azul'], required: false },
    { key: 'novo', label: 'Novo', type: 'boolean' as const, required: false },
  ];
  expect(attributeFaults(asked, { peso: 'muito', cor: 'Verde', novo: 'talvez', outra: 'x' })).toEqual({
    'attributes.marca': 'Preencha «Marca».',
    'attributes.peso': 'Informe um número em «Peso».',
    'attributes.cor': 'Escolha uma das opções de «Cor».',
    'attributes.novo': 'Escolha sim ou não em «Novo».',
  });
  expect(attributeFaults(asked, { marca: 'Aurora', peso: '1,5', cor: 'Azul', novo: 'true' })).toEqual({});
});

const text = (key: string, label: string) => ({ key, label, type: 'text' as const, required: true });

test('a moved listing keeps the attributes that the new category asks for and accepts', () => {
  const before = [text('servidor', 'Servidor'), text('nivel', 'Nível'), text('cor', 'Cor')];
  const after = [
    text('servidor', 'Servidor'),
    { key: 'nivel', label: 'Nível', type: 'number' as const, required: true },
    { key: 'peso', label: 'Peso', type: 'number' as const, required: false },
  ];
  const given = { servidor: 'BR1', nivel: 'ouro', cor: '', antigo: 'x' };
  expect(carryOverAttributes(before, after, given)).toEqual({
    kept: { servidor: 'BR1' },
    dropped: ['Nível', 'antigo'],
  });
  expect(carryOverAttributes(before, after, { nivel: '30' })).toEqual({ kept: { nivel: '30' }, dropped: [] });
});
