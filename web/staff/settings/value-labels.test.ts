import { expect, test } from 'vitest';
import { parsePercent, durationUnitOf, valueText } from './value-labels.ts';

const field = (unit: Parameters<typeof valueText>[0]['unit']) => ({ unit, choices: [] });

test.each([
  ['cents', 250, 'R$\u00a02,50'],
  ['ms', 1_800_000, '30 minutos'],
  ['days', 1, '1 dia'],
  ['years', 18, '18 anos'],
  ['switch', true, 'sim'],
  ['cents', null, 'sem limite'],
  ['words', [], 'nenhuma'],
  ['holidays', [], 'nenhum'],
  ['holidays', ['2027-01-25 Aniversário'], '25/01/2027 Aniversário'],
  ['wording', '', 'texto padrão'],
  ['wording', 'Oi, {{nome}}', '«Oi, {{nome}}»'],
] as const)('a %s of %j reads «%s»', (unit, value, text) => {
  expect(valueText(field(unit), value === null || typeof value !== 'object' ? value : [...value])).toBe(text);
});

test('a choice is shown by its label', () => {
  const choices = [{ value: 'never', label: 'Nunca' }];
  expect(valueText({ unit: 'choice', choices }, 'never')).toBe('Nunca');
  expect(valueText({ unit: 'choices', choices }, ['never', 'other'])).toBe('Nunca, other');
});

test.each([
  ['9,9', 990],
  ['9.90 %', 990],
  ['10', 1_000],
  ['0,05', 5],
  ['', null],
  ['nove', null],
  ['1,234', null],
])('the percentage «%s» is %j', (text, bps) => {
  expect(parsePercent(text)).toBe(bps);
});

test.each([
  [86_400_000, 'days'],
  [90_000_000, 'hours'],
  [5_400_000, 'minutes'],
  [90_000, 'seconds'],
  [120_000, 'minutes'],
] as const)('%i ms is typed in %s', (ms, unit) => {
  expect(durationUnitOf(ms)).toBe(unit);
});
