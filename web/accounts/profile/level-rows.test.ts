import { expect, test } from 'vitest';
import { defaultVerificationRules as rules } from '#domain/accounts/verification.ts';
import { levelRows, levelStep } from './level-rows.ts';

test('an action that is not allowed is shown as text, not as zero', () => {
  const rows = levelRows({ limits: rules.N0, next: { level: 'N1', limits: rules.N1 } });
  expect(rows.find(({ name }) => name === 'Sacar por dia')).toMatchObject({ now: 'Ainda não' });
  expect(rows.find(({ name }) => name === 'Anúncios ativos')).toMatchObject({ now: 'Nenhum', later: '5' });
});

test('the last level has no next level and no fixed limit of sales', () => {
  const rows = levelRows({ limits: rules.N3, next: null });
  expect(rows.every(({ later }) => later === null)).toBe(true);
  expect(rows.find(({ name }) => name === 'Vender por mês')?.now).toBe('Sem limite fixo');
});

test('the next level is reached by e-mail, then phone, then identity, then a staff review', () => {
  expect(levelStep({ level: 'N0', emailVerified: false })?.label).toBe('Confirmar e-mail');
  expect(levelStep({ level: 'N0', emailVerified: true })?.label).toBe('Confirmar celular');
  expect(levelStep({ level: 'N1', emailVerified: true })?.label).toBe('Informar CPF ou CNPJ');
  expect(levelStep({ level: 'N2', emailVerified: true })).toBeNull();
});
