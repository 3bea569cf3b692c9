import { expect, test } from 'vitest';
import { prepareStorageClearing, hasUnsentDrafts } from './leave-cleanly.ts';

/** The used part of `Storage`, in memory. */
function storeWith(values: Record<string, string>): Storage {
  const items = new Map(Object.entries(values));
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

const unsent = (...stores: Record<string, string>[]) => hasUnsentDrafts(stores.map(storeWith), '7');

test('a typed question, a draft message and an unsaved listing are unsent; an intent without a text is not', () => {
  expect(unsent({ 'de:7:vontade:perguntar:teclado': 'Tem nota?' })).toBe(true);
  expect(unsent({}, { 'de:7:praca_rascunho_7': '{"title":"Teclado"}' })).toBe(true);
  expect(unsent({ 'de:7:conversa:pedido:7:rascunho': '"Bom dia"' })).toBe(true);
  expect(unsent({ 'de:7:vontade:favoritar:teclado': '', 'de:7:praca_rascunho_7': '{}', tema: 'claro' })).toBe(
    false,
  );
});

test('unsent drafts of another person are not mentioned at sign-out', () => {
  expect(hasUnsentDrafts([storeWith({ 'de:8:conversa:pedido:7:rascunho': '"Bom dia"' })], '7')).toBe(false);
});

test.each([
  ['by itself', () => undefined],
  ['where the browser emptied everything first', (store: Storage) => store.clear()],
])('sign-out keeps only the display preferences, %s', (_how, meanwhile) => {
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
  const forget = prepareStorageClearing([store]);
  meanwhile(store);
  forget();
  expect(Array.from({ length: store.length }, (_, index) => store.key(index))).toEqual(['tema', 'avisos']);
});
