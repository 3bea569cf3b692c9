import { expect, test } from 'vitest';
import { securitySteps } from './security-steps.ts';

const passkey = { id: 1, name: 'Mac', backedUp: true, createdAt: '', lastUsedAt: null };

test('a new account has three missing steps', () => {
  const steps = securitySteps({ emailVerified: false, phone: null }, { totpSince: null, passkeys: [] });
  expect(steps.map(({ done }) => done)).toEqual([false, false, false]);
  expect(steps.map(({ next }) => next?.label)).toEqual([
    'Confirmar e-mail',
    'Confirmar celular',
    'Ativar duas etapas',
  ]);
});

test('a finished step has no link', () => {
  const steps = securitySteps(
    { emailVerified: true, phone: '(11) *****-4321' },
    { totpSince: '2026-11-01T12:00:00Z', passkeys: [] },
  );
  expect(steps.every(({ done, next }) => done && next === null)).toBe(true);
});

test('a passkey is also a second factor', () => {
  const [, , step] = securitySteps(
    { emailVerified: true, phone: null },
    { totpSince: null, passkeys: [passkey] },
  );
  expect(step).toMatchObject({ done: true, value: 'Chave de acesso' });
});
