import { expect, test } from 'vitest';
import { defaultRatingRules as rules, replyRefusal, writingRefusal } from './ratings.ts';
import { defaultReputationRules, scoreHundredths } from '#domain/accounts/reputation.ts';
import type { RatingFacts } from './ratings.ts';

const now = new Date('2026-11-22T12:00:00Z');
const later = (ms: number) => new Date(now.getTime() + ms);
const open: RatingFacts = {
  orderState: 'completed',
  window: { closesAt: later(1), closed: false },
  mine: null,
  now,
};

test('a side may write and change its rating while the window is open', () => {
  expect(writingRefusal(open)).toBeNull();
  expect(writingRefusal({ ...open, mine: 'written' })).toBeNull();
  expect(writingRefusal({ ...open, orderState: 'refunded' })).toBeNull();
});

test.each<[string, Partial<RatingFacts>]>([
  ['not_concluded', { window: null, orderState: 'delivered' }],
  ['in_complaint', { orderState: 'in_complaint' }],
  ['published', { mine: 'published' }],
  ['too_late', { now: later(1) }],
  ['too_late', { window: { closesAt: later(1), closed: true } }],
])('writing a rating is refused with %s', (refusal, facts) => {
  expect(writingRefusal({ ...open, ...facts })).toBe(refusal);
});

test('one reply in thirty days after publication, not during a complaint', () => {
  const given = {
    orderState: 'completed',
    state: 'published',
    publishedAt: now,
    replied: false,
    rules,
    now,
  } as const;
  expect(replyRefusal(given)).toBeNull();
  expect(replyRefusal({ ...given, now: later(rules.replyMs - 1) })).toBeNull();
  expect(replyRefusal({ ...given, now: later(rules.replyMs) })).toBe('too_late');
  expect(replyRefusal({ ...given, replied: true })).toBe('replied');
  expect(replyRefusal({ ...given, orderState: 'in_complaint' })).toBe('in_complaint');
  expect(replyRefusal({ ...given, state: 'written', publishedAt: null })).toBe('not_published');
});

test('the score starts at 4.5 and a few ratings change it little', () => {
  expect(scoreHundredths([0, 0, 0, 0, 0], defaultReputationRules)).toBe(450);
  expect(scoreHundredths([0, 0, 0, 0, 1], defaultReputationRules)).toBe(455);
  expect(scoreHundredths([1, 0, 0, 0, 0], defaultReputationRules)).toBe(418);
  expect(scoreHundredths([0, 0, 0, 10, 122], defaultReputationRules)).toBe(489);
});
