import { expect, test } from 'vitest';
import { careWords } from './care-words.ts';

const text = 'Meu e-mail é •••';

test('a seller with a code is sent to the delivery box, a buyer is told to keep passwords', () => {
  const secret = { cares: ['secret'], handling: 'as_written', masked: text } as const;
  expect(careWords(secret, 'seller', '@ana')).toEqual([expect.stringContaining('caixa de entrega')]);
  expect(careWords(secret, 'buyer', '@ana')).toEqual([expect.stringContaining('Nunca mande suas senhas')]);
});

test('contact data: what becomes of it is said before', () => {
  const words = (handling: 'as_warned' | 'masked' | 'held') =>
    careWords({ cares: ['contacts'], handling, masked: text }, 'buyer', '@ana');
  expect(words('as_warned')).toHaveLength(1);
  expect(words('masked')[1]).toBe(`Vai sair assim: «${text}»`);
  expect(words('held')[1]).toContain('confere antes de mostrar para @ana');
});
