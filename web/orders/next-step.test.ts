import { describe, expect, it } from 'vitest';
import { finalOrderStates, orderStates } from '#domain/orders.ts';
import type { StepFacts } from './next-step.ts';
import { nextStep } from './next-step.ts';

const facts: StepFacts = {
  state: 'awaiting_payment',
  deliveryType: 'manual',
  otherParty: '@ana',
  amountCents: 124_990,
  dueAt: '2026-03-12T17:52:00Z',
  promisedAt: null,
  releaseAt: null,
  closedAt: null,
  revealed: null,
  now: '2026-03-12T17:22:00Z',
};

describe('nextStep', () => {
  it('has a whole sentence for every state and side', () => {
    for (const state of orderStates)
      for (const side of ['buyer', 'seller'] as const) {
        const step = nextStep({ ...facts, state }, side);
        expect(step.sentence).toMatch(/^[A-ZÀ-Ú@R].*\.$/);
        expect(step.sentence).not.toMatch(/undefined|null|NaN/);
      }
  });

  it('names who acts, until when and what happens otherwise while a clock runs', () => {
    for (const state of ['awaiting_payment', 'paid', 'in_delivery', 'delivered'] as const) {
      const step = nextStep({ ...facts, state }, 'buyer');
      expect(step).toMatchObject({ deadline: facts.dueAt, actor: expect.stringMatching(/buyer|seller/) });
      expect(step.otherwise).not.toBe('');
    }
  });

  it('shows only the hour when the deadline is today', () => {
    expect(nextStep(facts, 'buyer').sentence).toBe('Pague o Pix até 14:52 para garantir a compra.');
  });

  it('shows the day when the deadline is later', () => {
    const step = nextStep({ ...facts, state: 'paid', promisedAt: '2026-03-20T12:00:00Z' }, 'buyer');
    expect(step.sentence).toBe('@ana tem até 20 mar 2026, 09:00 para entregar.');
  });

  it('asks for the codes before the confirmation, and only of the buyer', () => {
    const delivered = { ...facts, state: 'delivered', deliveryType: 'automatic' } as const;
    expect(nextStep({ ...delivered, revealed: false }, 'buyer').button).toBe('reveal');
    expect(nextStep({ ...delivered, revealed: true }, 'buyer').button).toBe('confirm');
    expect(nextStep({ ...delivered, revealed: false }, 'seller').button).toBeNull();
  });

  it('leaves nothing to do for the seller before the money arrived', () => {
    expect(nextStep(facts, 'seller').button).toBeNull();
  });

  it('speaks of the release in the right tense', () => {
    const done = { ...facts, state: 'completed', releaseAt: '2026-03-19T12:00:00Z' } as const;
    expect(nextStep(done, 'seller').sentence).toContain('será liberado em 19 mar 2026');
    expect(nextStep({ ...done, now: '2026-03-20T12:00:00Z' }, 'seller').sentence).toContain('liberado em 19');
  });

  it('has no deadline once the order is over', () => {
    for (const state of finalOrderStates)
      expect(nextStep({ ...facts, state }, 'buyer')).toMatchObject({ deadline: null, actor: null });
  });
});
