import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nextState } from '#domain/machine.ts';
import { nextStep } from './next-steps.ts';
import {
  carrierEventKinds,
  deliveredAt,
  postedAt,
  shipmentMachine,
  shipmentStateNames,
  shipmentStates,
  stateOf,
} from './shipments.ts';
import type { CarrierEvent, CarrierEventKind } from './shipments.ts';

const start = Date.UTC(2026, 10, 20, 12);
const event = (kind: CarrierEventKind, hours: number): CarrierEvent => ({
  kind,
  at: new Date(start + hours * 3_600_000),
  place: 'Curitiba/PR',
  words: '',
});
const kinds = (...list: CarrierEventKind[]) => list.map((kind, index) => event(kind, index));

describe('the state of a parcel (S09)', () => {
  test.each([
    [[], 'preparing'],
    [kinds('posted'), 'posted'],
    [kinds('posted', 'moved'), 'in_transit'],
    [kinds('posted', 'moved', 'out_for_delivery', 'delivered'), 'delivered'],
    [kinds('out_for_delivery'), 'out_for_delivery'],
    [kinds('posted', 'out_for_delivery', 'attempt_failed'), 'failed'],
    [kinds('posted', 'out_for_delivery', 'attempt_failed', 'out_for_delivery'), 'out_for_delivery'],
    [kinds('posted', 'out_for_delivery', 'refused'), 'failed'],
    [kinds('posted', 'awaiting_collection'), 'awaiting_collection'],
    [kinds('posted', 'awaiting_collection', 'returning', 'moved'), 'returning'],
    [kinds('posted', 'returning', 'moved', 'returned'), 'returned'],
    [kinds('posted', 'moved', 'lost'), 'lost'],
  ] as const)('after %j is %s', (events, state) => {
    expect(stateOf(events)).toBe(state);
  });

  test('stays delivered when an older event arrives late, or a newer scan', () => {
    const delivered = [event('posted', 0), event('delivered', 48)];
    expect(stateOf([...delivered, event('moved', 20)])).toBe('delivered');
    expect(stateOf([...delivered, event('lost', 60)])).toBe('delivered');
    expect(stateOf([...delivered, event('moved', 60)])).toBe('delivered');
  });

  test('leaves delivered only when the parcel comes back', () => {
    const delivered = [event('posted', 0), event('delivered', 48)];
    expect(stateOf([...delivered, event('returning', 60)])).toBe('returning');
    expect(stateOf([...delivered, event('returned', 60)])).toBe('returned');
  });

  test('goes on when a lost parcel is found, and is lost only by the newer event', () => {
    expect(stateOf([event('lost', 10), event('delivered', 20)])).toBe('delivered');
    expect(stateOf([event('lost', 20), event('moved', 10)])).toBe('lost');
  });

  test('never leaves returned', () => {
    for (const kind of carrierEventKinds)
      expect(stateOf([event('returned', 1), event(kind, 2)])).toBe('returned');
  });

  test('of events of one instant does not depend on which arrived first', () => {
    expect(stateOf([event('delivered', 5), event('posted', 5)])).toBe('delivered');
    expect(stateOf([event('delivered', 5), event('lost', 5)])).toBe('delivered');
  });

  const anyEvent = fc
    .tuple(fc.constantFrom(...carrierEventKinds), fc.integer({ min: 0, max: 12 }))
    .map(([kind, hours]) => event(kind, hours));

  test('is that of the sorted events in any order and with any repeats', () => {
    fc.assert(
      fc.property(
        fc.array(anyEvent, { maxLength: 14 }).chain((events) =>
          fc.record({
            events: fc.constant(events),
            arrived: fc
              .subarray(events)
              .chain((repeats) =>
                fc.shuffledSubarray([...events, ...repeats], { minLength: events.length + repeats.length }),
              ),
          }),
        ),
        ({ events, arrived }) => {
          expect(stateOf(arrived)).toBe(stateOf(events));
          expect(postedAt(arrived)).toEqual(postedAt(events));
          expect(deliveredAt(arrived)).toEqual(deliveredAt(events));
        },
      ),
      { numRuns: 1_000 },
    );
  });
});

describe('the facts of a parcel', () => {
  test('say when it was posted and delivered by the carrier, whatever we heard first (S07, S08)', () => {
    const events = [event('delivered', 48), event('moved', 3), event('posted', 1)];
    expect(postedAt(events)).toEqual(event('posted', 1).at);
    expect(deliveredAt(events)).toEqual(event('delivered', 48).at);
  });

  test('have no posting and no delivery before those happen', () => {
    expect(postedAt([])).toBeNull();
    expect(deliveredAt(kinds('posted', 'moved'))).toBeNull();
    expect(deliveredAt(kinds('delivered', 'returning'))).toBeNull();
  });
});

describe('the table of states (S07, S10)', () => {
  test('lets a seller or a deadline cancel only before the posting', () => {
    for (const state of shipmentStates)
      for (const actor of ['seller', 'system', 'staff'] as const)
        expect('to' in nextState(shipmentMachine, 'cancelled', state, actor)).toBe(state === 'preparing');
  });

  test('lets the carrier cancel nothing, and a seller say only «posted» and «cancelled»', () => {
    const bySeller = Object.entries(shipmentMachine).filter(([, { by }]) => by.includes('seller'));
    expect(bySeller.map(([name]) => name)).toEqual(['posted', 'cancelled']);
    expect(nextState(shipmentMachine, 'cancelled', 'preparing', 'carrier')).toEqual({
      refusal: 'wrong_actor',
    });
  });

  test('reaches every state', () => {
    const reached = new Set(Object.values(shipmentMachine).map(({ to }) => to));
    expect(shipmentStates.filter((state) => !reached.has(state))).toEqual(['preparing']);
  });

  test('has a name and a next step for both sides in every state (N12)', () => {
    for (const state of shipmentStates) {
      expect(shipmentStateNames[state]).toMatch(/^\p{Lu}/u);
      for (const side of ['buyer', 'seller'] as const) expect(nextStep(state, side)).toMatch(/^\p{Lu}.+\.$/u);
      expect(nextStep(state, 'buyer')).not.toBe(nextStep(state, 'seller'));
    }
  });
});
