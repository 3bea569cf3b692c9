import { describe, expect, test } from 'vitest';
import { contestable, judgeContestation } from './contestations.ts';
import type { BankReport, LedgerReport } from './contestations.ts';
import { paymentStates } from './payments.ts';

const quiet: BankReport = { contested: false, returnedCents: 0 };
const own = (given: Partial<LedgerReport> = {}): LedgerReport => ({
  state: 'contested',
  sentCents: 0,
  sendingCents: 0,
  debtCents: 0,
  ...given,
});
const nothing = { to: 'nothing', takenCents: 0, wonCents: 0, unclaimedCents: 0 };

describe('a bank report about a payment', () => {
  test('of a contestation contests the payment once', () => {
    const looks = { ...quiet, contested: true };
    for (const state of ['confirmed', 'partially_refunded', 'refunded', 'upheld', 'charged_back'] as const)
      expect(judgeContestation(looks, own({ state })).to).toBe('contest');
    expect(judgeContestation(looks, own())).toEqual(nothing);
  });

  test('of an ended contestation without a chargeback upholds the payment', () => {
    expect(judgeContestation(quiet, own()).to).toBe('uphold');
    const sent = own({ sentCents: 3_000 });
    expect(judgeContestation({ ...quiet, returnedCents: 3_000 }, sent).to).toBe('uphold');
  });

  test('of more returned money than we refunded is a chargeback, with or without an earlier contestation', () => {
    for (const state of ['contested', ...contestable] as const)
      expect(judgeContestation({ ...quiet, returnedCents: 10_000 }, own({ state }))).toEqual({
        ...nothing,
        to: 'charge_back',
        takenCents: 10_000,
      });
  });

  test('of a second chargeback takes only the amount that is not recorded yet', () => {
    const booked = own({ state: 'charged_back', sentCents: 2_000, debtCents: 3_000 });
    expect(judgeContestation({ ...quiet, returnedCents: 9_000 }, booked)).toEqual({
      ...nothing,
      to: 'charge_back',
      takenCents: 4_000,
    });
  });

  test('of a reversed chargeback cancels the debt first and leaves the rest for a manual review', () => {
    const lost = own({ state: 'charged_back', sentCents: 6_000, debtCents: 4_000 });
    const won = { ...nothing, to: 'win', wonCents: 4_000 };
    expect(judgeContestation({ ...quiet, returnedCents: 6_000 }, lost)).toEqual(won);
    expect(judgeContestation(quiet, lost)).toEqual({ ...won, unclaimedCents: 6_000 });
    const ofSale = own({ state: 'charged_back', sentCents: 6_000 });
    expect(judgeContestation(quiet, ofSale)).toEqual({ ...nothing, unclaimedCents: 6_000 });
  });

  test('has no effect while a refund is processing, because the returned money may be that refund', () => {
    const sending = own({ sendingCents: 3_000 });
    for (const returnedCents of [0, 3_000, 10_000])
      expect(judgeContestation({ ...quiet, returnedCents }, sending)).toEqual(nothing);
  });

  test('has no effect on a payment without money or in a final state', () => {
    const states = paymentStates.filter((state) => state !== 'contested' && !contestable.includes(state));
    for (const state of states)
      for (const contested of [true, false])
        expect(judgeContestation({ contested, returnedCents: 10_000 }, own({ state }))).toEqual(nothing);
  });

  test('has no effect when it matches the ledger', () => {
    const sent = own({ state: 'partially_refunded', sentCents: 3_000 });
    expect(judgeContestation({ ...quiet, returnedCents: 3_000 }, sent)).toEqual(nothing);
  });
});
