import { describe, expect, test } from 'vitest';
import type { Withdrawal } from '#contract/withdrawals/withdrawals.ts';
import { withdrawalStates } from '#domain/withdrawals/withdrawals.ts';
import { withdrawalStep } from './withdrawal-step.ts';

const now = '2026-03-10T15:00:00.000Z';
const asked: Withdrawal = {
  id: 1,
  state: 'requested',
  amountCents: 10_250,
  feeCents: 250,
  netCents: 10_000,
  debtCents: 0,
  pixKeyType: 'cpf',
  pixKey: '***.982.247-**',
  createdAt: '2026-03-10T12:00:00.000Z',
  expectedBy: '2026-03-11T15:00:00.000Z',
  paidAt: null,
  reopenedAt: null,
  decisionNote: null,
  returnReason: null,
};
const over = { ...asked, expectedBy: null };

describe('a withdrawal', () => {
  test('has a text in every state', () => {
    for (const state of withdrawalStates)
      expect(withdrawalStep({ ...asked, state, paidAt: now }, now), state).toMatch(/^[A-ZR].*\.$/);
  });

  test('shows its date while it is pending', () => {
    expect(withdrawalStep(asked, now)).toContain('até 11 mar 2026, 12:00');
    expect(withdrawalStep({ ...asked, state: 'approved' }, now)).toContain('até 11 mar 2026, 12:00');
  });

  test('says that it is late and that its fee is waived', () => {
    const late = withdrawalStep(asked, '2026-03-12T15:00:00.000Z');
    expect(late).toContain('O prazo era 11 mar 2026, 12:00.');
    expect(late).toContain('a tarifa não é cobrada');
    expect(withdrawalStep({ ...asked, feeCents: 0 }, '2026-03-12T15:00:00.000Z')).not.toContain('tarifa');
  });

  test('says why it was refused and where the money is', () => {
    const refused = { ...over, state: 'rejected', decisionNote: 'O nome não confere.' } as const;
    expect(withdrawalStep(refused, now)).toMatch(
      /^Recusado pela equipe: O nome não confere\. R\$\s102,50 voltaram ao seu saldo\.$/,
    );
  });
});
