import { expect, test } from 'vitest';
import { can } from './permissions.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';

const viewer = (role: Viewer['role']) => ({ id: 9, role }) as Viewer;
const [admin, support] = [viewer('admin'), viewer('support')];

test('support decides to the centavo of its limit, and an admin beyond it (§4.15)', () => {
  const supportLimitCents = 50_000;
  for (const [amountCents, ok] of [
    [50_000, true],
    [50_001, false],
  ] as const) {
    const refund = { involved: [1, 2], amountCents, supportLimitCents };
    const withdrawal = { ownerId: 1, amountCents, supportLimitCents };
    expect(can(support, 'decide_refund', refund).ok).toBe(ok);
    expect(can(support, 'decide_withdrawal', withdrawal).ok).toBe(ok);
    expect(can(admin, 'decide_refund', refund).ok).toBe(true);
    expect(can(admin, 'decide_withdrawal', withdrawal).ok).toBe(true);
  }
});

test('no staff member decides about their own money, however little', () => {
  const own = { ok: false, reason: 'own_decision' };
  const amounts = { amountCents: 1, supportLimitCents: 50_000 };
  for (const who of [admin, support]) {
    expect(can(who, 'decide_refund', { involved: [1, 9], ...amounts })).toEqual(own);
    expect(can(who, 'decide_withdrawal', { ownerId: 9, ...amounts })).toEqual(own);
  }
});
