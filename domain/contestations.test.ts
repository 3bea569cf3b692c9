import { describe, expect, test } from 'vitest';
import { judgeContestation } from './contestations.ts';
import type { BankWord, OwnWord } from './contestations.ts';
import { paymentStates } from './payments.ts';

const quiet: BankWord = { contested: false, returnedCents: 0 };
const own = (given: Partial<OwnWord> = {}): OwnWord => ({
  state: 'contested',
  receivedCents: 10_000,
  sentCents: 0,
  sendingCents: 0,
  gaveBackCents: 0,
  ...given,
});
const nothing = { to: 'nothing', takenCents: 0, excessCents: 0 };

describe('what the bank says of a payment', () => {
  test('that it looks, once', () => {
    const looks = { ...quiet, contested: true };
    for (const state of ['confirmed', 'partially_refunded', 'upheld'] as const)
      expect(judgeContestation(looks, own({ state })).to).toBe('contest');
    expect(judgeContestation(looks, own())).toEqual(nothing);
  });

  test('that nobody looks any more and nothing went: it is kept', () => {
    expect(judgeContestation(quiet, own()).to).toBe('uphold');
    const sent = own({ sentCents: 3_000, gaveBackCents: 3_000 });
    expect(judgeContestation({ ...quiet, returnedCents: 3_000 }, sent).to).toBe('uphold');
  });

  test('that more went than we sent: it was taken back, told before or not', () => {
    for (const state of ['contested', 'confirmed', 'partially_refunded', 'upheld'] as const)
      expect(judgeContestation({ ...quiet, returnedCents: 10_000 }, own({ state }))).toEqual({
        to: 'charge_back',
        takenCents: 10_000,
        excessCents: 0,
      });
  });

  test('and what came back to the buyer otherwise leaves no more to take than was paid', () => {
    const given = own({ sentCents: 2_000, gaveBackCents: 5_000 });
    expect(judgeContestation({ ...quiet, returnedCents: 10_000 }, given)).toEqual({
      to: 'charge_back',
      takenCents: 5_000,
      excessCents: 3_000,
    });
    const all = own({ gaveBackCents: 10_000 });
    expect(judgeContestation({ ...quiet, returnedCents: 10_000 }, all)).toEqual({
      to: 'uphold',
      takenCents: 0,
      excessCents: 10_000,
    });
  });

  test('is not believed while a refund is on its way: it may be what came back', () => {
    const sending = own({ sendingCents: 3_000 });
    for (const returnedCents of [0, 3_000, 10_000])
      expect(judgeContestation({ ...quiet, returnedCents }, sending)).toEqual(nothing);
  });

  test('means nothing for a payment without money, or with its end behind it', () => {
    const states = paymentStates.filter(
      (state) => !['contested', 'confirmed', 'partially_refunded', 'upheld'].includes(state),
    );
    for (const state of states)
      for (const contested of [true, false])
        expect(judgeContestation({ contested, returnedCents: 10_000 }, own({ state }))).toEqual(nothing);
  });

  test('means nothing where a payment stands as we know it', () => {
    const sent = own({ state: 'partially_refunded', sentCents: 3_000, gaveBackCents: 3_000 });
    expect(judgeContestation({ ...quiet, returnedCents: 3_000 }, sent)).toEqual(nothing);
  });
});
