import { expect, test } from 'vitest';
import type { StaffCategory } from '#contract/listings/categories.ts';
import { changesOf, draftOf, removedFieldWarnings, withKeys } from './category-form.ts';

const server = {
  key: 'servidor',
  label: 'Servidor',
  type: 'text',
  required: false,
  filterable: true,
} as const;
const category: StaffCategory = {
  id: 1,
  parentId: null,
  position: 1,
  slug: 'contas',
  name: 'Contas',
  active: true,
  risky: false,
  randomContent: false,
  warrantyDays: 7,
  holdDays: null,
  kind: null,
  deliveryTypes: null,
  icon: null,
  deliveryProof: null,
  deliveryData: null,
  deliveryDataHint: '',
  rulesText: '',
  attributes: [server],
  listings: 12,
  onSale: 12,
};

test('only changed fields are sent', () => {
  expect(changesOf(category, draftOf(category))).toEqual({});
  expect(changesOf(category, { ...draftOf(category), warrantyDays: 14 })).toEqual({ warrantyDays: 14 });
});

test('a new field derives its key from its label, and an existing one keeps its key', () => {
  const [existing, created, odd] = withKeys([
    { ...server, label: 'Servidor do jogo' },
    { ...server, key: '', label: 'Nível da conta' },
    { ...server, key: '', label: '2ª senha' },
  ]);
  expect([existing!.key, created!.key, odd!.key]).toEqual(['servidor', 'nivel_da_conta', 'campo_2a_senha']);
});

test('options and masks are removed with the type that had them', () => {
  const [field] = withKeys([{ ...server, options: ['A'], mask: '###' }]);
  expect(field).not.toHaveProperty('options');
  expect(field).not.toHaveProperty('mask');
});

test('a field that listings have values for is named before its removal', () => {
  const without = { ...draftOf(category), attributes: [] };
  expect(removedFieldWarnings(category, without, { servidor: 12 })).toEqual([
    { label: 'Servidor', listings: 12 },
  ]);
  expect(removedFieldWarnings(category, without, {})).toEqual([]);
});
