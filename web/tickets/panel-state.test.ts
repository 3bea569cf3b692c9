import { describe, expect, test } from 'vitest';
import { closedPanel, panelAfter } from './panel-state.ts';
import type { PanelEvent, PanelState } from './panel-state.ts';

const after = (...events: (PanelEvent | PanelEvent['kind'])[]): PanelState =>
  events.reduce<PanelState>(
    (state, event) => panelAfter(state, typeof event === 'string' ? ({ kind: event } as PanelEvent) : event),
    closedPanel,
  );

describe('opening and closing', () => {
  test('goes through mounting and closing, and is removed only when it is gone', () => {
    expect(after('pressed').phase).toBe('mounting');
    expect(after('pressed', 'shown').phase).toBe('open');
    expect(after('pressed', 'shown', 'pressed').phase).toBe('closing');
    expect(after('pressed', 'shown', 'pressed', 'gone').phase).toBe('closed');
  });

  test('a second press while closing brings it back, and the end of that closing is no end', () => {
    const back = after('pressed', 'shown', 'pressed', 'pressed');
    expect(back.phase).toBe('open');
    expect(panelAfter(back, { kind: 'gone' }).phase).toBe('open');
  });

  test('a press before it is visible closes it, and being shown late does not bring it back', () => {
    expect(after('pressed', 'pressed', 'shown').phase).toBe('closing');
  });

  test('being asked for opens, and never closes', () => {
    expect(after('asked', 'shown', 'asked').phase).toBe('open');
  });
});

describe('the counter', () => {
  test('grows by one with each event while the panel is not open, and not while it is', () => {
    expect(after('message', 'message').unread).toBe(2);
    expect(after('pressed', 'shown', 'message').unread).toBe(0);
    expect(after('pressed', 'shown', 'pressed', 'message').unread).toBe(1);
  });

  test('begins with what the server counts, and opening resets it', () => {
    const counted = { kind: 'counted', unread: 7 } as const;
    expect(after(counted, 'message').unread).toBe(8);
    expect(after(counted, 'pressed').unread).toBe(0);
    expect(after('pressed', 'shown', counted).unread).toBe(0);
  });

  test('what was read elsewhere no longer counts, and what opening reset does not come back', () => {
    expect(after('message', 'message', { kind: 'recounted', unread: 1 }).unread).toBe(1);
    const closed = after('pressed', 'shown', 'pressed', 'gone', 'message');
    expect(panelAfter(closed, { kind: 'recounted', unread: 3 }).unread).toBe(1);
  });
});
