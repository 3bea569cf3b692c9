import { expect, test } from 'vitest';
import { settingFields } from '#domain/settings/fields.ts';
import { findSettings } from './find-settings.ts';

const fields = settingFields.map((field) => ({ ...field, help: field.help ?? null }));
const find = (query: string) => findSettings(fields, query, ({ group }) => group).map(({ path }) => path);

test('a setting is found by its words in any order, accents and capitals aside', () => {
  expect(find('TITULO maximo')).toEqual(['listings.title.max']);
  expect(find('máximo título')).toEqual(['listings.title.max']);
  expect(find('arrependimento prazo depois')).toContain('refunds.regretMs');
});

test('unknown words find nothing, an empty search returns nothing, and many results are cut', () => {
  expect(find('girafa')).toEqual([]);
  expect(find('  ')).toEqual([]);
  expect(find('o')).toHaveLength(8);
});
