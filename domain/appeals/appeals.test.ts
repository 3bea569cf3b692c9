import { describe, expect, test } from 'vitest';
import * as fc from 'fast-check';
import { can } from '#domain/staff/permissions.ts';
import { appealRefusal, mayDecideAppeal } from './appeals.ts';
import { appealKindNames, appealKindOf } from './kinds.ts';

const id = fc.integer({ min: 1, max: 6 });

describe('an appeal (N04)', () => {
  test('is never decided by a person of the decision or by its person, whatever their role', () => {
    fc.assert(
      fc.property(
        id,
        fc.array(id, { minLength: 1, maxLength: 3 }),
        id,
        fc.boolean(),
        (personId, deciders, staffId, forAdmin) => {
          const thing = { personId, deciders, forAdmin };
          const isInvolved = staffId === personId || deciders.includes(staffId);
          expect(mayDecideAppeal(staffId, thing)).toBe(!isInvolved);
          for (const role of ['support', 'admin'] as const)
            expect(can({ id: staffId, role }, 'review_decision', thing).ok).toBe(
              !isInvolved && (role === 'admin' || !forAdmin),
            );
          expect(can({ id: staffId, role: 'user' }, 'review_decision', thing).ok).toBe(false);
        },
      ),
    );
  });

  test('is opened once and before its last moment', () => {
    const appealUntil = new Date('2026-11-28T12:00:00Z');
    const at = (ms: number) => new Date(appealUntil.getTime() + ms);
    expect(appealRefusal({ appealUntil, isAppealed: false }, at(-1))).toBeNull();
    expect(appealRefusal({ appealUntil, isAppealed: false }, at(0))).toBe('late');
    expect(appealRefusal({ appealUntil, isAppealed: true }, at(-1))).toBe('appealed');
  });

  test('ends by time only where the team examines the matter again', () => {
    const byTime = appealKindNames.filter((name) => appealKindOf(name).byTime);
    expect(byTime).toEqual([
      'listing.rejected',
      'listing.changes_requested',
      'revision.rejected',
      'revision.changes_requested',
      'account.documents_refused',
      'account.documents_revoked',
      'withdrawal.rejected',
    ]);
  });
});
