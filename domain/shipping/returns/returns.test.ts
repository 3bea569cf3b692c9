import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { allowedEvents } from '#domain/machine.ts';
import { returnStep } from './next-steps.ts';
import {
  contradictsReturn,
  openReturnStates,
  returnFundAt,
  returnLapseAt,
  returnMachine,
  returnOutcomes,
  returnPaidBy,
  returnReasons,
  returnRefusal,
  returnReminderAt,
  returnStateName,
  returnStates,
  returnWays,
} from './returns.ts';

const at = (hours: number) => new Date(Date.UTC(2026, 10, 1, hours));

test('a buyer posts or gives up only before the posting, and a seller contests only what travels or is there', () => {
  expect(allowedEvents(returnMachine, 'to_post', 'buyer')).toEqual(['post', 'hand_back', 'cancel']);
  expect(allowedEvents(returnMachine, 'posted', 'buyer')).toEqual([]);
  expect(allowedEvents(returnMachine, 'to_post', 'seller')).toEqual(['accept']);
  expect(allowedEvents(returnMachine, 'checking', 'seller')).toEqual(['accept', 'contest']);
  expect(allowedEvents(returnMachine, 'contested', 'staff')).toEqual(['decide']);
});

test('an ended return does not move again (S11)', () => {
  const ended = returnStates.filter((state) => !openReturnStates.includes(state));
  for (const { from } of Object.values(returnMachine))
    for (const state of ended) expect(from).not.toContain(state);
});

test('a label that was made is posted as its carrier says, and a thing in hands is not posted', () => {
  const label = { way: 'label', hasLabel: true } as const;
  expect(returnRefusal(label, 'post')).toMatch(/etiqueta do site/);
  expect(returnRefusal({ ...label, hasLabel: false }, 'post')).toBeNull();
  expect(returnRefusal({ ...label, way: 'hand', hasLabel: false }, 'post')).toMatch(/em mãos/);
  expect(returnRefusal({ ...label, hasLabel: false }, 'hand_back')).toMatch(/correio/);
});

test('a label lapses a day after the end of its time, and everything else with it', () => {
  const end = new Date('2026-12-04T02:59:59Z');
  expect(returnLapseAt(end, 'label').getTime() - end.getTime()).toBe(86_400_000);
  expect(returnLapseAt(end, 'own')).toEqual(end);
});

test('the reminder comes a day before the end, and half-way where the time is shorter than two days', () => {
  expect(returnReminderAt(at(0), at(168))).toEqual(at(144));
  expect(returnReminderAt(at(0), at(24))).toEqual(at(12));
});

test('the seller pays the way back after a decision for the buyer, and otherwise the setting says who', () => {
  const paying = returnReasons.map((reason) => returnPaidBy(reason, { returnFreight: 'platform' }));
  expect(paying).toEqual(['platform', 'seller', 'platform']);
});

test('a parcel that goes back to the buyer is never called on its way to the seller', () => {
  for (const state of ['posted', 'checking'] as const)
    expect(returnStateName(state, 'returning')).toBe('Voltando para quem comprou');
  expect(returnStateName('posted', 'in_transit')).toBe('A caminho de quem vendeu');
});

test('the fund pays for a contested return after its time, and at least a day from now (N03)', () => {
  fc.assert(
    fc.property(
      fc.nat(2_000),
      fc.nat(2_000),
      fc.integer({ min: 24, max: 1_440 }),
      (contested, later, hours) => {
        const [contestedAt, now] = [at(contested), at(contested + later)];
        const fundAt = returnFundAt(contestedAt, now, { fundAfterMs: hours * 3_600_000 });
        expect(fundAt).toEqual(at(Math.max(contested + hours, contested + later + 24)));
      },
    ),
  );
});

test('an ended return is contradicted by a parcel that is not where its money says', () => {
  const full = { state: 'completed', outcome: 'full' } as const;
  const parcels = ['preparing', 'posted', 'delivered', 'returned', 'lost'] as const;
  const contradicting = (ended: Parameters<typeof contradictsReturn>[0]) =>
    parcels.filter((parcel) => contradictsReturn(ended, parcel));
  expect(contradicting(full)).toEqual(['returned', 'lost']);
  for (const outcome of ['none', 'fund'] as const) expect(contradicting({ ...full, outcome })).toEqual([]);
  expect(contradicting({ state: 'lapsed', outcome: null })).toEqual([
    'posted',
    'delivered',
    'returned',
    'lost',
  ]);
});

test('each state of each way has a sentence for both sides (N12)', () => {
  for (const state of returnStates)
    for (const way of returnWays)
      for (const outcome of returnOutcomes)
        for (const reason of returnReasons)
          for (const parcelState of ['preparing', 'returning', 'returned', 'lost'] as const)
            for (const labelReady of [true, false])
              for (const side of ['buyer', 'seller'] as const)
                expect(returnStep({ reason, state, way, outcome, labelReady, parcelState }, side)).toMatch(
                  /^[A-ZÀ-Ý].+\.$/,
                );
});
