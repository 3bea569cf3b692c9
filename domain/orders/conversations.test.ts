import { expect, test } from 'vitest';
import {
  defaultConversationRules,
  messageHandling,
  conversationStage,
  writableUntil,
} from './conversations.ts';
import type { ConversationFacts } from './conversations.ts';

const rules = defaultConversationRules;
const day = 86_400_000;
const start = new Date('2026-03-01T12:00:00Z');
const after = (days: number) => new Date(start.getTime() + days * day);
const order = (facts: Partial<ConversationFacts>): ConversationFacts => ({
  state: 'paid',
  paidAt: start,
  deliveredAt: null,
  closedAt: null,
  warrantyDays: 7,
  ...facts,
});

test('a conversation opens with the payment and not before', () => {
  expect(conversationStage(order({ state: 'awaiting_payment', paidAt: null }), start, rules)).toBe(
    'not_open',
  );
  expect(conversationStage(order({ state: 'expired', paidAt: null, closedAt: start }), start, rules)).toBe(
    'not_open',
  );
  expect(conversationStage(order({}), after(400), rules)).toBe('open');
});

test('a conversation is writable for exactly seven days after delivery', () => {
  const delivered = order({ state: 'completed', deliveredAt: after(1), closedAt: after(2) });
  expect(writableUntil(delivered, rules)).toEqual(after(8));
  expect(conversationStage(delivered, new Date(after(8).getTime() - 1), rules)).toBe('open');
  expect(conversationStage(delivered, after(8), rules)).toBe('closed');
});

test('a conversation stays writable until the end of a longer warranty, or of a longer rule', () => {
  const delivered = order({ state: 'completed', deliveredAt: start, closedAt: after(2), warrantyDays: 14 });
  expect(writableUntil(delivered, rules)).toEqual(after(14));
  expect(writableUntil(delivered, { writableMs: 30 * day })).toEqual(after(30));
  expect(writableUntil(order({ state: 'cancelled', closedAt: start, warrantyDays: 14 }), rules)).toEqual(
    after(7),
  );
});

test('an order that ended undelivered is writable for seven days after its end', () => {
  const cancelled = order({ state: 'cancelled', closedAt: after(1) });
  expect(conversationStage(cancelled, after(7.9), rules)).toBe('open');
  expect(conversationStage(cancelled, after(8), rules)).toBe('closed');
});

test('a complaint keeps the conversation open', () => {
  expect(conversationStage(order({ state: 'in_complaint', deliveredAt: start }), after(30), rules)).toBe(
    'open',
  );
});

test('the first message with contact data is warned, the second masked, and later ones held', () => {
  expect([0, 1, 2, 9].map((earlier) => messageHandling(['contacts'], earlier, rules))).toEqual([
    'as_warned',
    'masked',
    'held',
    'held',
  ]);
  expect(messageHandling(['secret'], 9, rules)).toBe('as_written');
});
