import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accountStates } from '#domain/accounts/accounts.ts';
import { assessRisk, riskBounds, riskKinds, riskLevels } from './risk.ts';
import type { RiskFacts, RiskKind } from './risk.ts';

const hour = 3_600_000;
const day = 24 * hour;
const now = 1_000 * day;

/** A seller of long ago who takes out what they always do. */
const usual: RiskFacts = {
  askedAt: now,
  amountCents: 10_000,
  accountSince: 0,
  standing: 'active',
  securityChangedAt: null,
  newDeviceAt: null,
  failedSignIns: 0,
  paidBefore: 3,
  largestPaidCents: 10_000,
  paidToThisKey: true,
  askedInADay: 1,
  openCases: 0,
  origin: { sameDayCents: 0, cardCents: 0, warrantyCents: 0, creditCents: 0 },
};
const kindsOf = (facts: Partial<RiskFacts>) =>
  assessRisk({ ...usual, ...facts }).reasons.map(({ kind }) => kind);
const level = (facts: Partial<RiskFacts>) => assessRisk({ ...usual, ...facts }).level;
const part = (cents: Partial<RiskFacts['origin']>) => ({ origin: { ...usual.origin, ...cents } });

/** What just makes a signal, and what just does not. */
const edges: Record<RiskKind, [shows: Partial<RiskFacts>, doesNot: Partial<RiskFacts>]> = {
  standing: [{ standing: 'suspended' }, { standing: 'closing' }],
  security_changed: [{ securityChangedAt: now - 72 * hour + 1 }, { securityChangedAt: now - 72 * hour }],
  key_changed: [{ paidToThisKey: false }, { paidToThisKey: false, paidBefore: 0 }],
  same_day: [part({ sameDayCents: 5_000 }), part({ sameDayCents: 4_999 })],
  open_cases: [{ openCases: 1 }, { openCases: 0 }],
  failed_sign_ins: [{ failedSignIns: 5 }, { failedSignIns: 4 }],
  new_device: [{ newDeviceAt: now - 72 * hour + 1 }, { newDeviceAt: now - 72 * hour }],
  above_usual: [{ largestPaidCents: 4_999 }, { largestPaidCents: 5_000 }],
  many_in_a_day: [{ askedInADay: 3 }, { askedInADay: 2 }],
  warranty: [part({ warrantyCents: 5_000 }), part({ warrantyCents: 4_999 })],
  card: [part({ cardCents: 5_000 }), part({ cardCents: 4_999 })],
  credit: [part({ creditCents: 5_000 }), part({ creditCents: 4_999 })],
  new_account: [{ accountSince: now - 90 * day + 1 }, { accountSince: now - 90 * day }],
  first_withdrawal: [{ paidBefore: 0 }, { paidBefore: 1 }],
};

describe('the risk of a withdrawal', () => {
  it('is low and without reasons for a seller who behaves as usual', () => {
    expect(assessRisk(usual)).toEqual({ level: 'low', reasons: [] });
  });

  it.each(riskKinds)('includes %s from its threshold on, and not below it', (kind) => {
    const [shows, doesNot] = edges[kind];
    expect(kindsOf(shows)).toContain(kind);
    expect(kindsOf(doesNot)).not.toContain(kind);
  });

  it('includes what happened to the account since the request', () => {
    expect(kindsOf({ securityChangedAt: now + day })).toEqual(['security_changed']);
  });

  it('is medium for one serious signal or two light ones, high for two serious ones or many light ones', () => {
    expect(level({ askedInADay: 3 })).toBe('low');
    expect(level({ openCases: 1 })).toBe('medium');
    expect(level({ askedInADay: 3, failedSignIns: 5 })).toBe('medium');
    expect(level({ openCases: 1, standing: 'restricted' })).toBe('high');
    expect(level({ askedInADay: 3, failedSignIns: 5, newDeviceAt: now, accountSince: now })).toBe('high');
  });

  it('states the figure behind each reason and lists the most serious first', () => {
    const facts = { ...usual, openCases: 2, accountSince: now - day, ...part({ cardCents: 9_000 }) };
    expect(assessRisk(facts).reasons).toEqual([
      { kind: 'open_cases', cents: null, count: 2, at: null },
      { kind: 'card', cents: 9_000, count: null, at: null },
      { kind: 'new_account', cents: null, count: null, at: now - day },
    ]);
  });

  it('never decreases by another signal, and repeats none', () => {
    const moment = fc.integer({ min: 0, max: now });
    const cents = fc.integer({ min: 0, max: 20_000 });
    const anyFacts: fc.Arbitrary<RiskFacts> = fc.record({
      askedAt: fc.constant(now),
      amountCents: fc.integer({ min: 1, max: 20_000 }),
      accountSince: moment,
      standing: fc.constantFrom(...accountStates),
      securityChangedAt: fc.option(moment),
      newDeviceAt: fc.option(moment),
      failedSignIns: fc.integer({ min: 0, max: 20 }),
      paidBefore: fc.integer({ min: 0, max: 5 }),
      largestPaidCents: cents,
      paidToThisKey: fc.boolean(),
      askedInADay: fc.integer({ min: 1, max: 9 }),
      openCases: fc.integer({ min: 0, max: 3 }),
      origin: fc.record({ sameDayCents: cents, cardCents: cents, warrantyCents: cents, creditCents: cents }),
    });
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const { level: before, reasons } = assessRisk(facts);
        const kinds = reasons.map(({ kind }) => kind);
        expect(kinds).toEqual(riskKinds.filter((kind) => kinds.includes(kind)));
        const worse = assessRisk({
          ...facts,
          openCases: facts.openCases + 1,
          failedSignIns: riskBounds.failedSignIns,
        });
        expect(riskLevels.indexOf(worse.level)).toBeGreaterThanOrEqual(riskLevels.indexOf(before));
        if (kinds.length === 0) expect(before).toBe('low');
      }),
    );
  });
});
