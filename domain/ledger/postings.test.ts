import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { refundShares, splitSale } from './fees.ts';
import { accountKinds } from './account-kinds.ts';
import type { AccountKind } from './account-kinds.ts';
import { journalKinds, type Journal } from './postings.ts';
import * as postings from './postings.ts';
import { debtPart, defaultWithdrawalRules } from '#domain/withdrawals/withdrawals.ts';

const id = fc.integer({ min: 1, max: 1_000_000 });
const amountCents = fc.integer({ min: 1, max: 10_000_000_000 });
const rule = { commissionBps: 990, minCommissionCents: 50, maxCommissionCents: 50_000, guaranteeBps: 50 };

describe('journals', () => {
  it('have a key that is unique to the business fact', () => {
    expect(postings.capture({ orderId: 7, paymentId: 3, totalCents: 100 }).key).toBe('capture:order:7');
    expect(postings.conclude({ orderId: 7, split: splitSale(10_000, rule) }).key).toBe('conclude:order:7');
    expect(postings.release({ orderId: 7, sellerId: 2, netCents: 1 }).key).toBe('release:order:7');
    expect(postings.refund({ refundId: 9, orderId: 7, amountCents: 1 }).key).toBe('refund:9');
    expect(postings.refundReceived({ refundId: 9, paymentId: 3, amountCents: 1 }).key).toBe(
      'refund:9:received',
    );
    expect(postings.refundPaid({ refundId: 9, amountCents: 1 }).key).toBe('refund:9:paid');
    expect(postings.withdrawalAsked({ withdrawalId: 3, userId: 2, amountCents: 1 }).key).toBe(
      'withdrawal:3:asked',
    );
  });

  it('take exactly the refund out of a concluded sale, from whichever accounts (M5, M6)', () => {
    fc.assert(
      fc.property(id, amountCents, amountCents, (refundId, one, other) => {
        const [cents, totalCents] = [Math.min(one, other), Math.max(one, other)];
        const back = refundShares(totalCents, cents, rule);
        const parts = {
          pendingCents: 0,
          blockedCents: 0,
          availableCents: 0,
          recoverableCents: back.sellerCents,
        };
        const taken = postings.refundConcluded({ refundId, orderId: 7, sellerId: 2, parts, ...back });
        expect(moved(taken, 'refund_due')).toBe(cents);
        expect(
          moved(taken, 'commission_revenue') + moved(taken, 'guarantee_fund') + back.commissionCents,
        ).toBe(0);
        expect(moved(taken, 'recoverable') + back.sellerCents).toBe(0);
      }),
    );
  });

  it('pay off a debt out of released or requested money, and never more than half by the rule', () => {
    const freed = postings.release({ orderId: 7, sellerId: 2, netCents: 90, debtCents: 45 });
    expect(moved(freed, 'available')).toBe(45);
    expect(moved(freed, 'recoverable')).toBe(45);
    expect(debtPart(91, 1_000, defaultWithdrawalRules)).toBe(45);
    expect(debtPart(91, 10, defaultWithdrawalRules)).toBe(10);
  });

  it('put the account of the right owner on each side', () => {
    const { legs } = postings.release({ orderId: 7, sellerId: 2, netCents: 90 });
    expect(legs).toEqual([
      {
        debit: { kind: 'pending_release', caseId: 7 },
        credit: { kind: 'available', caseId: 2 },
        amountCents: 90,
      },
    ]);
  });

  it('divide a conclusion so that exactly the sale leaves escrow and only the guarantee leaves revenue', () => {
    fc.assert(
      fc.property(id, amountCents, (orderId, totalCents) => {
        const split = splitSale(totalCents, rule);
        const concluded = postings.conclude({ orderId, split });
        expect(moved(concluded, 'escrow')).toBe(-totalCents);
        expect(moved(concluded, 'pending_release')).toBe(split.netCents);
        expect(moved(concluded, 'commission_revenue')).toBe(split.revenueCents);
        expect(moved(concluded, 'guarantee_fund')).toBe(split.guaranteeCents);
      }),
    );
  });

  it('leave out legs of zero centavos', () => {
    const free = { commissionBps: 0, minCommissionCents: 0, maxCommissionCents: 0, guaranteeBps: 0 };
    expect(postings.conclude({ orderId: 7, split: splitSale(100, free) }).legs).toHaveLength(1);
    expect(postings.withdrawalPaid({ withdrawalId: 3, amountCents: 100, feeCents: 0 }).legs).toHaveLength(1);
  });

  it('refuse a zero amount, a negative amount and a fraction', () => {
    expect(() => postings.refundPaid({ refundId: 9, amountCents: 0 })).toThrow(/sem valor/);
    expect(() => postings.refundPaid({ refundId: 9, amountCents: -1 })).toThrow(/centavos/);
    expect(() => postings.refundPaid({ refundId: 9, amountCents: 0.5 })).toThrow(/centavos/);
    expect(() => postings.withdrawalPaid({ withdrawalId: 3, amountCents: 100, feeCents: 101 })).toThrow(
      /centavos/,
    );
  });

  it('return a withdrawal to the centavo, fee included', () => {
    fc.assert(
      fc.property(id, id, amountCents, (withdrawalId, userId, cents) => {
        const asked = postings.withdrawalAsked({ withdrawalId, userId, amountCents: cents });
        const back = postings.withdrawalReturned({ withdrawalId, userId, amountCents: cents });
        expect(moved(asked, 'available') + moved(back, 'available')).toBe(0);
        expect(moved(asked, 'withdrawal_in_transit') + moved(back, 'withdrawal_in_transit')).toBe(0);
      }),
    );
  });

  it('reverse every leg of a paid withdrawal when it is reopened', () => {
    const paid = { withdrawalId: 3, amountCents: 4_000, feeCents: 250 };
    const [out, back] = [postings.withdrawalPaid(paid), postings.withdrawalReopened(paid)];
    for (const kind of ['psp_cash', 'fee_revenue', 'withdrawal_in_transit'] as const)
      expect([kind, moved(out, kind) + moved(back, kind)]).toEqual([kind, 0]);
    expect(moved(back, 'withdrawal_in_transit')).toBe(4_000);
  });

  it('split a paid withdrawal completely between bank and fee', () => {
    fc.assert(
      fc.property(amountCents, amountCents, (one, other) => {
        const [feeCents, cents] = [Math.min(one, other) - 1, Math.max(one, other)];
        const paid = postings.withdrawalPaid({ withdrawalId: 3, amountCents: cents, feeCents });
        expect(moved(paid, 'withdrawal_in_transit')).toBe(-cents);
        expect(moved(paid, 'psp_cash') + moved(paid, 'fee_revenue')).toBe(cents);
      }),
    );
  });
});

describe('the chart of accounts', () => {
  it('has fifteen accounts and the chargeback debt', () => {
    expect(Object.keys(accountKinds)).toHaveLength(16);
  });

  it('gives every kind of journal a key pattern with one placeholder', () => {
    for (const { key } of Object.values(journalKinds)) expect(key.split('#')).toHaveLength(2);
  });
});

/** What the journal adds to an account, in cents, credits less debits. */
function moved(journal: Journal, kind: AccountKind): number {
  return journal.legs.reduce(
    (sum, leg) =>
      sum +
      (leg.credit.kind === kind ? leg.amountCents : 0) -
      (leg.debit.kind === kind ? leg.amountCents : 0),
    0,
  );
}
