import { expect, test } from 'vitest';
import { ageOn, defaultVerificationRules, verificationLevel } from './verification.ts';

const nothing = { emailVerified: false, phoneVerified: false, identityVerified: false, granted: false };

test('a level requires every step before it (§4.14)', () => {
  expect(verificationLevel(nothing)).toBe('N0');
  expect(verificationLevel({ ...nothing, emailVerified: true })).toBe('N0');
  expect(verificationLevel({ ...nothing, emailVerified: true, phoneVerified: true })).toBe('N1');
  expect(verificationLevel({ ...nothing, emailVerified: true, identityVerified: true })).toBe('N0');
  const known = { emailVerified: true, phoneVerified: true, identityVerified: true, granted: false };
  expect(verificationLevel(known)).toBe('N2');
  expect(verificationLevel({ ...known, granted: true })).toBe('N3');
  expect(verificationLevel({ ...known, phoneVerified: false, granted: true })).toBe('N0');
});

test('the day of the eighteenth birthday is the first day of age', () => {
  expect(ageOn('2008-11-21', '2026-11-20')).toBe(17);
  expect(ageOn('2008-11-21', '2026-11-21')).toBe(18);
  expect(ageOn('2008-02-29', '2026-02-28')).toBe(17);
  expect(ageOn('2008-02-29', '2026-03-01')).toBe(18);
});

test('every limit grows with the level', () => {
  const { N0, N1, N2, N3 } = defaultVerificationRules;
  for (const [lower, higher] of [
    [N0, N1],
    [N1, N2],
    [N2, N3],
  ] as const) {
    expect(higher.activeListings).toBeGreaterThan(lower.activeListings);
    expect(higher.buyPerDayCents).toBeGreaterThan(lower.buyPerDayCents);
    expect(higher.withdrawPerDayCents).toBeGreaterThanOrEqual(lower.withdrawPerDayCents);
  }
});
