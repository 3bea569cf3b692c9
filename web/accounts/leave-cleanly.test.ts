import { expect, test } from 'vitest';
import { beginToForget, hasUnsent } from './leave-cleanly.ts';

/** The part of `Storage` that is used, in memory. */
function storeWith(kept: Record<string, string>): Storage {
  const items = new Map(Object.entries(kept));
  return {
    get length() {
      return items.size;
    },
    key: (index: number) => [...items.keys()][index] ?? null,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
    clear: () => items.clear(),
  };
}

const unsent = (...stores: Record<string, string>[]) => hasUnsent(stores.map(storeWith), '7');

test('a typed question, a message begun and an unsaved listing are unsent; a wish without words is not', () => {
  expect(unsent({ 'de:7:vontade:perguntar:teclado': 'Tem nota?' })).toBe(true);
  expect(unsent({}, { 'de:7:praca_rascunho_7': '{"title":"Teclado"}' })).toBe(true);
  expect(unsent({ 'de:7:conversa:pedido:7:rascunho': '"Bom dia"' })).toBe(true);
  expect(unsent({ 'de:7:vontade:favoritar:teclado': '', 'de:7:praca_rascunho_7': '{}', tema: 'claro' })).toBe(
    false,
  );
});

test('what somebody else left unsent is not mentioned to who signs out', () => {
  expect(hasUnsent([storeWith({ 'de:8:conversa:pedido:7:rascunho': '"Bom dia"' })], '7')).toBe(false);
});

test.each([
  ['by itself', () => undefined],
  ['where the browser emptied everything first', (store: Storage) => store.clear()],
])('leaving keeps the look of the site and nothing else, %s', (_how, meanwhile) => {
  const store = storeWith({
    'vontade:sacar:saldo': '10',
    'conversa:pedido:7:saida': '[]',
    'de:7:vistos': '[3]',
    'de:8:conversa:pedido:7:saida': '[]',
    praca_dono: '7 abcdefgh',
    praca_push_sent: '{}',
    something_new: '1',
    tema: 'escuro',
    avisos: '5000',
  });
  const forget = beginToForget([store]);
  meanwhile(store);
  forget();
  expect(Array.from({ length: store.length }, (_, index) => store.key(index))).toEqual(['tema', 'avisos']);
});
