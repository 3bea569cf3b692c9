import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AppError } from '#domain/errors.ts';
import { letterNames } from './letters.ts';
import { defaultRules } from './rules.ts';
import { settingFields } from './fields.ts';
import { changeRules, differences, faultOf, settingAt, settingPaths } from './settings.ts';
import type { SettingChanges } from './settings.ts';

const [letter] = letterNames;

const change = (changes: SettingChanges) => changeRules(defaultRules, changes, settingFields);

function refusal(changes: SettingChanges): AppError {
  try {
    change(changes);
  } catch (error) {
    return error as AppError;
  }
  throw new Error('nothing was refused');
}

describe('the fields', () => {
  test('every rule has a field, and every field has a rule', () => {
    expect(settingFields.map(({ path }) => path).toSorted()).toEqual(settingPaths(defaultRules).toSorted());
  });

  test('every default is allowed by its field', () => {
    for (const field of settingFields)
      expect([field.path, faultOf(field, settingAt(defaultRules, field.path)!)]).toEqual([field.path, null]);
  });

  test('labels are unique within a group, except for the plans', () => {
    const labels = settingFields.filter(({ group }) => group !== 'plans').map(({ label }) => label);
    expect(new Set(labels).size).toBe(labels.length);
  });
});

const covers = (name: string, path: string) =>
  name.endsWith('.*') ? path.startsWith(name.slice(0, -1)) : path === name;

test('docs/rules.md and docs/threats.md name every setting once, and no other', () => {
  const text = ['rules', 'threats'].map((page) =>
    readFileSync(new URL(`../../docs/${page}.md`, import.meta.url), 'utf8'),
  );
  const rows = text
    .join('\n')
    .split('\n')
    .filter((line) => /^(- |\| )/.test(line));
  const paths = settingPaths(defaultRules);
  const roots = new Set(paths.map((path) => path.split('.', 1)[0]!));
  const named = rows
    .flatMap((row) => [...row.matchAll(/`([A-Za-z.*\d]+)`/g)].map((match) => match[1]!))
    .filter((name) => roots.has(name.split('.', 1)[0]!));
  const count = (path: string) => named.filter((name) => covers(name, path)).length;
  expect(paths.filter((path) => count(path) !== 1)).toEqual([]);
  expect(named.filter((name) => !paths.some((path) => covers(name, path)))).toEqual([]);
});

describe('changing the rules', () => {
  test('one value changes and the others stay the same', () => {
    const changed = change({ 'timers.pixExpiryMs': 15 * 60_000 });
    expect(differences(defaultRules, changed)).toEqual([
      { path: 'timers.pixExpiryMs', before: 1_800_000, after: 900_000 },
    ]);
    expect(defaultRules.timers.pixExpiryMs).toBe(1_800_000);
  });

  test.each([
    [{ 'timers.holdMs': 86_400_000 }, 'timers.holdMs', 'O menor valor é 7 dias.'],
    [{ 'plans.ouro.commissionBps': 9_000 }, 'plans.ouro.commissionBps', 'O maior valor é 50\u00a0%.'],
    [{ 'withdrawal.minCents': 0 }, 'withdrawal.minCents', 'O menor valor é R$\u00a00,01.'],
    [{ 'withdrawal.minCents': 10.5 }, 'withdrawal.minCents', 'Informe um número inteiro.'],
    [{ 'withdrawal.minCents': null }, 'withdrawal.minCents', 'Informe um valor.'],
    [{ 'security.staffNeedsSecondFactor': 1 }, 'security.staffNeedsSecondFactor', 'Escolha sim ou não.'],
    [{ 'listings.autoPublish': 'always' }, 'listings.autoPublish', 'Escolha uma das opções.'],
    [{ 'listings.bannedWords': ['x'] }, 'listings.bannedWords', 'Cada palavra tem de 2 a 60 letras.'],
    [{ openMethods: ['pix', 'pix'] }, 'openMethods', 'Escolha entre as opções.'],
    [{ 'receipts.account.pixKey': ' ' }, 'receipts.account.pixKey', 'Escreva o texto.'],
    [{ openMethods: [] }, 'openMethods', 'Escolha ao menos uma opção.'],
    [{ 'timers.nothing': 1 }, 'timers.nothing', 'Esta configuração não existe.'],
    [{ 'timers.__proto__': 1 }, 'timers.__proto__', 'Esta configuração não existe.'],
    [
      { 'plans.prata.minCommissionCents': 9_000, 'plans.prata.maxCommissionCents': 100 },
      'plans.prata.maxCommissionCents',
      'A tarifa máxima não pode ser menor que a mínima.',
    ],
    [{ 'listings.bannedWords': ['boa\nsorte'] }, 'listings.bannedWords', 'Escreva em uma linha só.'],
    [{ 'brand.name': 'Pra\nça' }, 'brand.name', 'Escreva em uma linha só.'],
    [
      { [`letters.${letter}.subject`]: 'Olá\nBcc: x' },
      `letters.${letter}.subject`,
      'Escreva em uma linha só.',
    ],
  ])('%j is refused at %s', (changes, path, sentence) => {
    expect(refusal(changes as SettingChanges).extras.errors).toHaveProperty([path], sentence);
  });

  test('an empty change is refused', () => {
    expect(refusal({ maxUnpaidOrders: defaultRules.maxUnpaidOrders }).message).toContain('Nada mudou');
  });

  test('any change is either valid for every field or refused with a message for it', () => {
    const value = fc.oneof(fc.integer(), fc.boolean(), fc.string(), fc.constant(null), fc.double());
    const path = fc.constantFrom(...settingFields.map((field) => field.path), 'plans', 'toString', '');
    fc.assert(
      fc.property(fc.dictionary(path, value), (changes) => {
        try {
          const changed = change(changes);
          for (const field of settingFields)
            expect(faultOf(field, settingAt(changed, field.path)!)).toBeNull();
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
          expect(error.code).toBe('invalid_request');
        }
      }),
    );
  });
});
