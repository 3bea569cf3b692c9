import { expect, test } from 'vitest';
import { maskedName, mayReveal } from './orders.ts';
import { autoConfirmAt, defaultOrderTimers, idleCancelAt, lateCancelAt } from './timers.ts';
import { orderCode, orderIdOf, allowedMoves } from './orders.ts';
import { releaseDelayMs, releaseAt } from './timers.ts';

const at = (hours: number) => new Date(Date.UTC(2026, 0, 1) + hours * 3_600_000);

test('an order code has 4 to 7 letters without I, L, O, U, and no two ids share one', () => {
  const codes = new Set<string>();
  for (let id = 1; id <= 200_000; id++) codes.add(orderCode(id));
  expect(codes.size).toBe(200_000);
  for (const id of [1, 2, 1_048_575, 1_048_576, 33_554_432, 32 ** 7 - 1, Number.MAX_SAFE_INTEGER])
    expect(orderCode(id)).toMatch(/^[0-9A-HJKMNP-TV-Z]{4,11}$/);
  expect(orderCode(1)).toHaveLength(4);
  expect(orderCode(1_048_576)).toHaveLength(5);
  expect(orderCode(32 ** 7 - 1)).toHaveLength(7);
});

test('a code resolves to its order, however it is typed', () => {
  for (const id of [1, 2, 77, 1_048_575, 1_048_576, 33_554_432, 32 ** 7 - 1])
    expect(orderIdOf(` ${orderCode(id).toLowerCase()} `)).toBe(id);
  for (const wrong of ['', 'ABC', 'ILOU', 'AAAA-AAAA', 'Z'.repeat(12), 'pão!'])
    expect(orderIdOf(wrong)).toBeNull();
});

test('an idle sale is cancelled at the earlier of promise + 24 h and 72 h (P12)', () => {
  expect(idleCancelAt(at(0), 6, defaultOrderTimers)).toEqual(at(30));
  expect(idleCancelAt(at(0), 72, defaultOrderTimers)).toEqual(at(72));
});

test('a started delivery is cancelled 24 h after the promise (P15)', () => {
  expect(lateCancelAt(at(0), 72, defaultOrderTimers)).toEqual(at(96));
});

test('confirmation by time waits 72 h; codes 72 h from the reveal, at most 7 days from delivery (P18)', () => {
  const confirm = (type: 'automatic' | 'manual', revealedAt: Date | null) =>
    autoConfirmAt({ type, deliveredAt: at(0), revealedAt }, defaultOrderTimers);
  expect(confirm('manual', null)).toEqual(at(72));
  expect(confirm('automatic', null)).toEqual(at(168));
  expect(confirm('automatic', at(10))).toEqual(at(82));
  expect(confirm('automatic', at(160))).toEqual(at(168));
});

test('the time to confirm an account is longer by its pause, before and after the limit of codes (N13)', () => {
  const confirm = (type: 'automatic' | 'manual', revealedAt: Date | null) =>
    autoConfirmAt({ type, deliveredAt: at(0), revealedAt, pauseMs: 48 * 3_600_000 }, defaultOrderTimers);
  expect(confirm('manual', null)).toEqual(at(120));
  expect(confirm('automatic', null)).toEqual(at(168));
  expect(confirm('automatic', at(10))).toEqual(at(130));
  expect(confirm('automatic', at(160))).toEqual(at(216));
});

test('money is released at the later of conclusion and delivery + 7 days (§4.3)', () => {
  const holdMs = releaseDelayMs(null, defaultOrderTimers);
  expect(releaseAt(at(1), at(0), holdMs)).toEqual(at(168));
  expect(releaseAt(at(200), at(0), holdMs)).toEqual(at(200));
});

test('the release delay of the category replaces the general rule, longer or shorter (§4.3)', () => {
  expect(releaseAt(at(1), at(0), releaseDelayMs(14, defaultOrderTimers))).toEqual(at(14 * 24));
  const longer = { ...defaultOrderTimers, holdMs: 30 * 24 * 3_600_000 };
  expect(releaseAt(at(1), at(0), releaseDelayMs(14, longer))).toEqual(at(14 * 24));
});

test('codes deliver themselves: a seller of codes has no delivery to start', () => {
  expect(allowedMoves({ state: 'paid', deliveryType: 'manual' }, 'seller')).toContain('start_delivery');
  expect(allowedMoves({ state: 'paid', deliveryType: 'automatic' }, 'seller')).toEqual(['cancel_sale']);
  expect(allowedMoves({ state: 'delivered', deliveryType: 'manual' }, 'buyer')).toEqual([
    'confirm',
    'complain',
    'regret',
  ]);
});

test('codes may be seen from delivery on and not before, and after a refund only if they were', () => {
  const sale = { deliveryType: 'automatic', revealedAt: null } as const;
  expect(mayReveal({ ...sale, state: 'paid' })).toBe(false);
  expect(mayReveal({ ...sale, state: 'completed' })).toBe(true);
  expect(mayReveal({ ...sale, state: 'completed', deliveryType: 'manual' })).toBe(false);
  expect(mayReveal({ ...sale, state: 'refunded' })).toBe(false);
  expect(mayReveal({ ...sale, state: 'refunded', revealedAt: new Date() })).toBe(true);
});

test('strangers read two letters of a name', () => {
  expect(maskedName('joana')).toBe('jo***');
});
