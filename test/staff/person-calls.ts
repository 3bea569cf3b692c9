import type { StaffActions } from '#domain/staff/permissions.ts';
import type { Person } from '#test/accounts/people.ts';
import { note, staffCall } from './call.ts';
import type { Case, Part } from './call.ts';

/** An action on the account of a stranger, or of the viewer. */
const person = <
  A extends
    | 'sanction_account'
    | 'give_strike'
    | 'end_sessions'
    | 'trust_seller'
    | 'unmask_person'
    | 'change_role'
    | 'grant_level'
    | 'correct_birth',
>(
  action: A,
  body: (target: Person) => object | undefined,
  more: object = {},
  parts: readonly Part[] = ['stranger', 'self'],
) =>
  staffCall(
    action,
    async ({ sales }, viewer, part) => {
      const target = part === 'self' ? viewer : await sales.user();
      const given = body(target);
      return {
        thing: { id: target.id, role: target.role, ...more } as unknown as StaffActions[A],
        params: { id: target.id },
        ...(given && { body: given }),
      };
    },
    { parts, name: JSON.stringify(more) },
  );

/** Staff actions on accounts. */
export const personCalls: Record<string, Case | readonly Case[]> = {
  'PUT /staff/users/{id}/state': [
    person('sanction_account', () => ({ event: 'restrict', reason: note }), {
      event: 'restrict',
      supportLimitMs: 0,
    }),
    person('sanction_account', () => ({ event: 'ban', reason: note }), { event: 'ban', supportLimitMs: 0 }),
  ],
  'POST /staff/users/{id}/strikes': person(
    'give_strike',
    () => ({ rule: 'offence', step: 1, reason: note }),
    { measure: 'warning', suspensionMs: 0, supportLimitMs: 0 },
  ),
  'DELETE /staff/users/{id}/sessions': person('end_sessions', () => undefined),
  'PUT /staff/users/{id}/trust': person('trust_seller', () => ({ trusted: true })),
  'PUT /staff/users/{id}/role': person('change_role', ({ username }) => ({
    role: 'support',
    username,
    reason: note,
  })),
  'PUT /staff/users/{id}/level': person('grant_level', () => ({ granted: false, reason: note })),
  'PUT /staff/users/{id}/birth': person('correct_birth', () => ({ bornOn: '1990-01-31', reason: note })),
  'PUT /staff/users/{id}/seller-interview': staffCall(
    'grant_level',
    async ({ sales }, viewer, part) => {
      const target = part === 'self' ? viewer : (await sales.paid()).seller;
      return { thing: { id: target.id }, params: { id: target.id }, body: { reason: note } };
    },
    { parts: ['stranger', 'self'] },
  ),
  'POST /staff/users/{id}/unmaskings': person('unmask_person', () => ({ reason: note }), {}, ['stranger']),
};
