import { expect, test } from 'vitest';
import { messageWarnings } from './message-warnings.ts';

const text = 'Meu e-mail é •••';

test('a code directs a seller to the delivery form and warns a buyer not to send passwords', () => {
  const secret = { cares: ['secret'], handling: 'as_written', masked: text } as const;
  expect(messageWarnings(secret, 'seller', '@ana')).toEqual([expect.stringContaining('caixa de entrega')]);
  expect(messageWarnings(secret, 'buyer', '@ana')).toEqual([
    expect.stringContaining('Nunca mande suas senhas'),
  ]);
});

test('contact data are warned about with the way the message will be handled', () => {
  const warnings = (handling: 'as_warned' | 'masked' | 'held') =>
    messageWarnings({ cares: ['contacts'], handling, masked: text }, 'buyer', '@ana');
  expect(warnings('as_warned')).toHaveLength(1);
  expect(warnings('masked')[1]).toBe(`Vai sair assim: «${text}»`);
  expect(warnings('held')[1]).toContain('confere antes de mostrar para @ana');
});
